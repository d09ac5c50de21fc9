internal import Decoding
internal import Media

/// Looks at what the decoder wrote before anyone else does: it was at an untrusted file.
enum PictureCheck {
  /// - Throws: ``FileProblem`` unless the file is a picture of that size and kind.
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
