/// A value of a JSON text (RFC 8259) that was checked as a whole. Nothing is copied: objects and
/// lists are parsed again at each access. The bytes must outlive it.
@usableFromInline package struct JSONElement {
  @usableFromInline package let kind: JSONKind
  /// The bytes of a text without its quotes and with its escapes; any other value as it is written.
  @usableFromInline package let bytes: UnsafeRawBufferPointer

  /// Makes a value that a scanner found.
  @inlinable package init(_ kind: JSONKind, _ bytes: UnsafeRawBufferPointer) {
    self.kind = kind
    self.bytes = bytes
  }

  /// Checks a text, except its UTF-8: it has to be one value of at most `deepest` levels.
  package init(checking text: UnsafeRawBufferPointer, deepest: Int) throws(JSONProblem) {
    guard let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      throw JSONProblem(.value, at: 0)
    }
    var scanner = JSONScanner(start, 0..<text.count, deepest: deepest)
    scanner.skipSpace()
    let found = try scanner.value()
    scanner.skipSpace()
    guard scanner.position == text.count else { throw JSONProblem(.rest, at: scanner.position) }
    self.init(found.kind, UnsafeRawBufferPointer(rebasing: text[found.start..<found.end]))
  }

  /// The text with its escapes resolved and U+FFFD for invalid UTF-8; nil for any other value.
  package var string: String? {
    switch kind {
    case .text: String(decoding: bytes, as: UTF8.self)
    case .escapedText:
      withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { target in
        let count = JSONText.unescape(bytes, into: target)
        return String(decoding: target[..<count], as: UTF8.self)
      }
    default: nil
    }
  }

  /// The flag of `true` or `false`; nil for any other value.
  package var flag: Bool? {
    switch kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The value of a number without point and exponent; nil for any other value, and beyond 64 bits.
  @inlinable package var whole: Int64? {
    guard kind == .integer, bytes.count <= 20 else { return nil }
    let isNegative = bytes.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.subtractingReportingOverflow(Int64(bytes[index] &- 48))
      if overflow || carry { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// The value of a number, also in a text; nil for any other value, and beyond 64 bits.
  package var number: Double? {
    switch kind {
    case .integer, .number: break
    case .text where bytes.allSatisfy(Self.isNumeric): break
    default: return nil
    }
    return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension JSONElement {
  /// The values of a list; none for any other value.
  package var elements: Elements { Elements(of: self, kind: .list) }

  /// The members of an object, in order; none for any other value.
  package var members: Members { Members(names: Elements(of: self, kind: .object)) }

  /// The value of the first member with that name; nil if none exists.
  package subscript(first name: StaticString) -> JSONElement? {
    members.first { $0.name.equals(name) }?.value
  }

  /// The value of the last member with that name; nil if none exists.
  package subscript(last name: StaticString) -> JSONElement? {
    members.reduce(nil) { $1.name.equals(name) ? $1.value : $0 }
  }

  /// Returns true if a text is written exactly so, without escapes.
  package func equals(_ text: StaticString) -> Bool {
    bytes.count == text.utf8CodeUnitCount
      && bytes.elementsEqual(
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A sequence of the values of a list.
  package struct Elements: Sequence, IteratorProtocol {
    private var scanner: JSONScanner?

    fileprivate init(of element: JSONElement, kind: JSONKind) {
      guard element.kind == kind,
        let start = element.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      else { return }
      scanner = JSONScanner(start, 1..<element.bytes.count - 1)
    }

    /// Returns the next value; commas and colons before it are skipped, as everything was checked.
    package mutating func next() -> JSONElement? {
      scanner?.skipSpace()
      if scanner?.take(",") == true || scanner?.take(":") == true { scanner?.skipSpace() }
      guard let start = scanner?.start, let found = try? scanner?.value() else { return nil }
      return JSONElement(
        found.kind,
        UnsafeRawBufferPointer(start: start + found.start, count: found.end - found.start))
    }
  }

  /// A sequence of the members of an object.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var names: Elements

    package mutating func next() -> (name: JSONElement, value: JSONElement)? {
      guard let name = names.next(), let value = names.next() else { return nil }
      return (name, value)
    }
  }
}

/// The kinds of JSON values that a scanner distinguishes.
@usableFromInline package enum JSONKind: UInt8, Sendable {
  case text, escapedText
  /// A number without point and exponent, and a number with either.
  case integer, number
  case yes, no, null, object, list
}
