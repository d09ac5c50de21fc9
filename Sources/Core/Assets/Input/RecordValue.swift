internal import Platform

/// A member's value, to be read as the type of its field.
package struct RecordValue {
  private let member: RecordMember
  /// The chunk, kept alive by the asset that reads the value.
  private unowned(unsafe) let chunk: RecordChunk

  @inline(__always)
  package init(_ member: RecordMember, in chunk: RecordChunk) {
    self.member = member
    self.chunk = chunk
  }

  private var bytes: UnsafeRawBufferPointer { chunk.span(member.start, member.count) }
  private var element: JSONElement { JSONElement(member.kind, bytes) }

  /// Returns the value; absent when it is null or of another type.
  package func value(as type: FieldType, of field: Field) -> FieldValue {
    switch (type, member.kind) {
    case (.text, .text): .text(TextSpan(bytes))
    case (.text, .escapedText): .text(TextSpan(chunk.unescape(member)))
    case (.flag, .yes): .flag(true)
    case (.flag, .no): .flag(false)
    case (.integer, .integer): whole.map(FieldValue.integer) ?? .absent
    case (.integer, .number):
      element.number.flatMap { Int64(exactly: $0) }.map(FieldValue.integer) ?? .absent
    case (.number, .integer), (.number, .number): element.number.map(FieldValue.number) ?? .absent
    case (.date, .text): Instant(parsing: bytes).map(FieldValue.date) ?? .absent
    case (.date, .escapedText):
      Instant(parsing: chunk.unescape(member)).map(FieldValue.date) ?? .absent
    case (.texts, .list):
      field == .mediaSubtypes
        ? .subtypes(subtypes()) : .texts(element.elements.compactMap(\.string))
    case (.location, .object): location().map(FieldValue.location) ?? .absent
    case (.object, .object): .object(TextSpan(bytes))
    case (.value, .text): .text(TextSpan(bytes))
    case (.value, .escapedText): .text(TextSpan(chunk.unescape(member)))
    case (.value, .yes): .flag(true)
    case (.value, .no): .flag(false)
    case (.value, .integer):
      element.whole.map(FieldValue.integer) ?? element.number.map(FieldValue.number) ?? .absent
    case (.value, .number): element.number.map(FieldValue.number) ?? .absent
    case (.value, .list): .texts(element.elements.compactMap(\.string))
    default: .absent
    }
  }

  /// Returns the same as ``value(as:of:)`` if that allocates no memory; else ``PlainValue/unread``.
  @inline(__always)
  func plain(as type: FieldType) -> PlainValue {
    switch (type, member.kind) {
    case (.text, .text): .text(bytes)
    case (.flag, .yes): .flag(true)
    case (.flag, .no): .flag(false)
    case (.integer, .integer): whole.map(PlainValue.integer) ?? .absent
    case (.number, .integer), (.number, .number): element.number.map(PlainValue.number) ?? .absent
    case (.date, .text): Instant(parsing: bytes).map(PlainValue.date) ?? .absent
    case (_, .null): .absent
    default: .unread
    }
  }

  @inline(__always)
  private var whole: Int64? {
    let digits = bytes
    // Numbers with a sign, or that may not fit.
    if digits.count > 18 || digits.first == UInt8(ascii: "-") { return element.whole }
    var value: Int64 = 0
    for digit in digits { value = value &* 10 &+ Int64(digit &- UInt8(ascii: "0")) }
    return value
  }

  /// Returns a description of a value that the added field can't have; nil for a valid one.
  func misfit(_ type: FieldType, of field: Field) -> String? {
    if member.kind == .null { return nil }
    if type == .texts, member.kind == .list {
      let isOfTexts = element.elements.allSatisfy { $0.string != nil }
      return isOfTexts ? nil : "the list \(shortText)"
    }
    if value(as: type, of: field).isPresent { return nil }
    return switch member.kind {
    case .text, .escapedText: "the text \"\(shortText)\""
    case .integer, .number: "the number \(shortText)"
    case .object: "the object \(shortText)"
    case .list: "the list \(shortText)"
    case .yes, .no, .null: shortText
    }
  }

  private var shortText: String {
    let text = TextSpan(bytes).string
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }

  /// Returns the value of an object's member; absent when it is missing, null or of another type.
  package func value(ofMember name: String, as type: FieldType) -> FieldValue {
    guard let value = element.members.first(where: { $0.name.string == name })?.value else {
      return .absent
    }
    return switch type {
    case .flag: value.kind == .yes ? .flag(true) : value.kind == .no ? .flag(false) : .absent
    case .integer: value.whole.map(FieldValue.integer) ?? .absent
    case .number: value.number.map(FieldValue.number) ?? .absent
    case .date: value.string.flatMap { Instant($0) }.map(FieldValue.date) ?? .absent
    case .text: value.string.map(FieldValue.string) ?? .absent
    case .texts: .texts(value.elements.compactMap(\.string))
    case .location, .object, .value: .absent
    }
  }

  private func subtypes() -> MediaSubtypes {
    var subtypes: MediaSubtypes = []
    for name in element.elements.compactMap(\.string) {
      for known in MediaSubtypes.named where "\(known.name)" == name {
        subtypes.insert(known.subtype)
      }
    }
    return subtypes
  }

  private func location() -> Location? {
    let place = element
    guard let latitude = place[first: "latitude"]?.number,
      let longitude = place[first: "longitude"]?.number
    else { return nil }
    return Location(
      latitude: latitude, longitude: longitude, altitude: place[first: "altitude"]?.number)
  }
}
