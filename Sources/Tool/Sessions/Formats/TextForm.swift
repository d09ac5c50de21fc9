package import Pipeline
package import Platform
internal import Terminal

/// A form whose lines are text rather than JSON.
package protocol TextForm: RecordFormat {}

extension TextForm {
  package func append(shown line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    var body = line
    var end: [UInt8] = []
    for ending in ["\n", "\r"] where body.last == ending.utf8.first {
      body = UnsafeRawBufferPointer(rebasing: body.dropLast())
      end = Array(ending.utf8) + end
    }
    // A tab can't steer a terminal, so it stays as it is.
    let cells = body.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    for (place, cell) in cells.enumerated() {
      if place > 0 { buffer.append(UInt8(ascii: "\t")) }
      buffer.append(text: TerminalText.escaped(String(decoding: cell, as: UTF8.self)))
    }
    buffer.append(end)
  }
}

/// The paths of files, each ended by a newline or a NUL. Bytes are as the file system has them. An
/// asset without a path fails, as does one whose path contains the terminator. Removed assets and
/// tokens have no path, and no line.
package struct PathForm: TextForm {
  /// The byte after each path: a newline or a NUL.
  package let terminator: UInt8

  package var soleField: Field? { .path }

  package func problem(with path: UnsafeRawBufferPointer?) -> String? {
    guard let path else { return "has no path to print" }
    guard let start = path.baseAddress, memchr(start, Int32(terminator), path.count) != nil else {
      return nil
    }
    return terminator == 0
      ? "its path holds a NUL" : "its path holds a line end; --format paths0 prints such paths"
  }

  package func write(_ path: UnsafeRawBufferPointer, into buffer: inout ByteBuffer) {
    buffer.append(path)
    buffer.append(terminator)
  }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {}
}

/// One line for each record, by a template.
package struct TemplateForm: TextForm {
  /// The template of a line.
  package let template: RecordTemplate
  /// The byte after each line: a newline or a NUL.
  package let terminator: UInt8

  package var members: [MemberPath] { template.members.map(\.path) }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    template.write(record, into: &buffer)
    buffer.append(terminator)
  }
}

/// Tab-separated values: a line of names, then a line for each record. A tab, a line end, a
/// backslash and every other control character in a value is escaped, as `\t`, `\n`, `\\` and
/// `\x1b`, and so is every byte that is not UTF-8: no line has more cells than the first, and
/// `printf %b` of bash gives the exact bytes.
package struct TSVForm: TextForm {
  /// The members of each record to print, in order.
  package let columns: [MemberPath]

  package var members: [MemberPath] { columns }
  package var readsMembersAlone: Bool { true }
  package var head: [UInt8] { Array((columns.map(\.name).joined(separator: "\t") + "\n").utf8) }
  package func end(isEmpty: Bool) -> [UInt8] { isEmpty ? head : [] }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    for (place, column) in columns.enumerated() {
      if place > 0 { buffer.append(UInt8(ascii: "\t")) }
      if let cell = column.cell(of: record) { Self.write(cell.bytes(), into: &buffer) }
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  private static func write(_ bytes: [UInt8], into buffer: inout ByteBuffer) {
    var rest = bytes[...]
    while let first = rest.first {
      let count = rest.countOfCharacter
      switch first {
      case UInt8(ascii: "\t"): buffer.append("\\t")
      case UInt8(ascii: "\n"): buffer.append("\\n")
      case UInt8(ascii: "\r"): buffer.append("\\r")
      case UInt8(ascii: "\\"): buffer.append("\\\\")
      case 0..<0x20, 0x7F: write(escaped: first, into: &buffer)
      // The control characters that Unicode adds, and bytes that are not UTF-8.
      case 0xC2 where count == 2 && rest.dropFirst().first ?? 0xFF < 0xA0:
        for byte in rest.prefix(2) { write(escaped: byte, into: &buffer) }
      case _ where count == 0: write(escaped: first, into: &buffer)
      default: buffer.append(Array(rest.prefix(count)))
      }
      rest = rest.dropFirst(max(1, count))
    }
  }

  private static func write(escaped byte: UInt8, into buffer: inout ByteBuffer) {
    let digits = String(byte, radix: 16)
    buffer.append(text: "\\x" + (digits.count < 2 ? "0" : "") + digits)
  }
}

extension ArraySlice<UInt8> {
  /// The number of bytes of the first character in UTF-8; 0 if they are not UTF-8.
  fileprivate var countOfCharacter: Int {
    guard let first else { return 0 }
    let count =
      switch first {
      case 0..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    return self.count >= count && String(validating: prefix(count), as: UTF8.self) != nil
      ? count : 0
  }
}

/// Comma-separated values by RFC 4180: a line of names, then one line for each record, all ended by
/// CR and LF. Invalid UTF-8 becomes U+FFFD. An absent member is an empty cell; an empty text is
/// `""`.
package struct CSVForm: TextForm {
  /// The members of each record to print, in order.
  package let columns: [MemberPath]

  package var members: [MemberPath] { columns }
  package var readsMembersAlone: Bool { true }

  package var head: [UInt8] {
    var buffer = ByteBuffer()
    for (place, column) in columns.enumerated() {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      Self.write(column.name, into: &buffer)
    }
    buffer.append("\r\n")
    return Array(buffer.bytes)
  }

  package func end(isEmpty: Bool) -> [UInt8] { isEmpty ? head : [] }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    for (place, column) in columns.enumerated() {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      if let cell = column.cell(of: record) { Self.write(cell.text(), into: &buffer) }
    }
    buffer.append("\r\n")
  }

  private static func write(_ text: String, into buffer: inout ByteBuffer) {
    let isPlain = !text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    if isPlain, !text.isEmpty, text.first != " ", text.last != " " {
      buffer.append(text: text)
    } else {
      buffer.append(
        text: "\"" + text.escaping(["\"": "\"\""]) + "\"")
    }
  }
}

extension ByteBuffer {
  /// Appends bytes.
  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }
}
