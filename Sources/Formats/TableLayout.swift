internal import Pipeline

/// The columns of a table that streams: as wide as their kind needs and the terminal allows.
///
/// Columns that don't fit are left out, from the last. What room is left goes to those that hold
/// names and other text.
package struct TableLayout: Sendable {
  package let columns: [Column]
  /// The columns that don't fit.
  package let hidden: [String]

  package struct Column: Sendable {
    let path: MemberPath
    var width: Int
    let isNumber: Bool
    let isDate: Bool
    fileprivate let widest: Int
  }

  package static let gap = 2
  /// Enough to tell names apart.
  private static let narrowestText = 12
  private static let narrowestPath = 18
  private static let widestName = 40

  /// - Parameters:
  ///   - names: the members to show, in order.
  ///   - width: how many columns the terminal has.
  package init(_ names: [String], of members: RecordMembers, width: Int) {
    var columns: [Column] = []
    var hidden: [String] = []
    var used = -Self.gap
    for name in names {
      let column = Self.column(name, members.shape(of: name) ?? .open, width)
      if hidden.isEmpty, columns.isEmpty || used + Self.gap + column.width <= width {
        used += Self.gap + column.width
        columns.append(column)
      } else {
        hidden.append(name)
      }
    }
    self.columns = Self.filling(width - used, columns)
    self.hidden = hidden
  }

  private static func column(_ name: String, _ shape: MemberShape, _ width: Int) -> Column {
    func column(_ narrowest: Int, _ widest: Int? = nil, isNumber: Bool = false) -> Column {
      let isDate = if case .date = shape { true } else { false }
      let least = min(width, narrowest)
      return Column(
        path: MemberPath(name), width: least, isNumber: isNumber, isDate: isDate,
        widest: max(least, widest ?? least))
    }
    switch shape {
    case .date: return column(name == "localDate" ? 16 : 17)
    case .number: return column(max(name.count, 6), isNumber: true)
    case .flag: return column(max(name.count, 5))
    case .text(let choices?):
      return column(max(name.count, min(24, choices.map(\.count).max() ?? 0)))
    case .text, .list, .object, .open:
      let isPath = name.lowercased().hasSuffix("path") || name.hasSuffix("localIdentifier")
      return isPath ? column(narrowestPath, .max) : column(narrowestText, widestName)
    }
  }

  /// Gives the room that is left to the columns that can use it, in equal parts.
  private static func filling(_ room: Int, _ columns: [Column]) -> [Column] {
    var columns = columns
    var room = room
    while room > 0 {
      let open = columns.indices.filter { columns[$0].width < columns[$0].widest }
      if open.isEmpty { break }
      for place in open where room > 0 {
        columns[place].width += 1
        room -= 1
      }
    }
    return columns
  }
}
