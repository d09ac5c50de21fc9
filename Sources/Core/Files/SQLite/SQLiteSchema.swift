internal import Assets

/// Everything that a database of shotflow's own has: its tables and indexes, with their SQL.
///
/// Another program could put a database in its place whose triggers or views act when it is used.
package struct SQLiteSchema: Sendable {
  private struct Entry: Hashable {
    let type: String?
    let name: String?
    let sql: String?
  }

  /// The SQL statements that create the tables and indexes in an empty database.
  private let statements: [String]
  /// The SHA-256 of all types, names and SQL, by which a database is recognised fast.
  package let digest: String

  /// - Parameter digest: the value of ``madeDigest()``; with another, comparisons take longer.
  package init(madeBy statements: [String], digest: String) {
    (self.statements, self.digest) = (statements, digest)
  }

  /// Returns the first difference of a database, such as `it has another table "note"`, or nil.
  package func difference(of connection: SQLiteConnection) throws(SQLiteProblem) -> String? {
    let present = try Self.entries(of: connection)
    if Self.digest(of: present) == digest { return nil }
    let (found, entries) = (Set(present), Set(try madeEntries()))
    if let added = found.subtracting(entries).min(by: { ($0.name ?? "") < ($1.name ?? "") }) {
      let article = entries.contains { $0.name == added.name } ? "another" : "an unknown"
      return "it has \(article) \(added.type ?? "entry") \"\(added.name ?? "")\""
    }
    let missing = entries.subtracting(found).compactMap(\.name).min()
    return missing.map { "it has no \"\($0)\"" }
  }

  /// Returns the right value of ``digest`` for the statements; nil if the system can't hash.
  package func madeDigest() throws(SQLiteProblem) -> String? {
    Self.digest(of: try madeEntries())
  }

  private func madeEntries() throws(SQLiteProblem) -> [Entry] {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(statements.joined(separator: ";\n"))
    return try Self.entries(of: connection)
  }

  private static func entries(of connection: SQLiteConnection) throws(SQLiteProblem) -> [Entry] {
    var entries: [Entry] = []
    try connection.forEachRow(of: "SELECT type, name, sql FROM sqlite_master") { row in
      entries.append(Entry(type: row.text(0), name: row.text(1), sql: row.text(2)))
    }
    return entries
  }

  private static func digest(of entries: [Entry]) -> String? {
    guard let state = try? HashState(.sha256) else { return nil }
    for entry in entries {
      for text in [entry.type, entry.name, entry.sql] {
        var bytes = Array((text ?? "").utf8)
        // No text has this byte.
        bytes.append(0xFF)
        bytes.withUnsafeBytes { state.update($0) }
      }
    }
    return try? state.finish().hexadecimal
  }
}
