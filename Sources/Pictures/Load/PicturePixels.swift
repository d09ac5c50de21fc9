internal import Decoding

/// The pixels of a small picture: rows of red, green, blue and perhaps coverage, 8 bits each in sRGB,
/// without gaps.
package struct PicturePixels: Sendable {
  package let width: Int
  package let height: Int
  /// Three, or four where there is coverage.
  package let channelCount: Int
  package let bytes: [UInt8]

  /// Nil unless there are as many bytes as the size says.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0 else { return nil }
    let (count, isOver) = width.multipliedReportingOverflow(by: height)
    guard !isOver, count <= bytes.count, bytes.count % count == 0,
      [3, 4].contains(bytes.count / count)
    else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
    channelCount = bytes.count / count
  }

  private static let headerEnd = Array("ENDHDR\n".utf8)
  /// More than a small picture can have, with its header.
  private static let most = 8 << 20

  /// Reads a portable arbitrary map, as the decoder writes it.
  package init(_ map: MadePicture) throws(FileProblem) {
    let size = map.size
    guard map.format == .pam, let bytes = try map.file.bytes(atMost: Self.most),
      let header = bytes.firstRange(of: Self.headerEnd),
      let pixels = PicturePixels(
        width: Int(size.width), height: Int(size.height), bytes: Array(bytes[header.upperBound...]))
    else { throw FileProblem("is no picture of a few pixels") }
    self = pixels
  }
}
