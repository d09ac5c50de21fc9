/// A picture of an offer as an uncompressed PNG. Terminals and desktops accept it as a file, and
/// writing it needs no library.
package struct StoredPNG {
  /// The bytes of the file.
  package private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The maximal number of bytes in an uncompressed block of deflate (RFC 1951, section 3.2.4).
  private static let block = 65535

  package init(_ picture: OfferPicture) {
    let depth: UInt8 = 8
    let colorType: UInt8 = picture.hasAlpha ? 6 : 2
    append(
      "IHDR",
      Self.big(UInt32(picture.width)) + Self.big(UInt32(picture.height))
        + [depth, colorType, 0, 0, 0])
    append("IDAT", Self.stored(Self.rows(of: picture)))
    append("IEND", [])
  }

  /// Returns the rows of pixels, each after a zero byte for "no filter".
  private static func rows(of picture: OfferPicture) -> [UInt8] {
    let length = picture.width * (picture.hasAlpha ? 4 : 3)
    var rows: [UInt8] = []
    rows.reserveCapacity((length + 1) * picture.height)
    for row in 0..<picture.height {
      rows.append(0)
      rows += picture.pixels[row * length..<(row + 1) * length]
    }
    return rows
  }

  /// Returns a zlib stream (RFC 1950) of uncompressed blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(bytes.count + bytes.count / 10000 + 16)
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(block)
      rest = rest.dropFirst(piece.count)
      let count = UInt16(piece.count)
      stream.append(rest.isEmpty ? 1 : 0)
      stream += [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      stream += piece
    }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + big(high << 16 | low)
  }

  private mutating func append(_ name: String, _ content: [UInt8]) {
    let chunk = Array(name.utf8) + content
    bytes += Self.big(UInt32(content.count)) + chunk + Self.big(Self.checksum(of: chunk))
  }

  /// Returns the CRC-32 (ISO 3309).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    let table = (0..<256 as Range<UInt32>).map { number in
      (0..<8).reduce(number) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
