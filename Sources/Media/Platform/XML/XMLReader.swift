/// A pull parser of XML (XML 1.0, Namespaces 1.0), which only refers to the document's bytes. It
/// reads UTF-8. The only entities are the five of XML itself; a document type is an error, so
/// nothing can grow. Elements are nested at most ``deepest`` levels. The bytes must outlive the
/// reader.
package struct XMLReader {
  package static let deepest = 64
  private static let mostElements = 100_000

  /// The events of a document, such as the start of an element.
  package enum Event {
    case begin(XMLName, [(name: XMLName, value: [UInt8])])
    case end
    case text([UInt8])
  }

  private typealias Attribute = (raw: UnsafeRawBufferPointer, value: [UInt8])

  let bytes: UnsafeRawBufferPointer
  /// True if the document has to be well-formed, and its line ends are normalised.
  let isStrict: Bool
  /// True if the document has bytes after ``bytes`` that XML can't contain.
  private let isCut: Bool
  /// The offset in the document after the last event.
  package internal(set) var place = 0
  /// The offset in the document at which the last tag begins.
  package private(set) var start = 0
  /// The raw names of the elements that are open.
  private var open: [UnsafeRawBufferPointer] = []
  private var scopes: [(depth: Int, prefix: UnsafeRawBufferPointer, space: [UInt8])] = []
  private var elements = 0
  /// True if the end of an empty element must be returned next.
  private var owesEnd = false

  /// - Parameter isStrict: false to accept what programs write that isn't well-formed: names
  ///   without a namespace, repeated attributes and invalid characters.
  package init(_ bytes: UnsafeRawBufferPointer, isStrict: Bool = false) {
    let count = isStrict ? XMLCharacters.validCount(bytes) : bytes.count
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    self.isStrict = isStrict
    isCut = count < bytes.count
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Returns the next event; nil after the end of the document element.
  package mutating func next() throws(XMLProblem) -> Event? {
    if owesEnd {
      owesEnd = false
      return end()
    }
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        let start = place
        let text = try takeText()
        if open.isEmpty {
          // NULs after the document are not XML, but some programs leave them.
          guard text.allSatisfy({ $0 <= 0x20 }),
            !isStrict || bytes[start..<place].allSatisfy({ $0 <= 0x20 })
          else { throw .malformed }
          continue
        }
        return .text(text)
      }
      if starts("<?") {
        try passInstruction()
      } else if starts("<!--") {
        place += isStrict ? 4 : 0
        try pass(to: isStrict ? "--" : "-->")
        if isStrict { try pass(">") }
      } else if starts("<![CDATA[") {
        guard !open.isEmpty else { throw .malformed }
        let start = place + 9
        try pass(to: "]]>")
        return .text(normalised(UnsafeRawBufferPointer(rebasing: bytes[start..<place - 3])))
      } else if starts("<!") {
        guard !isStrict || (elements == 0 && starts("<!DOCTYPE")) else { throw .malformed }
        throw .documentType
      } else if starts("</") {
        return try takeEnd()
      } else {
        return try takeBegin()
      }
    }
    guard open.isEmpty, elements > 0, !isCut else { throw .malformed }
    return nil
  }

  private mutating func end() -> Event {
    open.removeLast()
    while let scope = scopes.last, scope.depth > open.count { scopes.removeLast() }
    return .end
  }

  private mutating func takeEnd() throws(XMLProblem) -> Event {
    start = place
    place += 2
    let name = try takeName()
    skipBlanks()
    guard byte == UInt8(ascii: ">"), let last = open.last, last.elementsEqual(name) else {
      throw .malformed
    }
    place += 1
    return end()
  }

  private mutating func takeBegin() throws(XMLProblem) -> Event {
    start = place
    place += 1
    let raw = try takeName()
    elements += 1
    guard open.count < Self.deepest, elements <= Self.mostElements else { throw .tooComplex }
    // A document has one root element.
    guard !open.isEmpty || elements == 1 else { throw .malformed }
    open.append(raw)
    let attributes = try takeAttributes()
    for (raw, value) in attributes { try declare(raw, value) }
    var named: [(name: XMLName, value: [UInt8])] = []
    for (raw, value) in attributes where !Self.isDeclaration(raw) {
      named.append((try name(raw, isAttribute: true), value))
    }
    if isStrict {
      let names = Set(named.map { [$0.name.space, Array($0.name.local)] })
      guard names.count == named.count else { throw .malformed }
    }
    return .begin(try name(raw, isAttribute: false), named)
  }

  private mutating func takeAttributes() throws(XMLProblem) -> [Attribute] {
    var attributes: [Attribute] = []
    while true {
      let start = place
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
      guard attributes.count < (isStrict ? 4096 : 512) else { throw .tooComplex }
      guard !isStrict || place > start else { throw .malformed }
      let name = try takeName()
      attributes.append((name, try takeValue()))
    }
    return attributes
  }

  // MARK: - Namespaces

  private static func isDeclaration(_ raw: UnsafeRawBufferPointer) -> Bool {
    raw.equals("xmlns") || split(raw).prefix.equals("xmlns")
  }

  /// Reads a declaration of `xmlns` or `xmlns:prefix`.
  private mutating func declare(
    _ raw: UnsafeRawBufferPointer, _ value: [UInt8]
  ) throws(XMLProblem) {
    guard Self.isDeclaration(raw) else { return }
    let (prefix, local) = Self.split(raw)
    if isStrict {
      let isXML = value.elementsEqual(XMLName.xml.utf8)
      guard prefix.isEmpty || (!value.isEmpty && !local.equals("xmlns")),
        isXML == (!prefix.isEmpty && local.equals("xml")),
        !value.elementsEqual("http://www.w3.org/2000/xmlns/".utf8)
      else { throw .malformed }
      guard scopes.count < 512 else { throw .tooComplex }
      let isRepeated = scopes.contains {
        $0.depth == open.count && $0.prefix.elementsEqual(prefix.isEmpty ? prefix : local)
      }
      guard !isRepeated else { throw .malformed }
    }
    scopes.append((open.count, prefix.isEmpty ? prefix : local, value))
  }

  private func name(
    _ raw: UnsafeRawBufferPointer, isAttribute: Bool
  ) throws(XMLProblem) -> XMLName {
    let (prefix, local) = Self.split(raw)
    if prefix.equals("xml") {
      return XMLName(space: Array(XMLName.xml.utf8), prefix: prefix, local: local)
    }
    if prefix.isEmpty, isAttribute { return XMLName(space: [], prefix: prefix, local: local) }
    let scope = scopes.last { $0.prefix.elementsEqual(prefix) }
    guard !isStrict || scope != nil || prefix.isEmpty else { throw .malformed }
    return XMLName(space: scope?.space ?? [], prefix: prefix, local: local)
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

/// The reason why a document can't be read.
package enum XMLProblem: Error {
  case malformed
  /// A document type, which could define entities that grow without end.
  case documentType
  /// The content is nested deeper, or has more members, than any program writes.
  case tooComplex
}

/// The name of an element or an attribute, with its prefix resolved.
package struct XMLName {
  package static let xml = "http://www.w3.org/XML/1998/namespace"

  /// The name of the namespace; empty for none.
  package let space: [UInt8]
  package let prefix: UnsafeRawBufferPointer
  package let local: UnsafeRawBufferPointer
}

extension UnsafeRawBufferPointer {
  /// Returns true if these are the bytes of `text`.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return (0..<count).allSatisfy { self[$0] == text.utf8Start[$0] }
  }
}
