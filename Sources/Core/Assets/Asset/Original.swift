/// A file of an asset, or another source of its bytes, which any thread can open.
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
  /// Returns the bytes, opened for reading.
  ///
  /// - Throws: ``FileProblem`` when the file does not exist any more or can't be read.
  func open() throws(FileProblem) -> OpenFile

  /// Returns size and times, as cheaply as possible.
  ///
  /// - Throws: ``FileProblem`` when the file does not exist any more or can't be examined.
  func status() throws(FileProblem) -> FileStatus

  /// The path as raw bytes, in the file system's encoding; empty for an original without one.
  var pathBytes: [UInt8] { get }
}

/// A worker's cache of the files that it read last, so that reading their neighbours is cheaper.
///
/// Only the worker that made it uses it, so it needs no lock.
open class WorkerReadCache {
  public init() {}
}
