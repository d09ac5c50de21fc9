package import JSON

/// The form in which an output prints its records, where that is not a line of JSON for each.
///
/// One value serves all lanes at once: they write records side by side, and the output puts the
/// beginning and the end around them.
package protocol RecordForm: Sendable {
  /// The bytes before the first record.
  var head: [UInt8] { get }
  /// How many bytes at the start of each record only separate it from the one before.
  var separatorCount: Int { get }

  /// The bytes behind the last record.
  ///
  /// - Parameter isEmpty: true if there was no record, and so no ``head``.
  func end(isEmpty: Bool) -> [UInt8]

  /// Fails an asset that can't be written in this form.
  func check(_ asset: Asset)

  /// Writes the record of an asset.
  func write(_ asset: Asset, into writer: inout RecordWriter)

  /// Writes a record of any kind.
  ///
  /// - Parameter record: the record as a JSON object.
  func write(_ record: JSONElement, into buffer: inout ByteBuffer)

  /// Appends one line of the output with everything spelled out that would mislead a terminal.
  func append(shown line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer)
}

extension RecordForm {
  package var head: [UInt8] { [] }
  package var separatorCount: Int { 0 }
  package func end(isEmpty: Bool) -> [UInt8] { [] }
  package func check(_ asset: Asset) {}

  package func write(_ asset: Asset, into writer: inout RecordWriter) {
    writer.rewrite(in: self) { asset.writeJSON(into: &$0) }
  }

  package func append(shown line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    buffer.append(shown: line)
  }
}

extension RecordWriter {
  /// Writes a record in the form of the output.
  ///
  /// - Parameter record: writes it as a line of JSON.
  package mutating func writeLine(_ record: (inout RecordWriter) -> Void) {
    guard let form else { return record(&self) }
    rewrite(in: form, record)
  }

  /// Writes a line of JSON and puts another form of it in its place.
  package mutating func rewrite(
    in form: some RecordForm, _ record: (inout RecordWriter) -> Void
  ) {
    let start = buffer.count
    record(&self)
    var other = ByteBuffer(capacity: 1 << 10)
    form.write(JSONElement(object: buffer.bytes[start...]), into: &other)
    buffer.truncate(to: start)
    buffer.append(other.bytes)
  }
}

extension JSONElement {
  /// An object that a line holds, with or without space around it.
  fileprivate init(object line: Slice<UnsafeRawBufferPointer>) {
    let isSpace = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    let start = line.firstIndex { !isSpace($0) } ?? line.endIndex
    let end = line.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    self.init(.object, UnsafeRawBufferPointer(rebasing: line[start..<end]))
  }
}
