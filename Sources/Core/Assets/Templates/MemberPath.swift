package import Platform

/// The name of a record's member, such as `filename`, or `prompt.outcome` within an object.
package struct MemberPath: Hashable, Sendable {
  package let name: String
  private let parts: [[UInt8]]
  /// The name of the member with the bytes of a text that is not UTF-8; nil if the field has none.
  package let bytesName: String?
  private let bytesPart: [UInt8]?
  /// The index of the element to take of a list; nil for the whole member.
  private let element: Int?

  private static let withBytes = Set(Field.withBytes.map(\.name))

  package init(_ name: String) {
    self.name = name
    element = nil
    parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let last = String(decoding: parts.last ?? [], as: UTF8.self)
    bytesName = Self.withBytes.contains(last) ? "\(name)Bytes" : nil
    bytesPart = bytesName == nil ? nil : Array("\(last)Bytes".utf8)
  }

  /// Creates the path of an element of the list `list`, which is shown as `name`.
  package init(_ name: String, element: Int, of list: String) {
    self.name = name
    parts = [Array(list.utf8)]
    (bytesName, bytesPart) = (nil, nil)
    self.element = element
  }

  /// The field that the member is or belongs to; nil if the member is no field.
  package var field: Field? {
    Field(name: name) ?? Field(name: String(decoding: parts.first ?? [], as: UTF8.self))
  }

  /// The field that the member is or belongs to, where records may carry that only on request; nil
  /// for all other members.
  package var requestedField: Field? {
    guard let field else { return nil }
    let isRead =
      field.isDescriptive || field == .albumPaths
      || [.end, .digest, .metadata].contains(field.facet)
    return isRead ? field : nil
  }

  /// Returns the member of a record; nil when the record has none of that name.
  package func cell(of record: JSONElement) -> RecordCell? {
    var object = record
    for part in parts.dropLast() {
      // A field that a rule adds, or another member of the record, may have a point in its name.
      guard let next = object.member(part) else { return record.member(Array(name.utf8)).cell() }
      object = next
    }
    guard let value = object.member(parts.last ?? []) else {
      return parts.count > 1 ? record.member(Array(name.utf8)).cell() : nil
    }
    if let element { return value.elements.dropFirst(element).first { _ in true }.cell() }
    return value.cell(bytes: bytesPart.flatMap { object.member($0) })
  }
}

/// The value of a record's member, for columns and templates.
package struct RecordCell {
  package let value: JSONElement
  private let exact: [UInt8]?

  fileprivate init(_ value: JSONElement, bytes: JSONElement?) {
    self.value = value
    exact = bytes.flatMap { $0.kind == .text ? Base64.decode($0.bytes) : nil }
  }

  /// Returns the value as bytes: a text unquoted, numbers and booleans as JSON, a list of these
  /// joined by `separator`, and anything else as JSON.
  package func bytes(joinedBy separator: String = ",") -> [UInt8] {
    exact ?? Self.bytes(of: value, joinedBy: separator)
  }

  /// The texts of a list of values; ``bytes(joinedBy:)`` of any other value.
  package var texts: [[UInt8]] {
    guard exact == nil, value.kind == .list else { return [bytes()] }
    let elements = Array(value.elements)
    return elements.allSatisfy(\.isPlainValue)
      ? elements.map { Self.bytes(of: $0, joinedBy: ",") } : [bytes()]
  }

  /// Returns ``bytes(joinedBy:)`` as a string, with U+FFFD for invalid UTF-8.
  package func text(joinedBy separator: String = ",") -> String {
    String(decoding: Self.bytes(of: value, joinedBy: separator), as: UTF8.self)
  }

  private static func bytes(of value: JSONElement, joinedBy separator: String) -> [UInt8] {
    switch value.kind {
    case .text: return Array(value.bytes)
    case .escapedText: return Array((value.string ?? "").utf8)
    case .list:
      let elements = Array(value.elements)
      guard elements.allSatisfy(\.isPlainValue) else { return Array(value.bytes) }
      return Array(
        elements.map { bytes(of: $0, joinedBy: separator) }
          .joined(separator: Array(separator.utf8)))
    default: return Array(value.bytes)
    }
  }
}

extension JSONElement {
  fileprivate func member(_ wanted: [UInt8]) -> JSONElement? {
    var found: JSONElement?
    for (name, value) in members where name.isNamed(wanted) { found = value }
    return found
  }

  private func isNamed(_ wanted: [UInt8]) -> Bool {
    kind == .escapedText
      ? string?.utf8.elementsEqual(wanted) ?? false : bytes.elementsEqual(wanted)
  }

  fileprivate var isPlainValue: Bool { kind != .list && kind != .object }
}

extension JSONElement? {
  /// Returns the cell of a member; nil if it is absent or null.
  fileprivate func cell(bytes: JSONElement? = nil) -> RecordCell? {
    guard let self, self.kind != .null else { return nil }
    return RecordCell(self, bytes: bytes)
  }
}

extension JSONElement {
  fileprivate func cell(bytes: JSONElement?) -> RecordCell? { Optional(self).cell(bytes: bytes) }
}

extension RecordCell {
  /// The value as a date with its zone, UTC if it names none; nil for anything else.
  package var date: (moment: Instant, zone: ClockOffset)? {
    value.bytes.isEmpty
      ? nil
      : Instant(parsing: value.bytes).map {
        ($0, ClockOffset(endOf: value.bytes) ?? ClockOffset(seconds: 0))
      }
  }
}
