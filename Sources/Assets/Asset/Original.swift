/// Where the bytes of an asset are; they are opened when something needs them, from any thread.
///
/// ```swift
/// struct Download: Original {
///   let address: String
///   func open() throws(FileProblem) -> OpenFile { try OpenFile(path: fetch(address)) }
///   func status() throws(FileProblem) -> FileStatus { try open().status }
///   var pathBytes: [UInt8] { [] }
/// }
/// ```
public protocol Original: Sendable {
  /// The bytes, opened for reading.
  ///
  /// - Throws: ``FileProblem`` when there is no such file any more or it can't be read.
  func open() throws(FileProblem) -> OpenFile

  /// Size and times, as cheaply as they can be had.
  ///
  /// - Throws: ``FileProblem`` as ``open()`` does.
  func status() throws(FileProblem) -> FileStatus

  /// The path as the system takes it; empty for what has none.
  var pathBytes: [UInt8] { get }
}

/// The state that a lane keeps of the files that it read last, so that reading their neighbours is
/// cheaper.
///
/// Confined to its lane.
open class LaneReading {
  public init() {}
}
