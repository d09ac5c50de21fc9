internal import Files

/// The names that Photos keeps for the contents of originals: hashes of their bytes. Only contents
/// of which an original is not on this computer have one here, as all others can be compared.
struct PhotosContentNames: Sendable {
  /// The names by the first part of the assets' identifiers.
  private let names: [String: String]

  static let none = PhotosContentNames(names: [:])

  private init(names: [String: String]) {
    self.names = names
  }

  subscript(_ uuid: String) -> String? { names.isEmpty ? nil : names[uuid] }

  /// Reads the names; throws ``SQLiteProblem`` if that fails.
  init(_ connection: SQLiteConnection, _ schema: PhotosSchema) throws {
    // Up to macOS 14 and since then.
    guard let column = schema.details.first("ZMASTERFINGERPRINT", "ZORIGINALSTABLEHASH") else {
      self = .none
      return
    }
    let named = "FROM \(schema.tables) WHERE typeof(b.\(column)) = 'text' AND b.\(column) <> ''"
    let sql = SQLText(
      "SELECT a.ZUUID, b.\(column) \(named) "
        + "AND b.\(column) IN (SELECT b.\(column) \(named) AND \(schema.isMissing))")
    var names: [String: String] = [:]
    try connection.forEachRow(of: sql) { row in
      if let uuid = row.text(0), let name = row.text(1) { names[uuid] = name }
    }
    self.names = names
  }
}
