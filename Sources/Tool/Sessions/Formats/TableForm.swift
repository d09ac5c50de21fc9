package import Pipeline
package import Platform
internal import Synchronization
package import Terminal

/// A table for people: one record a line, no wider than the terminal. It is printed while records
/// arrive, so the width of a column depends on its type, and longer values are shortened. No value
/// can control the terminal.
package struct TableForm: RecordFormat {
  private let columns: [TableLayout.Column]
  /// True if a path is that to which a stage copied the file.
  private let showsNewPlaces: Bool
  private let style: Style
  /// The groups between which a line is left empty, and in which what is kept is marked; nil for
  /// none.
  private let groups: PrintedGroups?
  /// The originals beside which duplicates are shown; nil for none.
  private let originals: PrintedOriginals?

  private static let mark = "kept"
  /// The width of the marks of groups, with the space behind them.
  static let markWidth = mark.count + TableLayout.gap

  /// - Parameters:
  ///   - group: The members that relate the records of groups; nil without groups.
  ///   - original: The members that name what is kept of a duplicate; nil without them.
  package init(
    _ layout: TableLayout, _ style: Style, inGroupsOf group: ShownDuplicates.FieldNames? = nil,
    besides original: ShownDuplicates.FieldNames? = nil
  ) {
    columns = layout.columns
    showsNewPlaces = layout.isStandard
    self.style = style
    groups = group.map { PrintedGroups($0) }
    originals = original.map { PrintedOriginals($0) }
  }

  package var members: [MemberPath] { columns.map(\.path) }

  package var head: [UInt8] {
    let cells = columns.map { TerminalText.shortened($0.title, to: $0.width) }
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
    let cells = zip(columns, found).map { column, cell -> String in
      if let place, column.path == TablePath.member { return place.path(within: column.width) }
      if let path = originals?.path(in: column, of: record) { return path }
      if column.path == TablePath.member, record[first: "kind"]?.equals("asset") == true {
        let path =
          showsNewPlaces || column.isFolder
          ? TablePath(placeOf: record) : cell.map { TablePath($0.text()) }
        let folder = column.isFolder ? path?.folder(in: record) : nil
        return folder?.fitted(toEndIn: column.width) ?? path?.fitted(to: column.width) ?? ""
      }
      // A picture that was made has a size of its own, as it has a place.
      if showsNewPlaces, column.path.name == Field.fileSize.name,
        let size = TablePath.act(on: record)?[first: "byteCount"]?.number
      {
        return ByteCount(size).description
      }
      let text = cell.map { Self.text(of: $0, in: column) } ?? ""
      // Counts may be by folders.
      let isPath = column.isPath || record[first: "kind"]?.equals("count") == true
      if isPath, text.hasPrefix("/") {
        return TablePath(text).fitted(to: column.width)
      }
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
    guard style.isColored, column.isPath, let slash = text.lastIndex(of: "/") else { return text }
    return style.blue(String(text[...slash])) + text[text.index(after: slash)...]
  }
}

/// The group that was printed last. Records of groups are printed in order; safe from any thread.
private final class PrintedGroups: Sendable {
  private let number: MemberPath
  private let kept: MemberPath
  private let last = Lock<(group: String?, path: TablePath)?>(nil)

  init(_ fields: ShownDuplicates.FieldNames) {
    (number, kept) = (MemberPath(fields.number), MemberPath(fields.kept))
  }

  /// The place of a record in its group.
  struct Place {
    /// True if it is the first record of its group.
    let isNew: Bool
    let isKept: Bool
    fileprivate let path: TablePath
    /// The path of the first record of the group.
    fileprivate let first: TablePath

    /// Returns the path; one that is too wide begins where it differs from that of the first record.
    func path(within width: Int) -> String { path.fitted(to: width, from: first) }
  }

  func place(of record: JSONElement) -> Place {
    let group = number.cell(of: record)?.text()
    let path = TablePath(of: record)
    let isKept = kept.cell(of: record) == nil
    return last.withLock { last in
      let isNew = last != nil && last?.group != group
      if last == nil || isNew { last = (group, path) }
      return Place(isNew: isNew, isKept: isKept, path: path, first: last?.path ?? path)
    }
  }
}

/// The paths of duplicates, and of what is kept of each.
private struct PrintedOriginals: Sendable {
  private let keptPath: MemberPath
  private let identifier: MemberPath

  init(_ fields: ShownDuplicates.FieldNames) {
    (keptPath, identifier) = (MemberPath(fields.keptPath), MemberPath(fields.kept))
  }

  /// Returns the path that a column shows; nil for columns without one.
  func path(in column: TableLayout.Column, of record: JSONElement) -> String? {
    guard column.path == TablePath.member || column.path == keptPath else { return nil }
    let own = TablePath(of: record)
    // An original that is not on this computer has an identifier alone.
    let cell = keptPath.cell(of: record) ?? identifier.cell(of: record)
    let kept = cell.map { TablePath($0.text()) }
    return column.path == keptPath
      ? kept?.fitted(to: column.width, beside: own) ?? ""
      : own.fitted(to: column.width, beside: kept)
  }
}
