package import Platform

/// A writer of records, one a line, as JSON (RFC 8259) in UTF-8.
///
/// Every record begins with `{"v":1,"kind":…`; a member is written only when it is known.
public struct RecordWriter: ~Copyable {
  /// The bytes of the records.
  package var buffer: ByteBuffer
  /// The names of the fields that stages added.
  package var fields = FieldTable()
  /// JSON members to insert after the first member of each record; see ``RecordLineOptions``.
  package var opening: [UInt8] = []
  /// The format in which the output prints records; nil for a line of JSON each.
  package private(set) var form: (any RecordFormat)?
  /// The fields that are written; nil for all.
  package private(set) var printedFields: FieldSet?

  package init(capacity: Int = 1 << 16) {
    buffer = ByteBuffer(capacity: capacity)
  }

  /// Takes the settings of an output.
  package mutating func adopt(_ lines: RecordLineOptions) {
    (opening, form, printedFields) = (lines.opening, lines.form, lines.printedFields)
  }

  /// Begins a record; ``end()`` closes it.
  package mutating func begin(kind: StaticString) {
    buffer.append("{\"v\":1,\"kind\":\"")
    buffer.append(kind)
    buffer.append(UInt8(ascii: "\""))
    if !opening.isEmpty { opening.withUnsafeBytes { buffer.append($0) } }
  }

  /// Ends a record and its line.
  package mutating func end() {
    buffer.append("}\n")
  }

  /// Begins an object that is a member; ``endObject()`` closes it.
  package mutating func beginObject(_ key: StaticString) {
    write(key: key)
    buffer.append(UInt8(ascii: "{"))
  }

  /// Ends an object that ``beginObject(_:)`` began.
  package mutating func endObject() {
    buffer.append(UInt8(ascii: "}"))
  }

  /// Writes the name of a member, before its value.
  @inline(__always)
  package mutating func write(key: StaticString) {
    buffer.append(key: key)
  }

  package mutating func write(_ key: StaticString, _ value: Int64) {
    write(key: key)
    buffer.append(value)
  }

  /// Writes a number; skips infinities and NaN, which JSON can't express.
  package mutating func write(_ key: StaticString, _ value: Double) {
    guard value.isFinite else { return }
    write(key: key)
    buffer.append(value)
  }

  package mutating func write(_ key: StaticString, _ value: Bool) {
    write(key: key)
    buffer.append(value)
  }

  package mutating func write(_ key: StaticString, _ value: Instant) {
    write(key: key)
    writeMoment(value)
  }

  package mutating func write(_ key: StaticString, _ value: Instant, by clock: ClockOffset) {
    write(key: key)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(atMost: Instant.longestText) { value.write(by: clock, to: $0) }
    buffer.append(UInt8(ascii: "\""))
  }

  mutating func writeMoment(_ value: Instant) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(atMost: Instant.longestText) { value.write(to: $0) }
    buffer.append(UInt8(ascii: "\""))
  }

  package mutating func write(_ key: StaticString, _ value: StaticString) {
    write(key: key)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(value)
    buffer.append(UInt8(ascii: "\""))
  }

  package mutating func write(_ key: StaticString, _ value: String) {
    write(key: key)
    buffer.append(string: value)
  }

  /// Writes bytes as text; if they are not UTF-8, with U+FFFD and also in base64 as `bytesKey`.
  package mutating func write(
    _ key: StaticString, _ bytes: UnsafeRawBufferPointer, bytesKey: StaticString
  ) {
    write(key: key)
    if bytes.isPlain {
      buffer.append(UInt8(ascii: "\""))
      buffer.append(bytes)
      buffer.append(UInt8(ascii: "\""))
    } else if bytes.isValidUTF8 {
      buffer.append(string: bytes)
    } else {
      writeRepaired(bytes)
      write(key: bytesKey)
      buffer.append(base64: bytes)
    }
  }

  package mutating func write(_ key: StaticString, _ values: [String]) {
    write(key: key)
    writeList(values)
  }

  /// Writes a list of texts, without a member name.
  package mutating func writeList(_ values: [String]) {
    buffer.append(UInt8(ascii: "["))
    for value in values {
      buffer.separate(after: "[")
      buffer.append(string: value)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  package mutating func write(_ key: StaticString, _ subtypes: MediaSubtypes) {
    write(key: key)
    buffer.append(UInt8(ascii: "["))
    for (subtype, name) in MediaSubtypes.named where subtypes.contains(subtype) {
      buffer.separate(after: "[")
      buffer.append(UInt8(ascii: "\""))
      buffer.append(name)
      buffer.append(UInt8(ascii: "\""))
    }
    buffer.append(UInt8(ascii: "]"))
  }

  package mutating func write(_ key: StaticString, _ location: Location) {
    write(key: key)
    writeObject(location)
  }

  mutating func writeObject(_ location: Location) {
    buffer.append(UInt8(ascii: "{"))
    write("latitude", location.latitude)
    write("longitude", location.longitude)
    if let altitude = location.altitude { write("altitude", altitude) }
    endObject()
  }
}

extension RecordWriter {
  /// Writes bytes as text, with U+FFFD for those that are not UTF-8.
  package mutating func writeRepaired(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isPlain || bytes.isValidUTF8 {
      buffer.append(string: bytes)
    } else {
      buffer.append(string: String(decoding: bytes, as: UTF8.self))
    }
  }
}
