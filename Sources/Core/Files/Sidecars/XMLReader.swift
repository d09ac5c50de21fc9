internal import Media

/// A pull parser for the XML of a sidecar (XML 1.0, Namespaces 1.0). It reads UTF-8 only. The only
/// entities are the five of XML itself; a document type is an error, so nothing can grow. Elements
/// are nested at most ``deepest`` levels. The bytes must outlive the reader.
struct XMLReader {
  static let deepest = 64
  private static let mostElements = 100_000
  private static let mostAttributes = 512

  /// One step through the document.
  enum Event {
    case begin(XMLName, [(name: XMLName, value: [UInt8])])
    case end
    case text([UInt8])
  }

  private typealias Attribute = (raw: UnsafeRawBufferPointer, value: [UInt8])

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  /// The raw names of the elements that are open.
  private var open: [UnsafeRawBufferPointer] = []
  private var scopes: [(depth: Int, prefix: UnsafeRawBufferPointer, space: XMLNamespace)] = []
  private var elements = 0
  /// True if the end of an empty element has to be returned next.
  private var owesEnd = false

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Returns the next event; nil after the end of the document element.
  mutating func next() throws(SidecarProblem) -> Event? {
    if owesEnd {
      owesEnd = false
      return end()
    }
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        let text = try takeText()
        if open.isEmpty {
          // NULs after the document are not XML, but some programs leave them.
          guard text.allSatisfy({ $0 <= 0x20 }) else { throw .notXML }
          continue
        }
        return .text(text)
      }
      if starts("<?") {
        try pass(to: "?>")
      } else if starts("<!--") {
        try pass(to: "-->")
      } else if starts("<![CDATA[") {
        guard !open.isEmpty else { throw .notXML }
        let start = place + 9
        try pass(to: "]]>")
        return .text(Array(bytes[start..<place - 3]))
      } else if starts("<!") {
        throw .documentType
      } else if starts("</") {
        return try takeEnd()
      } else {
        return try takeBegin()
      }
    }
    guard open.isEmpty, elements > 0 else { throw .notXML }
    return nil
  }

  private mutating func end() -> Event {
    open.removeLast()
    while let scope = scopes.last, scope.depth > open.count { scopes.removeLast() }
    return .end
  }

  private mutating func takeEnd() throws(SidecarProblem) -> Event {
    place += 2
    let name = try takeName()
    skipBlanks()
    guard byte == UInt8(ascii: ">"), let last = open.last, last.elementsEqual(name) else {
      throw .notXML
    }
    place += 1
    return end()
  }

  private mutating func takeBegin() throws(SidecarProblem) -> Event {
    place += 1
    let raw = try takeName()
    elements += 1
    guard open.count < Self.deepest, elements <= Self.mostElements else { throw .tooComplex }
    // A document has one root element.
    guard !open.isEmpty || elements == 1 else { throw .notXML }
    open.append(raw)
    var attributes: [Attribute] = []
    while true {
      skipBlanks()
      if byte == UInt8(ascii: ">") {
        place += 1
        break
      }
      if starts("/>") {
        place += 2
        owesEnd = true
        break
      }
      guard attributes.count < Self.mostAttributes else { throw .tooComplex }
      let name = try takeName()
      attributes.append((name, try takeValue()))
    }
    for (raw, value) in attributes { declare(raw, value) }
    var named: [(name: XMLName, value: [UInt8])] = []
    for (raw, value) in attributes {
      let name = name(raw, isAttribute: true)
      if name.space != .declaration { named.append((name, value)) }
    }
    return .begin(name(raw, isAttribute: false), named)
  }

  /// Reads a declaration of `xmlns` or `xmlns:prefix`.
  private mutating func declare(_ raw: UnsafeRawBufferPointer, _ value: [UInt8]) {
    let (prefix, local) = Self.split(raw)
    if prefix.isEmpty, local.equals("xmlns") {
      scopes.append((open.count, prefix, XMLNamespace(value)))
    } else if prefix.equals("xmlns") {
      scopes.append((open.count, local, XMLNamespace(value)))
    }
  }

  private func name(_ raw: UnsafeRawBufferPointer, isAttribute: Bool) -> XMLName {
    let (prefix, local) = Self.split(raw)
    if prefix.equals("xmlns") || (prefix.isEmpty && local.equals("xmlns")) {
      return XMLName(space: .declaration, local: local)
    }
    if prefix.equals("xml") { return XMLName(space: .xml, local: local) }
    if prefix.isEmpty, isAttribute { return XMLName(space: .other, local: local) }
    let scope = scopes.last { $0.prefix.elementsEqual(prefix) }
    return XMLName(space: scope?.space ?? .other, local: local)
  }

  private static func split(
    _ raw: UnsafeRawBufferPointer
  ) -> (prefix: UnsafeRawBufferPointer, local: UnsafeRawBufferPointer) {
    guard let colon = raw.firstIndex(of: UInt8(ascii: ":")) else {
      return (UnsafeRawBufferPointer(rebasing: raw[..<0]), raw)
    }
    return (
      UnsafeRawBufferPointer(rebasing: raw[..<colon]),
      UnsafeRawBufferPointer(rebasing: raw[(colon + 1)...])
    )
  }
}

