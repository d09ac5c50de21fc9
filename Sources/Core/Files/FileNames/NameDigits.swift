internal import Media

/// Names in which digits of another script are ASCII's, to read their dates.
enum NameDigits {
  /// The lowest first byte in UTF-8 of a digit beyond ASCII: that of U+0660.
  static let lowestLead: UInt8 = 0xD9

  /// Returns true if a digit beyond ASCII is at `index`, or the character for a year that follows
  /// digits in Chinese, Japanese and Korean.
  static func shows(_ name: NameBytes, at index: Int) -> Bool {
    switch name[index] {
    case 0xD9, 0xDB, 0xDF, 0xE0, 0xE1, 0xEF: digit(NameFold.decode(name, index).scalar) != nil
    case 0xE5: name[index + 1] == 0xB9 && name[index + 2] == 0xB4 && name.isDigit(index - 1)
    case 0xEB: name[index + 1] == 0x85 && name[index + 2] == 0x84 && name.isDigit(index - 1)
    default: false
    }
  }

  /// Calls `body` with a name in which decimal digits of any script and wide forms are ASCII, `年`,
  /// `月`, `日` and `時分秒`, `년`, `월`, `일` and `시분초` are the marks that stand between numbers,
  /// without the space that Korean has behind them, and direction marks are left out.
  static func withASCII<Result>(_ name: NameBytes, _ body: (NameBytes) -> Result?) -> Result? {
    withUnsafeTemporaryAllocation(byteCount: name.count, alignment: 1) { buffer in
      var count = 0
      var index = 0
      while index < name.count {
        let (scalar, length) = NameFold.decode(name, index)
        let end = index + max(length, 1)
        if scalar >= 0x80, let byte = ascii(scalar) {
          if byte != 0 {
            buffer[count] = byte
            count += 1
          }
        } else {
          for place in index..<end {
            buffer[count] = name[place]
            count += 1
          }
        }
        index = end
        if isKoreanUnit(scalar), name[index] == 0x20 { index += 1 }
      }
      return body(NameBytes(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
    }
  }

  /// Returns true for the Korean words for a year, a month, an hour and a minute.
  private static func isKoreanUnit(_ scalar: UInt32) -> Bool {
    scalar == 0xB144 || scalar == 0xC6D4 || scalar == 0xC2DC || scalar == 0xBD84
  }

  /// Returns the ASCII byte for a scalar; zero for one to leave out, nil for one to keep.
  private static func ascii(_ scalar: UInt32) -> UInt8? {
    switch scalar {
    case 0xAD, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: 0
    case 0x5E74, 0x6708, 0xB144, 0xC6D4: UInt8(ascii: "-")  // year, month
    case 0x65E5, 0xC77C: UInt8(ascii: " ")  // day
    case 0x6642, 0x65F6, 0x70B9, 0x5206, 0xC2DC, 0xBD84: UInt8(ascii: ".")  // hour, minute
    case 0x79D2, 0xCD08: 0  // second
    case 0xFF01...0xFF5E: UInt8(scalar - 0xFEE0)
    default: digit(scalar)
    }
  }

  /// Returns the ASCII digit for a decimal digit (Unicode's category Nd) of a script in the basic
  /// plane that systems write numbers in; nil for others.
  private static func digit(_ scalar: UInt32) -> UInt8? {
    let block = scalar & ~0x7F
    let zero: UInt32 =
      switch scalar {
      case 0x660...0x669: 0x660  // Arabic
      case 0x6F0...0x6F9: 0x6F0  // Persian and Urdu
      case 0x7C0...0x7C9: 0x7C0  // N'Ko
      case 0x966...0xDEF: block | 0x66  // Devanagari to Sinhala, in blocks of 128
      case 0xE50...0xED9: block | 0x50  // Thai, Lao
      case 0xF20...0xF29: 0xF20  // Tibetan
      case 0x1040...0x1049: 0x1040  // Burmese
      case 0x17E0...0x17E9: 0x17E0  // Khmer
      case 0x1810...0x1819: 0x1810  // Mongolian
      case 0xFF10...0xFF19: 0xFF10  // wide
      default: scalar + 1
      }
    guard scalar >= zero, scalar - zero < 10 else { return nil }
    return UInt8(0x30 + scalar - zero)
  }
}
