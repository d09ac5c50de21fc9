/// File names in a form in which equivalent ones have the same bytes: letters are small, and a
/// letter with accents is one character of one UTF-16 unit, whether it was composed (NFC) or
/// decomposed (NFD). A name that is not UTF-8 keeps its bytes, but for the case of ASCII. The forms
/// of one value can be compared with each other alone.
struct FoldedNames {
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  /// The numbers of letters beyond ASCII. Swift compares characters by canonical equivalence.
  private var letters: [Character: UInt32] = [:]

  /// The code points for private use that represent numbered letters.
  private static let numbers: ClosedRange<UInt32> = 0xE000...0xF8FF

  init(_ names: [UnsafeRawBufferPointer]) {
    bytes.reserveCapacity(names.reduce(0) { $0 + $1.count })
    for name in names {
      let start = bytes.count
      add(name)
      ranges.append(start..<bytes.count)
    }
  }

  /// Calls `body` with the forms of the names, in their order.
  func withNames<Result>(_ body: ([UnsafeRawBufferPointer]) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      body(ranges.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
    }
  }

  private mutating func add(_ name: UnsafeRawBufferPointer) {
    guard name.contains(where: { $0 >= 0x80 }), let text = String(validating: name, as: UTF8.self)
    else {
      bytes += name.lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
      return
    }
    for letter in text.lowercased() {
      if let ascii = letter.asciiValue {
        bytes.append(ascii)
      } else if Self.isOneUnit(letter), let number = number(of: letter) {
        bytes += String(number).utf8
      } else {
        bytes += letter.utf8
      }
    }
  }

  private mutating func number(of letter: Character) -> Unicode.Scalar? {
    let known = letters[letter] ?? UInt32(letters.count)
    guard let scalar = Unicode.Scalar(Self.numbers.lowerBound + known),
      Self.numbers.contains(scalar.value)
    else { return nil }
    letters[letter] = known
    return scalar
  }

  /// Returns true for a letter whose composed form has one UTF-16 unit: one of the basic plane, alone
  /// or with marks that compose, which are accents, voicing marks, and the later jamo of Hangul.
  private static func isOneUnit(_ letter: Character) -> Bool {
    guard let first = letter.unicodeScalars.first, first.value < 0x10000 else { return false }
    return letter.unicodeScalars.dropFirst().allSatisfy {
      switch $0.value {
      case 0x300...0x36F, 0x3099, 0x309A, 0x1161...0x11FF: true
      default: false
      }
    }
  }
}
