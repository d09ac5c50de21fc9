internal import CSQLite
internal import Files

/// The texts of a list for many assets, read once and in little memory.
struct ListedTexts: Sendable {
  /// A link from an asset's key to the index of a text, with the number of the list's row.
  private struct Link: Comparable {
    let key: Int64
    let place: UInt32
    let text: UInt32

    static func < (left: Link, right: Link) -> Bool {
      (left.key, left.place) < (right.key, right.place)
    }
  }

  private var links: [Link] = []
  private var texts: [String] = []
  /// The texts by asset, for assets whose keys are texts.
  private var named: [String: [String]] = [:]
  private let isSorted: Bool

  /// - Parameters:
  ///   - wanted: The keys of the only assets that are asked for; nil for all.
  /// - Throws: Errors of SQLite.
  init(
    of list: CatalogueDeclaration.List, in connection: SQLiteConnection,
    _ identifiers: CatalogueIdentifiers, for wanted: Set<CatalogueKey>?
  ) throws {
    isSorted = list.isSorted
    var numbers: [String: UInt32] = [:]
    var place: UInt32 = 0
    let statement = try connection.prepare(SQLText(CatalogueStatement.allTexts(of: list)))
    while try statement.step() {
      var number: UInt32?
      func add(_ key: Int64) {
        if let wanted, !wanted.contains(.number(key)) { return }
        guard let known = number ?? Self.number(of: statement, &numbers, &texts) else { return }
        number = known
        links.append(Link(key: key, place: place, text: known))
      }
      if list.isOfSeveral {
        if let several = statement.textBytes(0) { identifiers.forEachKey(in: several, add) }
      } else {
        switch CatalogueKey(statement, 0) {
        case .number(let key): add(key)
        case .text(let key):
          if let text = statement.text(1) { named[key, default: []].append(text) }
        case nil: break
        }
      }
      place &+= 1
    }
    links.sort()
  }

  /// Returns the index in `texts` of the current row's text; nil if the row has none.
  private static func number(
    of statement: SQLiteStatement, _ numbers: inout [String: UInt32], _ texts: inout [String]
  ) -> UInt32? {
    guard let text = statement.text(1) else { return nil }
    if let number = numbers[text] { return number }
    let number = UInt32(texts.count)
    texts.append(text)
    numbers[text] = number
    return number
  }

  /// Returns the texts of an asset, each once.
  func texts(of key: CatalogueKey) -> [String] {
    switch key {
    case .text(let key): return unique(named[key] ?? [])
    case .number(let number):
      var (first, end) = (0, links.count)
      while first < end {
        let middle = (first + end) / 2
        if links[middle].key < number { first = middle + 1 } else { end = middle }
      }
      var found: [String] = []
      while first < links.count, links[first].key == number {
        found.append(texts[Int(links[first].text)])
        first += 1
      }
      return unique(found)
    }
  }

  private func unique(_ texts: [String]) -> [String] {
    var found: [String] = []
    for text in texts where !found.contains(text) { found.append(text) }
    return isSorted ? found.sorted() : found
  }
}

extension SQLiteStatement {
  /// Returns the bytes of a text, which need not be UTF-8; nil unless the column contains a text.
  func textBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
