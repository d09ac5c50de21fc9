internal import Platform

/// A member's value, read as the type that its field has.
package struct RecordValue {
  private let member: RecordMember
  /// Held by the asset that asks.
  private unowned(unsafe) let chunk: RecordChunk

  @inline(__always)
  package init(_ member: RecordMember, in chunk: RecordChunk) {
    self.member = member
    self.chunk = chunk
  }

  private var bytes: UnsafeRawBufferPointer { chunk.span(member.start, member.count) }

  /// The value; absent when it is null or of another type.
  package func value(as type: FieldType, of field: Field) -> FieldValue {
    switch (type, member.kind) {
    case (.text, .text): .text(TextSpan(bytes))
    case (.text, .escapedText): .text(TextSpan(chunk.unescape(member)))
    case (.flag, .yes): .flag(true)
    case (.flag, .no): .flag(false)
    case (.integer, .integer): whole().map(FieldValue.integer) ?? .absent
    case (.integer, .number):
      real().flatMap { Int64(exactly: $0) }.map(FieldValue.integer) ?? .absent
    case (.number, .integer), (.number, .number): real().map(FieldValue.number) ?? .absent
    case (.date, .text): Instant(parsing: bytes).map(FieldValue.date) ?? .absent
    case (.date, .escapedText):
      Instant(parsing: chunk.unescape(member)).map(FieldValue.date) ?? .absent
    case (.texts, .list):
      field == .mediaSubtypes ? .subtypes(subtypes()) : .texts(RecordTexts.read(bytes))
    case (.location, .object): location().map(FieldValue.location) ?? .absent
    case (.object, .object): .object(TextSpan(bytes))
    case (.value, .text): .text(TextSpan(bytes))
    case (.value, .escapedText): .text(TextSpan(chunk.unescape(member)))
    case (.value, .yes): .flag(true)
    case (.value, .no): .flag(false)
    case (.value, .integer), (.value, .number): real().map(FieldValue.number) ?? .absent
    case (.value, .list): .texts(RecordTexts.read(bytes))
    default: .absent
    }
  }

  private func whole() -> Int64? {
    var value: Int64 = 0
    var index = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    guard index < bytes.count, bytes.count <= 20 else { return nil }
    while index < bytes.count {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.subtractingReportingOverflow(Int64(bytes[index] &- 48))
      if overflow || carry { return nil }
      value = sum
      index += 1
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// Nil when the number is beyond what 64 bits can name.
  private func real() -> Double? {
    Double(TextSpan(bytes).string).flatMap { $0.isFinite ? $0 : nil }
  }

  private func subtypes() -> MediaSubtypes {
    guard bytes.count > 2 else { return [] }
    var subtypes: MediaSubtypes = []
    for name in RecordTexts.read(bytes) {
      for known in MediaSubtypes.named where "\(known.name)" == name {
        subtypes.insert(known.subtype)
      }
    }
    return subtypes
  }

  /// `{"latitude":54.2,"longitude":7.9}`, read by a scanner of its own.
  private func location() -> Location? {
    let inner = RecordChunk(capacity: bytes.count)
    if let base = bytes.baseAddress { memcpy(inner.bytes, base, bytes.count) }
    inner.count = bytes.count
    var scanner = RecordScanner(inner)
    guard let extent = try? scanner.scan(0..<bytes.count) else { return nil }
    scanner.finish()
    func number(_ name: StaticString) -> Double? {
      for place in 0..<Int(extent.memberCount) {
        let member = inner.tape[place]
        if TextSpan(inner.span(member.keyStart, member.keyCount)).hasSameBytes(as: name) {
          return RecordValue(member, in: inner).real()
        }
      }
      return nil
    }
    guard let latitude = number("latitude"), let longitude = number("longitude") else {
      return nil
    }
    return Location(latitude: latitude, longitude: longitude, altitude: number("altitude"))
  }
}
