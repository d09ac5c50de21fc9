internal import Decoding
internal import Media
internal import Platform

/// Tells whether a file of the cache is a picture from its header to its end.
enum WholePicture {
  /// The size that the header says; nil for a file that is broken, cut short or something else.
  static func size(
    of file: OpenFile, as format: PictureFormat, _ readers: HeaderReaderPool
  ) -> PictureSize? {
    let expected = format.mediaFormat
    guard let facts = try? readers.read(file), facts.format == expected, facts.problem == nil,
      facts.pixelWidth > 0, facts.pixelHeight > 0, isComplete(file, expected)
    else { return nil }
    return PictureSize(width: facts.pixelWidth, height: facts.pixelHeight)
  }

  static func isComplete(_ file: OpenFile, _ format: MediaFormat) -> Bool {
    // What is written here always has its last marker, which files of others may lack.
    if format == .jpeg { return hasLastMarker(file) }
    let judged = try? Completeness(
      descriptor: file.descriptor, size: file.status.size, format: format)
    return judged == .complete
  }

  private static func hasLastMarker(_ file: OpenFile) -> Bool {
    (try? file.bytes(from: max(0, file.status.size - 2), count: 2)) == [0xFF, 0xD9]
  }
}
