// The characters, names, texts and references.
extension XMLReader {
  var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return bytes.count - place >= count
      && (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  private var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  mutating func skipBlanks() {
    while isBlank { place += 1 }
  }

  /// Moves past the next `end`; throws ``XMLProblem/malformed`` if none exists.
  mutating func pass(to end: StaticString) throws(XMLProblem) {
    while place < bytes.count {
      if starts(end) {
        place += end.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw .malformed
  }

  mutating func pass(_ text: StaticString) throws(XMLProblem) {
    guard starts(text) else { throw .malformed }
    place += text.utf8CodeUnitCount
  }

  /// Moves past `<?target data?>`.
  mutating func passInstruction() throws(XMLProblem) {
    guard isStrict else { return try pass(to: "?>") }
    let start = place
    place += 2
    let target = try takeName()
    guard !target.contains(UInt8(ascii: ":")),
      starts("?>") || isBlank
    else { throw .malformed }
    guard String(decoding: target, as: UTF8.self).lowercased() == "xml" else {
      return try pass(to: "?>")
    }
    guard target.equals("xml"), start == 0 || (start == 3 && bytes[0] == 0xEF) else {
      throw .malformed
    }
    try takeDeclaration()
  }

  /// Reads the rest of `<?xml version="1.0" encoding="UTF-8"?>`.
  private mutating func takeDeclaration() throws(XMLProblem) {
    var names: [String] = []
    while true {
      let start = place
      skipBlanks()
      if starts("?>") { break }
      guard place > start else { throw .malformed }
      let name = String(decoding: try takeName(), as: UTF8.self)
      let value = String(decoding: try takeValue(), as: UTF8.self)
      let isKnown =
        switch name {
        case "encoding": ["UTF-8", "UTF-16", "US-ASCII"].contains(value.uppercased())
        case "standalone": value == "yes" || value == "no"
        default: value.utf8.allSatisfy { $0 < 0x80 && XMLCharacters.isInName($0) && $0 != 0x3A }
        }
      guard isKnown else { throw .malformed }
      names.append(name)
    }
    guard names.first == "version",
      [[], ["encoding"], ["standalone"], ["encoding", "standalone"]].contains(names.dropFirst())
    else { throw .malformed }
    place += 2
  }

  mutating func takeName() throws(XMLProblem) -> UnsafeRawBufferPointer {
    let start = place
    while XMLCharacters.isInName(byte), place < bytes.count { place += 1 }
    let name = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
    guard !name.isEmpty else { throw .malformed }
    if isStrict {
      let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count <= 2,
        parts.allSatisfy({ $0.first.map(XMLCharacters.beginsName) ?? false })
      else { throw .malformed }
    }
    return name
  }

  mutating func takeValue() throws(XMLProblem) -> [UInt8] {
    skipBlanks()
    try pass("=")
    skipBlanks()
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .malformed }
    place += 1
    let value = try takeText(until: quote)
    guard byte == quote else { throw .malformed }
    place += 1
    return value
  }

  /// Reads the text before the next `end`, with references resolved.
  mutating func takeText(
    until end: UInt8 = UInt8(ascii: "<")
  ) throws(XMLProblem) -> [UInt8] {
    let isAttribute = end != UInt8(ascii: "<")
    var text: [UInt8] = []
    while place < bytes.count, bytes[place] != end {
      switch bytes[place] {
      case UInt8(ascii: "&"): try takeReference(into: &text)
      case UInt8(ascii: "<"): throw .malformed
      case UInt8(ascii: "]") where isStrict && !isAttribute && starts("]]>"): throw .malformed
      case 0x0D where isStrict:
        text.append(isAttribute ? 0x20 : 0x0A)
        place += starts("\r\n") ? 2 : 1
      case 0x09 where isStrict && isAttribute, 0x0A where isStrict && isAttribute:
        text.append(0x20)
        place += 1
      default:
        text.append(bytes[place])
        place += 1
      }
    }
    return text
  }

  func normalised(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    guard isStrict, text.contains(0x0D) else { return Array(text) }
    return text.indices.compactMap { index in
      guard text[index] == 0x0D else { return text[index] }
      return index + 1 < text.count && text[index + 1] == 0x0A ? nil : 0x0A
    }
  }

  private mutating func takeReference(into text: inout [UInt8]) throws(XMLProblem) {
    let start = place + 1
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw .malformed
    }
    let name = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    if let known = Self.entities.first(where: { name.equals($0.name) }) {
      text.append(known.character)
    } else {
      guard let scalar = Self.scalar(name) else { throw .malformed }
      text.append(contentsOf: Character(scalar).utf8)
    }
    place = end + 1
  }

  private static let entities: [(name: StaticString, character: UInt8)] = [
    ("amp", 0x26), ("lt", 0x3C), ("gt", 0x3E), ("quot", 0x22), ("apos", 0x27),
  ]

  /// Returns the character of `#233` or `#xE9`; nil for another reference.
  private static func scalar(_ reference: UnsafeRawBufferPointer) -> Unicode.Scalar? {
    guard reference.first == UInt8(ascii: "#") else { return nil }
    let text = String(decoding: reference.dropFirst(), as: UTF8.self)
    let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    guard let value, !text.contains("+"),
      value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value), value & ~1 != 0xFFFE
    else { return nil }
    return Unicode.Scalar(value)
  }
}

/// The characters of XML (XML 1.0, section 2.2 and 2.3).
enum XMLCharacters {
  static func beginsName(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  static func isInName(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte >= 0x2D && byte <= 0x3A && byte != UInt8(ascii: "/")
  }

  /// Returns the number of bytes before the first that isn't UTF-8, or no character of XML.
  static func validCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte < 0x80 {
        guard byte >= 0x20 || [0x09, 0x0A, 0x0D].contains(byte) else { return place }
        place += 1
        continue
      }
      let count = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      var one = UTF8.ForwardParser()
      var iterator = bytes[place...].prefix(count).makeIterator()
      guard case .valid(let sequence) = one.parseScalar(from: &iterator),
        sequence.count == count, UTF8.decode(sequence).value & ~1 != 0xFFFE
      else { return place }
      place += count
    }
    return place
  }
}
