/// A file's EXIF, XMP and IPTC metadata.
public protocol AssetMetadata: AnyObject {
  /// Returns the EXIF, XMP or IPTC metadata as a JSON object; absent when the file has none.
  func value(of field: Field) -> FieldValue
}

/// A reader of the metadata of originals.
public protocol OriginalReader: Sendable {
  /// Reads all metadata of a file; blocks until they are read.
  ///
  /// - Throws: ``FileProblem`` when the file can't be read.
  func metadata(of file: OpenFile) throws(FileProblem) -> any AssetMetadata

  /// The run that the metadata is read for; nil outside of a run.
  var run: RunLink? { get }
}

extension OriginalReader {
  public var run: RunLink? { nil }
}

/// The parts of a run that code working on an asset needs.
public struct RunLink: Sendable {
  /// The run's progress, to which work on an asset is reported.
  public let progress: RunProgress
  /// The run's cancellation, which ends work on an asset.
  public let cancellation: Cancellation

  public init(_ progress: RunProgress, until cancellation: Cancellation) {
    self.progress = progress
    self.cancellation = cancellation
  }
}