extension XMLReader {
  /// The next byte; 0 after the end.
  private var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return bytes.count - place >= count
      && (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  private mutating func skipBlanks() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  /// Moves past the next `end`.
  private mutating func pass(to end: StaticString) throws(SidecarProblem) {
    while place < bytes.count {
      if starts(end) {
        place += end.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw .notXML
  }

  private mutating func takeName() throws(SidecarProblem) -> UnsafeRawBufferPointer {
    let start = place
    loop: while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
        place += 1
      default: break loop
      }
    }
    guard place > start else { throw .notXML }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<place])
  }

  private mutating func takeValue() throws(SidecarProblem) -> [UInt8] {
    skipBlanks()
    guard byte == UInt8(ascii: "=") else { throw .notXML }
    place += 1
    skipBlanks()
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .notXML }
    place += 1
    let value = try takeText(until: quote)
    guard byte == quote else { throw .notXML }
    place += 1
    return value
  }

  /// Reads the text before the next `end`, with references resolved.
  private mutating func takeText(
    until end: UInt8 = UInt8(ascii: "<")
  ) throws(SidecarProblem) -> [UInt8] {
    var text: [UInt8] = []
    while place < bytes.count, bytes[place] != end {
      switch bytes[place] {
      case UInt8(ascii: "&"): try takeReference(into: &text)
      case UInt8(ascii: "<"): throw .notXML
      default:
        text.append(bytes[place])
        place += 1
      }
    }
    return text
  }

  private mutating func takeReference(into text: inout [UInt8]) throws(SidecarProblem) {
    let start = place + 1
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw .notXML
    }
    let name = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    if name.equals("amp") {
      text.append(UInt8(ascii: "&"))
    } else if name.equals("lt") {
      text.append(UInt8(ascii: "<"))
    } else if name.equals("gt") {
      text.append(UInt8(ascii: ">"))
    } else if name.equals("quot") {
      text.append(UInt8(ascii: "\""))
    } else if name.equals("apos") {
      text.append(UInt8(ascii: "'"))
    } else {
      guard let scalar = Self.scalar(name) else { throw .notXML }
      text.append(contentsOf: Character(scalar).utf8)
    }
    place = end + 1
  }

  /// Returns the character of `#233` or `#xE9`.
  private static func scalar(_ reference: UnsafeRawBufferPointer) -> Unicode.Scalar? {
    guard reference.first == UInt8(ascii: "#") else { return nil }
    let text = String(decoding: reference.dropFirst(), as: UTF8.self)
    let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    guard let value, value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value) else { return nil }
    return Unicode.Scalar(value)
  }
}

/// The name of an element or an attribute, with its prefix resolved.
struct XMLName {
  let space: XMLNamespace
  let local: UnsafeRawBufferPointer

  func isNamed(_ name: StaticString, in space: XMLNamespace) -> Bool {
    self.space == space && local.equals(name)
  }
}

extension UnsafeRawBufferPointer {
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return (0..<count).allSatisfy { self[$0] == text.utf8Start[$0] }
  }
}
