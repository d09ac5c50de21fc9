internal import Files

extension PhotosSchema {
  /// Returns the names that Photos keeps for the contents of originals, hashes of their bytes, by the
  /// first part of the assets' identifiers. Only contents of which an original is not on this computer
  /// have one here, as all others can be compared. Throws ``SQLiteProblem`` if reading fails.
  func contentNames(_ connection: SQLiteConnection) throws -> [String: String] {
    // Up to macOS 14 and since then.
    guard let column = details.first("ZMASTERFINGERPRINT", "ZORIGINALSTABLEHASH") else {
      return [:]
    }
    let named = "FROM \(tables) WHERE typeof(b.\(column)) = 'text' AND b.\(column) <> ''"
    let sql = SQLText(
      "SELECT a.ZUUID, b.\(column) \(named) "
        + "AND b.\(column) IN (SELECT b.\(column) \(named) AND \(isMissing))")
    var names: [String: String] = [:]
    try connection.forEachRow(of: sql) { row in
      if let uuid = row.text(0), let name = row.text(1) { names[uuid] = name }
    }
    return names
  }
}
