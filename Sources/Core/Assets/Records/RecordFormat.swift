package import Platform

/// A format for printing records other than lines of JSON. Workers write records at the same time
/// with one shared value; the output adds ``head`` and ``end(isEmpty:)``.
package protocol RecordFormat: Sendable {
  /// The bytes to print before the first record.
  var head: [UInt8] { get }
  /// The number of bytes at the start of each record that separate it from the previous one.
  var separatorCount: Int { get }

  /// Returns the bytes to print after the last record.
  ///
  /// - Parameter isEmpty: true if there was no record, and so no ``head``.
  func end(isEmpty: Bool) -> [UInt8]

  /// The members that are printed; empty where the whole record is printed.
  var members: [MemberPath] { get }

  /// True if of a record nothing but ``members`` has a part in what is printed.
  var readsMembersAlone: Bool { get }

  /// The only field that is printed; nil where the whole record is printed.
  var soleField: Field? { get }

  /// Returns the reason why an asset with this text in ``soleField``, or nil for no text, can't be
  /// printed; nil if it can.
  func problem(with text: UnsafeRawBufferPointer?) -> String?

  /// Writes a record that consists of the text of ``soleField``.
  func write(_ text: UnsafeRawBufferPointer, into buffer: inout ByteBuffer)

  /// Writes a record of any kind.
  ///
  /// - Parameter record: the record as a JSON object.
  func write(_ record: JSONElement, into buffer: inout ByteBuffer)

  /// Appends a line for display, with control characters escaped that would mislead a terminal.
  func append(shown line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer)
}

extension RecordFormat {
  package var head: [UInt8] { [] }
  package var separatorCount: Int { 0 }
  package func end(isEmpty: Bool) -> [UInt8] { [] }
  package var members: [MemberPath] { [] }
  package var readsMembersAlone: Bool { false }
  package var soleField: Field? { nil }
  package func problem(with text: UnsafeRawBufferPointer?) -> String? { nil }
  package func write(_ text: UnsafeRawBufferPointer, into buffer: inout ByteBuffer) {}

  package func append(shown line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    buffer.append(shown: line)
  }
}

extension RecordWriter {
  /// Writes a record in the output's format.
  ///
  /// - Parameter record: writes the record as a line of JSON.
  package mutating func writeLine(_ record: (inout RecordWriter) -> Void) {
    guard let form else { return record(&self) }
    // The line of JSON is replaced by its other format.
    let start = buffer.count
    record(&self)
    var other = ByteBuffer(capacity: 1 << 10)
    form.write(JSONElement(object: buffer.bytes[start...]), into: &other)
    buffer.truncate(to: start)
    buffer.append(other.bytes)
  }
}

extension JSONElement {
  fileprivate init(object line: Slice<UnsafeRawBufferPointer>) {
    let isSpace = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    let start = line.firstIndex { !isSpace($0) } ?? line.endIndex
    let end = line.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    self.init(.object, UnsafeRawBufferPointer(rebasing: line[start..<end]))
  }
}
