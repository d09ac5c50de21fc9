internal import Decoding

/// Rows of a small picture: red, green, blue and optional alpha, 8 bits each in sRGB, unpadded.
package struct PicturePixels: Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The number of samples of a pixel: three, or four with alpha.
  package let channelCount: Int
  /// The samples, row by row.
  package let bytes: [UInt8]

  /// Creates pixels; nil unless the number of bytes fits the size.
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
  /// The greatest size in bytes of a map that is read.
  private static let most = 8 << 20

  /// Reads a portable arbitrary map (PAM); throws ``FileProblem`` if it is none, or above 8 MiB.
  package init(_ map: FinishedPicture) throws(FileProblem) {
    let size = map.size
    guard map.format == .pam, let bytes = try map.file.bytes(atMost: Self.most),
      let header = bytes.firstRange(of: Self.headerEnd),
      let pixels = PicturePixels(
        width: Int(size.width), height: Int(size.height), bytes: Array(bytes[header.upperBound...]))
    else { throw FileProblem("is no picture of a few pixels") }
    self = pixels
  }
}
