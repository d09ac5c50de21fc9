internal import Acting
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
  /// The groups between which a line is left empty, and in which what is kept is marked; nil for
  /// none.
  private let groups: PrintedGroups?

  private static let mark = "kept"
  /// The width of the marks of groups, with the space behind them.
  static let markWidth = mark.count + TableLayout.gap

  /// - Parameter group: The members with the number and the kept asset of a record's group; nil
  ///   without groups.
  package init(
    _ layout: TableLayout, _ style: Style, inGroupsOf group: (number: String, kept: String)? = nil
  ) {
    columns = layout.columns
    self.style = style
    groups = group.map { PrintedGroups(number: $0.number, kept: $0.kept) }
  }

  package var members: [MemberPath] { columns.map(\.path) }

  package var head: [UInt8] {
    let cells = columns.map { TerminalText.shortened($0.path.name, to: $0.width) }
    return Array((line(of: cells, groups.map { _ in "" }) { style.bold($1) } + "\n").utf8)
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
    let place = groups?.place(of: record)
    let cells = zip(columns, found).map { column, cell in
      if let place, column.path == PrintedGroups.path { return place.path(within: column.width) }
      let text = cell.map { Self.text(of: $0, in: column) } ?? ""
      // A shortened number would be another one.
      return column.isNumber ? text : TerminalText.shortened(text, to: column.width)
    }
    if place?.isNew == true { buffer.append(text: "\n") }
    buffer.append(text: line(of: cells, place.map { $0.isKept ? Self.mark : "" }, marked) + "\n")
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
    of cells: [String], _ kept: String?, _ mark: (TableLayout.Column, String) -> String
  ) -> String {
    var line = kept ?? ""
    // Spaces are written before the next cell, so that no line ends with spaces.
    var spaces = kept.map { Self.markWidth - $0.count } ?? 0
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
  static let path = MemberPath(Field.path.name)
  private static let filename = MemberPath(Field.filename.name)
  private let number: MemberPath
  private let kept: MemberPath
  private let last = Lock<(group: String?, path: String)?>(nil)

  init(number: String, kept: String) {
    (self.number, self.kept) = (MemberPath(number), MemberPath(kept))
  }

  /// The place of a record in its group.
  struct Place {
    /// True for the first record of another group than that of the record before.
    let isNew: Bool
    let isKept: Bool
    fileprivate let path: String
    /// The path of the first record of the group.
    fileprivate let first: String

    /// Returns the path; one that is too wide begins where it differs from that of the first record.
    func path(within width: Int) -> String {
      guard TerminalText.columns(of: path) > width, path != first else {
        return TerminalText.shortened(path, to: width)
      }
      let shared = zip(path, first).prefix { $0 == $1 }.count
      let start = path.prefix(shared).lastIndex(of: "/") ?? path.startIndex
      return TerminalText.shortened("…" + path[start...], to: width)
    }
  }

  /// Returns the path, behind the file name where that is another one, as in a Photos library.
  private static func name(of record: JSONElement) -> String {
    let name = filename.cell(of: record)?.text()
    guard let path = path.cell(of: record)?.text() else { return name ?? "" }
    let place = CommonFolder.name(of: Array(path.utf8))
    guard let name, !path.hasSuffix("/\(name)") else { return place }
    return "\(name) \(place)"
  }

  func place(of record: JSONElement) -> Place {
    let group = number.cell(of: record)?.text()
    let path = TerminalText.escaped(Self.name(of: record))
    let isKept = kept.cell(of: record) == nil
    return last.withLock { last in
      let isNew = last != nil && last?.group != group
      if last == nil || isNew { last = (group, path) }
      return Place(isNew: isNew, isKept: isKept, path: path, first: last?.path ?? path)
    }
  }
}
