internal import Decoding

/// The picture of one pixel that records a failure, as the Thumbnail Managing Standard has it.
struct ThumbnailFailureRecord {
  static let reasonKeyword = "X-Shotflow::Reason"
  static let messageKeyword = "X-Shotflow::Message"

  /// A complete PNG with the texts.
  let bytes: [UInt8]

  /// Creates the record of a failure; `texts` describe the original.
  init(_ problem: DecodeProblem, texts: [PictureText]) {
    var png = PNGBytes()
    // One grey pixel of 8 bits: its row is a filter and the pixel, stored without compression.
    png.append("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    let own = [
      PictureText(keyword: Self.reasonKeyword, text: "\(problem.reason.rawValue)"),
      PictureText(keyword: Self.messageKeyword, text: String(problem.message.prefix(1024))),
    ]
    for text in texts + own {
      png.append("tEXt", Array(text.keyword.utf8) + [0] + text.text.utf8.filter { $0 != 0 })
    }
    png.append("IDAT", [0x78, 1, 1, 2, 0, 0xFD, 0xFF, 0, 0, 0, 2, 0, 1])
    png.append("IEND", [])
    bytes = png.bytes
  }

  static func problem(in header: ThumbnailHeader) -> DecodeProblem? {
    guard let number = header.failureReason.flatMap({ UInt8(exactly: $0) }),
      let reason = DecodeProblem.Reason(rawValue: number), let message = header.failureMessage
    else { return nil }
    return DecodeProblem(reason, message)
  }

  private struct PNGBytes {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    mutating func append(_ type: StaticString, _ content: [UInt8]) {
      append(UInt32(truncatingIfNeeded: content.count))
      let start = bytes.count
      bytes += UnsafeBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount)
      bytes += content
      append(Self.checksum(bytes[start...]))
    }

    private mutating func append(_ number: UInt32) {
      withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    /// Returns the CRC-32 (PNG, section 5.5), bit by bit, as such records are short and rare.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      }
      return ~sum
    }
  }
}
