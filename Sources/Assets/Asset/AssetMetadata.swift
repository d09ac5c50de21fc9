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
}
