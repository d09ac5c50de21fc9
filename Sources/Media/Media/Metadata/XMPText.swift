/// The encodings of XMP (XMP part 3, section 1.1): UTF-8 and, in files that are not pictures,
/// UTF-16.
package enum XMPText {
  /// Returns a packet in UTF-16 as UTF-8; nil for a packet in UTF-8.
  package static func utf8(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isBig: Bool
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 0x3C): isBig = true
    case (0xFF, 0xFE), (0x3C, 0): isBig = false
    default: return nil
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { place in
      let unit = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
      return isBig ? unit : unit.byteSwapped
    }
    return Array(String(decoding: Array(units), as: UTF16.self).utf8)
  }
}
