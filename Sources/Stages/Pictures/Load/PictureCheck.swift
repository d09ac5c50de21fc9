internal import Decoding
internal import Media
internal import Platform

/// The checks of the decoder's output, which is untrusted, as it read an untrusted file.
enum PictureCheck {
  /// Throws ``FileProblem`` unless the file is a picture of that size and format.
  static func check(
    _ descriptor: Int32, is decoded: DecodedPicture, _ format: PictureFormat
  ) throws(FileProblem) {
    guard let status = FileStatus(descriptor: descriptor), status.size == decoded.byteCount,
      status.size > 0
    else { throw FileProblem("the decoder wrote something else than it said") }
    var reader = HeaderReader()
    let facts = try? reader.read(descriptor: descriptor, size: status.size)
    guard let facts, facts.format == format.mediaFormat, facts.problem == nil,
      facts.pixelWidth == decoded.size.width, facts.pixelHeight == decoded.size.height
    else { throw FileProblem("the decoder wrote no picture of the size that it said") }
  }
}

extension PictureFormat {
  var mediaFormat: MediaFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .pam: .pnm
    }
  }

  /// The uniform type identifier of the format, such as `public.jpeg`.
  package var uniformTypeIdentifier: String { mediaFormat.uniformTypeIdentifier }

  var filenameExtension: [UInt8] {
    switch self {
    case .jpeg: Array(".jpg".utf8)
    case .png: Array(".png".utf8)
    case .webp: Array(".webp".utf8)
    case .pam: Array(".pam".utf8)
    }
  }
}

enum PictureCompleteness {
  /// Returns the size in the header; nil for a file that is broken, cut short or of another format.
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
    // Files of shotflow's own have the last marker, which other ones may lack.
    if format == .jpeg { return hasLastMarker(file) }
    let judged = try? Completeness(
      descriptor: file.descriptor, size: file.status.size, format: format)
    return judged == .complete
  }

  private static func hasLastMarker(_ file: OpenFile) -> Bool {
    (try? file.bytes(from: max(0, file.status.size - 2), count: 2)) == [0xFF, 0xD9]
  }
}
