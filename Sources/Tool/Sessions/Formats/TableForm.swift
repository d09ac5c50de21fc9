package import Pipeline
package import Platform
internal import Synchronization
package import Terminal

/// A table for people: one record a line, no wider than the terminal. It is printed while records
/// arrive, so the width of a column depends on its type, and longer values are shortened. No value
/// can control the terminal.
package struct TableForm: RecordFormat {
  private let columns: [TableLayout.Column]
  private let style: Style
  /// The groups between which a line is left empty; nil for none.
  private let groups: PrintedGroups?

  /// - Parameter group: The member with the number of a record's group; nil without groups.
  package init(_ layout: TableLayout, _ style: Style, inGroupsOf group: String? = nil) {
    columns = layout.columns
    self.style = style
    groups = group.map(PrintedGroups.init)
  }

  package var members: [MemberPath] { columns.map(\.path) }

  package var head: [UInt8] {
    let cells = columns.map { TerminalText.shortened($0.path.name, to: $0.width) }
    return Array((line(of: cells) { _, text in style.bold(text) } + "\n").utf8)
  }

  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    let found = columns.map { $0.path.cell(of: record) }
    // A shortened token at the end of a list of changes would be invalid.
    if let token = MemberPath("token").cell(of: record),
      zip(columns, found).allSatisfy({ $1 == nil || $0.path.name == "token" })
    {
      buffer.append(text: style.dim("token \(TerminalText.escaped(token.text()))") + "\n")
      return
    }
    let cells = zip(columns, found).map { column, cell in
      let text = cell.map { Self.text(of: $0, in: column) } ?? ""
      // A shortened number would be another one.
      return column.isNumber ? text : TerminalText.shortened(text, to: column.width)
    }
    if groups?.begins(with: record) == true { buffer.append(text: "\n") }
    buffer.append(text: line(of: cells, marked) + "\n")
  }

  package func append(shown line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
    buffer.append(line)
  }

  private static func text(of cell: RecordCell, in column: TableLayout.Column) -> String {
    if [Field.fileSize.name, "bytes"].contains(column.path.name), let size = cell.value.number {
      return ByteCount(size).description
    }
    if column.path.name == Field.location.name, let degrees = degrees(of: cell) { return degrees }
    let text = cell.text(joinedBy: ", ")
    guard column.isDate, cell.date != nil, text.utf8.count > 16 else {
      return TerminalText.escaped(text)
    }
    // A table leaves out seconds; the zone is the record's, or UTC.
    return text.prefix(16).replacing("T", with: " ")
      + (column.width > 16 && text.hasSuffix("Z") ? "Z" : "")
  }

  /// Returns a place as `--near` takes it, such as `54.352,18.647`; nil without coordinates.
  private static func degrees(of cell: RecordCell) -> String? {
    guard let latitude = cell.value[first: "latitude"]?.number,
      let longitude = cell.value[first: "longitude"]?.number
    else { return nil }
    return [latitude, longitude].map { degree in
      let rounded = Int64((abs(degree) * 1000).rounded())
      let digits = "\(rounded % 1000)"
      return (degree < 0 && rounded > 0 ? "-" : "") + "\(rounded / 1000)."
        + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined(separator: ",")
  }

  private func line(
    of cells: [String], _ mark: (TableLayout.Column, String) -> String
  ) -> String {
    var line = ""
    // Spaces are written before the next cell, so that no line ends with spaces.
    var spaces = 0
    for (column, cell) in zip(columns, cells) {
      let padding = max(0, column.width - TerminalText.columns(of: cell))
      let (before, after) = column.isNumber ? (padding, 0) : (0, padding)
      if cell.isEmpty {
        spaces += padding
      } else {
        line += String(repeating: " ", count: spaces + before) + mark(column, cell)
        spaces = after
      }
      spaces += TableLayout.gap
    }
    return line
  }

  private func marked(_ column: TableLayout.Column, _ text: String) -> String {
    if column.isDate { return style.dim(text) }
    guard style.isColored, column.path.name.lowercased().hasSuffix("path"),
      let slash = text.lastIndex(of: "/")
    else { return text }
    return style.blue(String(text[...slash])) + text[text.index(after: slash)...]
  }
}

/// The group that was printed last. Records of groups are printed in order; safe from any thread.
private final class PrintedGroups: Sendable {
  private let member: MemberPath
  private let last = Lock<String?>(nil)

  init(_ member: String) {
    self.member = MemberPath(member)
  }

  /// Returns true if a record is the first of another group than the record before.
  func begins(with record: JSONElement) -> Bool {
    let group = member.cell(of: record)?.text()
    return last.withLock { last in
      defer { last = group }
      return last != nil && last != group
    }
  }
}
