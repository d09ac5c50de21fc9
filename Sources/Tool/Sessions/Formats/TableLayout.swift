package import Pipeline

/// The columns of a table that is printed while records arrive: as wide as their types need, and
/// the last ones left out if the terminal is too narrow. Columns of names and other text share the
/// remaining width.
package struct TableLayout: Sendable {
  /// The columns that fit.
  package let columns: [Column]
  /// The names of the columns that don't fit.
  package let hidden: [String]
  /// True if the user named no columns.
  let isStandard: Bool

  /// A column with its width.
  package struct Column: Sendable {
    let path: MemberPath
    /// True if the column shows the folder of a path alone, as another one shows the name.
    fileprivate(set) var isFolder = false
    var width: Int
    let isNumber: Bool
    let isDate: Bool
    fileprivate let widest: Int

    var title: String { isFolder ? TableLayout.folder : path.name }

    /// True if the column shows paths of files or folders.
    var isPath: Bool {
      let name = path.name
      return name.lowercased().hasSuffix("path") || ["library", "original"].contains(name)
    }
  }

  /// The column of folders: a name that no member has.
  static let folder = "folder"

  /// The number of spaces between two columns.
  package static let gap = 2
  private static let narrowestText = 12
  private static let narrowestPath = 18
  private static let widestName = 40
  /// The width that names and paths should have before further columns are shown.
  private static let readableText = 36
  /// The width in characters of a latitude and a longitude, as ``TableForm`` writes them.
  private static let location = 16

  /// Chooses the columns for the members `paths` in a terminal `width` columns wide; `isStandard` is
  /// true if the user named none.
  package init(
    _ paths: [MemberPath], of members: RecordMembers, width: Int, isStandard: Bool = false
  ) {
    var columns: [Column] = []
    var hidden: [String] = []
    var used = -Self.gap
    let showsFolders =
      isStandard && paths.contains(TablePath.member) && paths.contains(TablePath.filename)
    var all = paths.map { path in
      let isFolder = path.name == Self.folder && members.haveFolders
      let shown = isFolder ? TablePath.member : path
      var column = Self.column(shown, members.shape(of: shown.name) ?? .open, width)
      column.isFolder = isFolder || showsFolders && path == TablePath.member
      return column
    }
    if showsFolders {
      // Names and folders say more than these, and many pictures have no location.
      for field in [Field.location, .mediaType] where Self.readableWidth(of: all) > width {
        all.removeAll { $0.path.name == field.name }
      }
    }
    self.isStandard = isStandard
    for column in all {
      if hidden.isEmpty, columns.isEmpty || used + Self.gap + column.width <= width {
        used += Self.gap + column.width
        columns.append(column)
      } else {
        hidden.append(column.title)
      }
    }
    self.columns = Self.filling(width - used, columns)
    self.hidden = hidden
  }

  /// Returns the width of a table in which names and paths are readable.
  private static func readableWidth(of columns: [Column]) -> Int {
    columns.reduce(-gap) { width, column in
      width + gap
        + (column.widest > column.width ? max(column.width, readableText) : column.width)
    }
  }

  private static func column(_ path: MemberPath, _ shape: MemberShape, _ width: Int) -> Column {
    let name = path.name
    func column(_ narrowest: Int, _ widest: Int? = nil, isNumber: Bool = false) -> Column {
      let isDate = if case .date = shape { true } else { false }
      let least = min(width, narrowest)
      return Column(
        path: path, width: least, isNumber: isNumber, isDate: isDate,
        widest: max(least, widest ?? least))
    }
    switch shape {
    case .date: return column(MemberShape.isLocalDate(name) ? 16 : 17)
    case .number: return column(max(name.count, 6), isNumber: true)
    case .object where name == Field.location.name: return column(Self.location)
    case .flag: return column(max(name.count, 5))
    case .text(let choices?):
      return column(max(name.count, min(24, choices.map(\.count).max() ?? 0)))
    case .text, .list, .object, .open:
      let wide = column(narrowestPath, .max)
      return wide.isPath || name.hasSuffix("localIdentifier")
        ? wide : column(narrowestText, widestName)
    }
  }

  /// Distributes the remaining width equally among the columns that can use it.
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
