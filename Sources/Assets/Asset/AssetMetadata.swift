/// All that a file's EXIF, XMP and IPTC say.
public protocol AssetMetadata: AnyObject {
  /// One of the three, as a JSON object; absent when the file has none.
  func value(of field: Field) -> FieldValue
}

/// What reads the metadata of originals.
public protocol OriginalReader: Sendable {
  /// Reads all metadata of a file; blocks until it is there.
  ///
  /// - Throws: ``FileProblem`` when the file can't be read.
  func metadata(of file: OpenFile) throws(FileProblem) -> any AssetMetadata

  /// The run for which originals are read; nil where that is no run.
  var run: RunLink? { get }
}

extension OriginalReader {
  public var run: RunLink? { nil }
}

/// What work on an asset needs to know of its run: who is told how far it is, and what ends it.
public struct RunLink: Sendable {
  public let progress: RunProgress
  public let cancellation: Cancellation

  public init(_ progress: RunProgress, until cancellation: Cancellation) {
    self.progress = progress
    self.cancellation = cancellation
  }
}
