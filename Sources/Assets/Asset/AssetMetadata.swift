/// All that a file's EXIF, XMP and IPTC say.
public protocol AssetMetadata: AnyObject {
  /// One of the three, as a JSON object; absent when the file has none.
  func value(of field: Field) -> FieldValue
}

/// A reader of the metadata of originals.
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

/// The parts of a run that work on an asset needs: the progress that it reports to, and the
/// cancellation that ends it.
public struct RunLink: Sendable {
  public let progress: RunProgress
  public let cancellation: Cancellation

  public init(_ progress: RunProgress, until cancellation: Cancellation) {
    self.progress = progress
    self.cancellation = cancellation
  }
}
