internal import Media

/// An iterator over a name's UTF-16 units, normalised ("folded") so that equivalent spellings are
/// equal. It folds the case of Latin, Greek and Cyrillic; accents (so NFC, NFD and a name that lost
/// its accents agree); Hangul syllables into jamo (Unicode 3.12); every space, dash and `_` into a
/// space; every apostrophe into `'`. Soft hyphens, joining marks and direction marks are skipped.
/// Malformed UTF-8 and characters beyond the basic plane become U+FFFD, which no phrase contains.
struct NameFold {
  private let name: NameBytes
  private(set) var index: Int
  private var pending: (UInt16, UInt16) = (0, 0)

  init(_ name: NameBytes, from index: Int) {
    self.name = name
    self.index = index
  }

  /// True if all units of the last scalar were returned.
  var isAtScalarBoundary: Bool { pending.0 == 0 }

  /// The index after the last scalar and its combining marks.
  var end: Int {
    var end = index
    while true {
      let (scalar, length) = Self.decode(name, end)
      guard length > 0, Self.base(scalar) == 0 else { return end }
      end += length
    }
  }

  @inline(__always)
  mutating func next() -> UInt16? {
    if pending.0 != 0 {
      let unit = pending.0
      pending = (pending.1, 0)
      return unit
    }
    let byte = name.lower(index)
    if byte < 0x80 {
      guard byte != 0 else { return nil }
      index += 1
      return Self.ascii(byte)
    }
    return nextBeyondASCII()
  }

  private mutating func nextBeyondASCII() -> UInt16? {
    while true {
      let (scalar, length) = Self.decode(name, index)
      guard length > 0 else { return nil }
      index += length
      if scalar >= 0xAC00 && scalar < 0xAC00 + 11_172 {
        let syllable = scalar - 0xAC00
        let trail = syllable % 28
        pending = (
          UInt16(0x1161 + syllable % 588 / 28), trail == 0 ? 0 : UInt16(0x11A7 + trail)
        )
        return UInt16(0x1100 + syllable / 588)
      }
      let unit = Self.base(scalar)
      if unit != 0 { return unit }
    }
  }

  @inline(__always)
  private static func ascii(_ byte: UInt8) -> UInt16 {
    switch byte {
    case 0x5F, 0x2D: 0x20
    case 0x60: 0x27
    default: UInt16(byte)
    }
  }

  /// Returns the scalar at `index` and its length in bytes; the length is zero at the end.
  static func decode(_ name: NameBytes, _ index: Int) -> (scalar: UInt32, length: Int) {
    let first = UInt32(name[index])
    if first < 0x80 { return (first, first == 0 ? 0 : 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard length > 1, first < 0xF5 else { return (0xFFFD, 1) }
    var scalar = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = UInt32(name[index + offset])
      guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      scalar = scalar << 6 | byte & 0x3F
    }
    return (scalar, length)
  }

  /// Returns true for a scalar beyond ASCII that is a space, a dash, or skipped without being a
  /// combining mark.
  static func isGap(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0, 0xAD, 0x061C, 0x2000...0x2015, 0x202A...0x202F, 0x2060, 0x2066...0x2069, 0x3000: true
    default: false
    }
  }

  /// Returns the lower-case letter without accents; zero for a scalar to skip.
  private static func base(_ scalar: UInt32) -> UInt16 {
    switch scalar {
    case 0..<0x80:
      let byte = UInt8(scalar)
      return ascii(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    case 0xA0, 0x2000...0x200A, 0x2010...0x2015, 0x202F, 0x3000: return 0x20
    case 0xAD, 0x061C, 0x202A...0x202E, 0x2066...0x2069: return 0
    case 0xB4, 0x02BC, 0x2018, 0x2019: return 0x27
    case 0xC0...0x17F: return look(scalar - 0xC0, latin, keep: scalar)
    case 0x18F: return 0x259
    case 0x1A0, 0x1A1: return 0x6F
    case 0x1AF, 0x1B0: return 0x75
    case 0x218, 0x219: return 0x73
    case 0x21A, 0x21B: return 0x74
    case 0x1EA0...0x1EF9: return look(scalar - 0x1EA0, vietnamese, keep: scalar)
    case 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x64B...0x655: return 0
    case 0x3099, 0x309A, 0x200B...0x200F, 0x2060, 0xFE0F, 0xFEFF: return 0
    case 0x386...0x3CE: return greek(scalar)
    case 0x400...0x45F: return cyrillic(scalar)
    case 0x48A...0x4BF, 0x4D0...0x52F: return UInt16(scalar | 1)
    case 0x531...0x556: return UInt16(scalar + 48)
    case 0x622, 0x623, 0x625: return 0x627
    case 0x624: return 0x648
    case 0x626: return 0x64A
    case 0x3040...0x30FF: return kana(scalar)
    case 0x10000...: return 0xFFFD
    default: return UInt16(truncatingIfNeeded: scalar)
    }
  }

  private static func look(_ index: UInt32, _ table: StaticString, keep: UInt32) -> UInt16 {
    let byte = table.utf8Start[Int(index)]
    return byte == 0x2E ? UInt16(keep) : UInt16(byte)
  }

  /// The base letters of U+00C0 to U+017F; a dot means that the scalar stays.
  private static let latin: StaticString = """
    aaaaaaaceeeeiiiidnooooo.ouuuuyt.aaaaaaaceeeeiiiidnooooo.ouuuuyty\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.lllllll\
    lllnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzz.
    """

  /// The base letters of U+1EA0 to U+1EF9.
  private static let vietnamese: StaticString = """
    aaaaaaaaaaaaaaaaaaaaaaaa\
    eeeeeeeeeeeeeeeeiiii\
    oooooooooooooooooooooooo\
    uuuuuuuuuuuuuuyyyyyyyy
    """

  private static func greek(_ scalar: UInt32) -> UInt16 {
    switch scalar {
    case 0x386, 0x3AC: 0x3B1
    case 0x388, 0x3AD: 0x3B5
    case 0x389, 0x3AE: 0x3B7
    case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: 0x3B9
    case 0x38C, 0x3CC: 0x3BF
    case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: 0x3C5
    case 0x38F, 0x3CE: 0x3C9
    case 0x3C2: 0x3C3
    case 0x391...0x3A9: UInt16(scalar + 32)
    default: UInt16(scalar)
    }
  }

  private static func cyrillic(_ scalar: UInt32) -> UInt16 {
    let small = scalar < 0x410 ? scalar + 80 : scalar < 0x430 ? scalar + 32 : scalar
    switch small {
    case 0x439, 0x45D: return 0x438
    case 0x450, 0x451: return 0x435
    case 0x453: return 0x433
    case 0x457: return 0x456
    case 0x45C: return 0x43A
    case 0x45E: return 0x443
    default: return UInt16(small)
    }
  }

  /// Returns the kana without its voicing mark, which NFD writes as U+3099 or U+309A.
  private static func kana(_ scalar: UInt32) -> UInt16 {
    let letter = scalar >= 0x30A0 ? scalar - 0x60 : scalar
    switch letter {
    case 0x304B...0x3062 where letter % 2 == 0: return UInt16(scalar - 1)
    case 0x3064...0x3069 where letter % 2 == 1: return UInt16(scalar - 1)
    case 0x306F...0x307D: return UInt16(scalar - (letter - 0x306F) % 3)
    case 0x3094: return UInt16(scalar - 0x4E)
    case 0x309E: return UInt16(scalar - 1)
    default: return UInt16(scalar)
    }
  }
}
