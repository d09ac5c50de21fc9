/// The columns of a catalogue's tables that identify an asset.
struct CatalogueLinks {
  struct Link: Hashable {
    let table: String
    let column: String
  }

  /// The column that a declaration identifies assets by.
  let assets: Link
  /// The other columns that have assets' identifiers, such as that of a table of tags.
  let others: [Link]

  /// - Returns: nil if the identifier is no column of a table, or if several tables have assets.
  init?(_ declaration: CatalogueDeclaration) {
    let own = declaration.assets
    guard own.others.isEmpty, let assets = Self.link(own.row, in: own.rows.from) else { return nil }
    self.assets = assets
    var others: [Link?] = []
    for match in own.rows.from.matches(of: #/([\w.]+)\s*=\s*([\w.]+)/#) {
      let (left, right) = (String(match.1), String(match.2))
      if left == own.row { others.append(Self.link(right, in: own.rows.from)) }
      if right == own.row { others.append(Self.link(left, in: own.rows.from)) }
    }
    for (_, list) in own.allLists { others.append(Self.link(list.asset, in: list.rows.from)) }
    for albums in declaration.albums {
      others.append(Self.link(albums.members.asset, in: albums.members.rows.from))
    }
    self.others = Set(others.compactMap { $0 }).subtracting([assets])
      .sorted { ($0.table, $0.column) < ($1.table, $1.column) }
  }

  private static let words = ["from", "join", "on", "and", "or", "not", "select", "where"]

  /// Returns the column that an expression names, such as `a.id`; nil for any other expression.
  private static func link(_ sql: String, in from: String) -> Link? {
    let parts = sql.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ $0.wholeMatch(of: #/\w+/#) != nil }), let column = parts.last else {
      return nil
    }
    switch parts.count {
    case 1:
      let table = from.firstMatch(of: #/^\s*([\w.]+)/#).map { String($0.1) }
      return table.map { Link(table: $0, column: column) }
    case 2:
      let names = from.split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }
        .filter { $0.lowercased() != "as" }
      let pairs = zip(names, names.dropFirst())
      let named = pairs.first { $0.1 == parts[0] && !words.contains($0.0.lowercased()) }
      return Link(table: named.map { String($0.0) } ?? parts[0], column: column)
    case 3: return Link(table: "\(parts[0]).\(parts[1])", column: column)
    default: return nil
    }
  }
}
