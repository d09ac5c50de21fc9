/// The columns of a catalogue's tables that identify an asset.
struct CatalogueLinks {
  struct Link: Hashable {
    let table: String
    let column: String
  }

  /// A table that has assets, and the columns that have its assets' rows.
  struct Source: Hashable {
    /// The column that a declaration identifies the assets by.
    let assets: Link
    /// The other columns that have the rows, such as that of a table of tags.
    let others: [Link]
  }

  /// The tables that have assets, in order.
  let sources: [Source]
  /// The columns that have the keys of assets of several tables.
  let keys: [Link]
  /// The columns with texts that each name several assets.
  let texts: [Link]

  /// - Returns: nil if a table's identifier is no column of it.
  init?(_ declaration: CatalogueDeclaration) {
    let tables = declaration.assets.sources
    let assets = tables.compactMap { Self.link($0.row, in: $0.rows.from) }
    guard assets.count == tables.count else { return nil }
    var others = tables.map(Self.joined)
    var keys: Set<Link> = []
    var texts: Set<Link> = []
    func add(_ asset: String, _ isOfSeveral: Bool, _ rows: CatalogueDeclaration.Rows) {
      if let link = Self.link(asset, in: rows.from) {
        if isOfSeveral {
          texts.insert(link)
        } else if tables.count > 1 {
          keys.insert(link)
        } else {
          others[0].insert(link)
        }
      } else if let (column, source) = Self.rowOfKey(asset, tables.count),
        let link = Self.link(column, in: rows.from)
      {
        others[source].insert(link)
      }
    }
    for (_, list) in tables.flatMap(\.allLists) { add(list.asset, list.isOfSeveral, list.rows) }
    for albums in declaration.albums {
      add(albums.members.asset, albums.members.isOfSeveral, albums.members.rows)
    }
    sources = zip(assets, others).map {
      Source(assets: $0, others: Self.sorted($1.subtracting(assets)))
    }
    self.keys = Self.sorted(keys.subtracting(assets))
    self.texts = Self.sorted(texts.subtracting(assets))
  }

  private static func sorted(_ links: Set<Link>) -> [Link] {
    links.sorted { ($0.table, $0.column) < ($1.table, $1.column) }
  }

  /// Returns the columns that a table's assets are joined with.
  private static func joined(_ assets: CatalogueDeclaration.Assets) -> Set<Link> {
    var found: Set<Link> = []
    let from = withoutSubqueries(assets.rows.from)
    for match in from.matches(of: #/([\w.]+)\s*=\s*([\w.]+)/#) {
      let (left, right) = (String(match.1), String(match.2))
      let other = left == assets.row ? right : right == assets.row ? left : nil
      if let other, let link = link(other, in: from) { found.insert(link) }
    }
    return found
  }

  /// Returns the column and the table's index of a key such as `l.film * 2 + 1`; nil for any other
  /// expression.
  private static func rowOfKey(_ sql: String, _ count: Int) -> (column: String, source: Int)? {
    guard let match = sql.wholeMatch(of: #/\s*([\w.]+)\s*\*\s*(\d+)(?:\s*\+\s*(\d+))?\s*/#),
      Int(match.2) == count, let source = match.3.map({ Int($0) }) ?? 0, source < count
    else { return nil }
    return (String(match.1), source)
  }

  private static let subquery = "subquery"

  /// Returns tables and joins with a word in place of each subquery, whose columns are of no table.
  private static func withoutSubqueries(_ from: String) -> String {
    var rest = from[...]
    var found = ""
    while let start = rest.firstRange(of: #/\(\s*(?i:select)\b/#) {
      found += rest[..<start.lowerBound] + " \(subquery) "
      var depth = 0
      let end = rest[start.lowerBound...].firstIndex { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth == 0
      }
      rest = end.map { rest[rest.index(after: $0)...] } ?? ""
    }
    return found + rest
  }

  private static let words = ["from", "join", "on", "and", "or", "not", "select", "where"]

  /// Returns the column that an expression names, such as `a.id`; nil for any other expression.
  private static func link(_ sql: String, in tables: String) -> Link? {
    let from = withoutSubqueries(tables)
    let parts = sql.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ $0.wholeMatch(of: #/\w+/#) != nil }), let column = parts.last else {
      return nil
    }
    switch parts.count {
    case 1:
      let table = from.firstMatch(of: #/^\s*([\w.]+)/#).map { String($0.1) }
      return table.flatMap { $0 == subquery ? nil : Link(table: $0, column: column) }
    case 2:
      let names = from.split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }
        .filter { $0.lowercased() != "as" }
      let pairs = zip(names, names.dropFirst())
      let named = pairs.first { $0.1 == parts[0] && !words.contains($0.0.lowercased()) }
      let table = named.map { String($0.0) } ?? parts[0]
      return table == subquery ? nil : Link(table: table, column: column)
    case 3: return Link(table: "\(parts[0]).\(parts[1])", column: column)
    default: return nil
    }
  }
}
