package import Pipeline
package import Platform

/// The format `json`: one array of all records, valid also without records and if interrupted.
package struct JSONListForm: RecordFormat {
  /// The members of each record to print; nil for all.
  package let columns: [MemberPath]?

  package var members: [MemberPath] { columns ?? [] }
  package var readsMembersAlone: Bool { columns != nil }
  package var head: [UInt8] { Array("[".utf8) }
  /// The length of the comma before each record, in bytes.
  package var separatorCount: Int { 1 }
  package func end(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? "[]\n" : "\n]\n").utf8) }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    buffer.append(",\n")
    if let columns { buffer.append(columns, of: record) } else { buffer.append(record.bytes) }
  }
}

/// A line of JSON for each record, with only the chosen members.
package struct JSONLineForm: RecordFormat {
  /// The members of each record to print, in order.
  package let columns: [MemberPath]

  package var members: [MemberPath] { columns }
  package var readsMembersAlone: Bool { true }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    buffer.append(columns, of: record)
    buffer.append(UInt8(ascii: "\n"))
  }
}

extension ByteBuffer {
  /// Appends an object of the members `columns`, in order, without those that the record lacks.
  fileprivate mutating func append(_ columns: [MemberPath], of record: JSONElement) {
    append(UInt8(ascii: "{"))
    for column in columns {
      guard let cell = column.cell(of: record) else { continue }
      append(column.name, cell.value)
      // The exact bytes of a text that is not UTF-8 are printed as well.
      if let name = column.bytesName, !columns.contains(where: { $0.name == name }),
        let bytes = MemberPath(name).cell(of: record)
      {
        append(name, bytes.value)
      }
    }
    append(UInt8(ascii: "}"))
  }

  private mutating func append(_ name: String, _ value: JSONElement) {
    separate(after: "{")
    append(string: name)
    append(UInt8(ascii: ":"))
    let isText = value.kind == .text || value.kind == .escapedText
    if isText { append(UInt8(ascii: "\"")) }
    append(value.bytes)
    if isText { append(UInt8(ascii: "\"")) }
  }
}
