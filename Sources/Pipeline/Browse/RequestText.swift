/// Reads one JSON text (RFC 8259) as a value of a rule, so that a request is written as a rule is.
///
/// Nothing is trusted: depth, length of numbers and every byte are checked; a name that comes twice
/// is refused.
struct RequestText {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  private static let deepest = 16

  /// - Throws: ``BrowseProblem`` with the place in the text.
  static func read(_ bytes: UnsafeRawBufferPointer) throws(BrowseProblem) -> ArgumentValue {
    guard bytes.isValidUTF8 else { throw Self.problem("is not UTF-8", at: 0) }
    var text = RequestText(bytes)
    let value = try text.value(depth: 0)
    text.skipSpace()
    guard text.place == bytes.count else {
      throw Self.problem("goes on behind its end", at: text.place)
    }
    return value
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private static func problem(_ message: String, at place: Int) -> BrowseProblem {
    BrowseProblem("no JSON, byte \(place): \(message)")
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard count <= bytes.count - place,
      (0..<count).allSatisfy({ bytes[place + $0] == word.utf8Start[$0] })
    else { return false }
    place += count
    return true
  }

  private mutating func value(depth: Int) throws(BrowseProblem) -> ArgumentValue {
    guard depth < Self.deepest else { throw Self.problem("is nested too deeply", at: place) }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .table(try members(depth: depth))
    case UInt8(ascii: "["): return .list(try elements(depth: depth))
    case UInt8(ascii: "\""): return .text(try text())
    default:
      if take("true") { return .flag(true) }
      if take("false") { return .flag(false) }
      return try number()
    }
  }

  private mutating func members(depth: Int) throws(BrowseProblem) -> [ArgumentMember] {
    place += 1
    var members: [ArgumentMember] = []
    skipSpace()
    if take("}") { return [] }
    while true {
      skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else { throw Self.problem("a name is missing", at: place) }
      let name = try text()
      guard !members.contains(where: { $0.name == name }) else {
        throw Self.problem("\"\(name)\" comes twice", at: start)
      }
      skipSpace()
      guard take(":") else { throw Self.problem("a name is followed by :", at: place) }
      members.append(ArgumentMember(name, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return members.sorted { $0.name < $1.name } }
      guard take(",") else { throw Self.problem("a , or } is missing", at: place) }
    }
  }

  private mutating func elements(depth: Int) throws(BrowseProblem) -> [ArgumentValue] {
    place += 1
    var elements: [ArgumentValue] = []
    skipSpace()
    if take("]") { return [] }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw Self.problem("a , or ] is missing", at: place) }
    }
  }

  private mutating func text() throws(BrowseProblem) -> String {
    place += 1
    var content: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): content += Array("\(try escaped())".utf8)
      case 0..<0x20: throw Self.problem("a text holds a control character", at: place - 1)
      default: content.append(byte)
      }
    }
    throw Self.problem("a text has no end", at: place)
  }

  private mutating func escaped() throws(BrowseProblem) -> Unicode.Scalar {
    let start = place
    guard let byte = next else { throw Self.problem("a text has no end", at: place) }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xD800..<0xDC00).contains(code), take("\\u") {
        let low = try unit()
        if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + low - 0xDC00 }
      }
      // Half of a pair is no character.
      return Unicode.Scalar(code) ?? "\u{FFFD}"
    default: throw Self.problem("a text holds an escape that JSON does not have", at: start)
    }
  }

  private mutating func unit() throws(BrowseProblem) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Self.problem("a text holds an escape that JSON does not have", at: place)
      }
      unit = unit << 4 | UInt32(digit)
      place += 1
    }
    return unit
  }

  private mutating func number() throws(BrowseProblem) -> ArgumentValue {
    let start = place
    while let byte = next, "+-.0123456789Ee".utf8.contains(byte), place - start < 32 { place += 1 }
    let digits = String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
    if let whole = Int64(digits) { return .integer(whole) }
    guard let number = Double(digits), number.isFinite else {
      throw Self.problem("a value is missing", at: start)
    }
    return .number(number)
  }
}
