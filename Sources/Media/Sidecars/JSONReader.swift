/// Reads a JSON text (RFC 8259) value by value, without ever leaving its bytes.
///
/// Whoever reads takes exactly one value at each place, or passes it over with ``skip()``. A value
/// of another kind than the one that is asked for is passed over and is nil. What is no JSON, or is
/// nested more than ``deepest`` levels, ends the reading: everything behind it is nil, and
/// ``problem`` says why. The bytes must outlive the reader.
struct JSONReader {
  static let deepest = 64

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var depth = 0
  private(set) var problem: SidecarProblem?

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Notes a problem when something follows the value that was read.
  mutating func finish() {
    skipBlanks()
    if place < bytes.count { fail(.notJSON) }
  }

  /// Whether the next value is an object.
  mutating func isAtObject() -> Bool {
    skipBlanks()
    return byte == UInt8(ascii: "{")
  }

  /// Reads an object; `member` takes each value behind the raw bytes of its name.
  ///
  /// - Returns: whether there was an object.
  @discardableResult
  mutating func object(
    _ member: (_ name: UnsafeRawBufferPointer, inout JSONReader) -> Void
  ) -> Bool {
    guard enters(UInt8(ascii: "{")) else { return false }
    while next(before: UInt8(ascii: "}")) {
      guard let name = rawText(), takes(UInt8(ascii: ":")) else {
        fail(.notJSON)
        break
      }
      member(name, &self)
    }
    return problem == nil
  }

  /// Reads a list; `element` takes each value.
  mutating func list(_ element: (inout JSONReader) -> Void) {
    guard enters(UInt8(ascii: "[")) else { return }
    while next(before: UInt8(ascii: "]")) { element(&self) }
  }

  /// A text, with U+FFFD for what is no UTF-8.
  mutating func text() -> String? {
    skipBlanks()
    guard byte == UInt8(ascii: "\"") else {
      skip()
      return nil
    }
    guard let raw = rawText() else { return nil }
    return Self.unescaped(raw)
  }

  /// A number, also one that is written as a text.
  mutating func number() -> Double? {
    skipBlanks()
    let token: UnsafeRawBufferPointer?
    switch byte {
    case UInt8(ascii: "\""): token = rawText()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): token = rawNumber()
    default:
      skip()
      return nil
    }
    guard let token, token.count <= 64, token.allSatisfy(Self.isNumeric),
      let number = Double(String(decoding: token, as: UTF8.self)), number.isFinite
    else { return nil }
    return number
  }

  /// A whole number, also one that is written as a text.
  mutating func integer() -> Int64? {
    guard let number = number() else { return nil }
    return Int64(exactly: number)
  }

  /// `true` or `false`; nil for anything else.
  mutating func flag() -> Bool? {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "t"):
      skip()
      return problem == nil ? true : nil
    case UInt8(ascii: "f"):
      skip()
      return problem == nil ? false : nil
    default:
      skip()
      return nil
    }
  }

  /// Passes a value over.
  mutating func skip() {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): object { $1.skip() }
    case UInt8(ascii: "["): list { $0.skip() }
    case UInt8(ascii: "\""): _ = rawText()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = rawNumber()
    case UInt8(ascii: "t"): takeWord("true")
    case UInt8(ascii: "f"): takeWord("false")
    case UInt8(ascii: "n"): takeWord("null")
    default: fail(.notJSON)
    }
  }

  /// 0 behind the end.
  private var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private mutating func fail(_ reason: SidecarProblem) {
    if problem == nil { problem = reason }
    place = bytes.count
  }

  private mutating func skipBlanks() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  private mutating func takes(_ wanted: UInt8) -> Bool {
    skipBlanks()
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  /// Enters an object or a list; passes over what is none.
  private mutating func enters(_ bracket: UInt8) -> Bool {
    skipBlanks()
    guard byte == bracket else {
      skip()
      return false
    }
    guard depth < Self.deepest else {
      fail(.tooComplex)
      return false
    }
    place += 1
    depth += 1
    isFirst = true
    return true
  }

  private var isFirst = false

  /// Goes to the next member or element, or leaves behind the last.
  private mutating func next(before end: UInt8) -> Bool {
    guard problem == nil else { return false }
    skipBlanks()
    let first = isFirst
    isFirst = false
    if byte == end {
      place += 1
      depth -= 1
      return false
    }
    if !first {
      guard takes(UInt8(ascii: ",")) else {
        fail(.notJSON)
        return false
      }
      skipBlanks()
    }
    return true
  }

  /// What stands between the quotes, escapes as they are.
  private mutating func rawText() -> UnsafeRawBufferPointer? {
    guard takes(UInt8(ascii: "\"")) else {
      fail(.notJSON)
      return nil
    }
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return UnsafeRawBufferPointer(rebasing: bytes[start..<place - 1])
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    fail(.notJSON)
    return nil
  }

  private mutating func rawNumber() -> UnsafeRawBufferPointer? {
    let start = place
    while place < bytes.count, Self.isNumeric(bytes[place]) { place += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<place])
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func takeWord(_ word: StaticString) {
    let count = word.utf8CodeUnitCount
    guard bytes.count - place >= count,
      (0..<count).allSatisfy({ bytes[place + $0] == word.utf8Start[$0] })
    else { return fail(.notJSON) }
    place += count
  }
}

extension JSONReader {
  private static func unescaped(_ raw: UnsafeRawBufferPointer) -> String {
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    var units: [UInt8] = []
    units.reserveCapacity(raw.count)
    var place = 0
    while place < raw.count {
      guard raw[place] == UInt8(ascii: "\\"), place + 1 < raw.count else {
        units.append(raw[place])
        place += 1
        continue
      }
      let letter = raw[place + 1]
      place += 2
      switch letter {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "u"): units.append(contentsOf: character(in: raw, at: &place).utf8)
      default: units.append(letter)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// The character of four digits, or of eight in two escapes; U+FFFD for half of one.
  private static func character(
    in raw: UnsafeRawBufferPointer, at place: inout Int
  ) -> String {
    var units = [codeUnit(in: raw, at: place)]
    place = min(place + 4, raw.count)
    if UTF16.isLeadSurrogate(units[0]), place + 1 < raw.count, raw[place] == UInt8(ascii: "\\"),
      raw[place + 1] == UInt8(ascii: "u")
    {
      let second = codeUnit(in: raw, at: place + 2)
      if UTF16.isTrailSurrogate(second) {
        units.append(second)
        place = min(place + 6, raw.count)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// U+FFFD when there are no four digits.
  private static func codeUnit(in raw: UnsafeRawBufferPointer, at place: Int) -> UInt16 {
    guard place + 4 <= raw.count else { return 0xFFFD }
    var value: UInt16 = 0
    for byte in raw[place..<place + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return 0xFFFD
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these are the bytes of `text`.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return (0..<count).allSatisfy { self[$0] == text.utf8Start[$0] }
  }
}
