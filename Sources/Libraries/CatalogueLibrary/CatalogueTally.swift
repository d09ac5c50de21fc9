internal import CSQLite
internal import Files

/// A count of the members of albums in one pass over the rows that list them, for catalogues in which
/// assets and albums are identified by whole numbers. SQLite would build indexes to do the same.
struct CatalogueTally {
  /// The identifiers of the assets, in order.
  private let assets: [Int64]
  /// The index in ``assets`` of each identifier.
  private let places: Places

  private enum Places {
    /// The indexes at the identifiers' places, for small ones; `UInt32.max` for no asset.
    case listed([UInt32])
    case scattered([Int64: UInt32])
  }

  private static let none = UInt32.max
  private static let most = 1 << 31

  /// - Parameter keys: Statements for the identifiers, in order.
  /// - Returns: nil if an identifier is no whole number, which only SQLite compares as SQLite does.
  init?(_ keys: [SQLText], in connection: SQLiteConnection) throws {
    var assets: [Int64] = []
    for keys in keys {
      let statement = try connection.prepare(keys)
      while try statement.step() {
        guard let asset = statement.integer(0), assets.count < Self.most else { return nil }
        assets.append(asset)
      }
    }
    self.assets = assets
    guard let least = assets.min(), let greatest = assets.max(), least >= 0,
      greatest < Int64(assets.count) * 8 + 1 << 16
    else {
      let numbered = assets.enumerated().map { ($1, UInt32(truncatingIfNeeded: $0)) }
      places = .scattered(Dictionary(numbered) { first, _ in first })
      return
    }
    var listed = [UInt32](repeating: Self.none, count: Int(greatest) + 1)
    for (place, asset) in assets.enumerated() where listed[Int(asset)] == Self.none {
      listed[Int(asset)] = UInt32(truncatingIfNeeded: place)
    }
    places = .listed(listed)
  }

  private func place(of asset: Int64) -> UInt32? {
    switch places {
    case .listed(let places):
      guard asset >= 0, asset < Int64(places.count) else { return nil }
      let place = places[Int(asset)]
      return place == Self.none ? nil : place
    case .scattered(let places): return places[asset]
    }
  }

  /// Counts the members of albums.
  ///
  /// - Parameters:
  ///   - members: A statement for albums and their assets, a pair in each row.
  ///   - identifiers: The assets' identifiers, if a text names several; nil if a row has one asset.
  /// - Returns: The number of assets and the first of them by album; nil if an identifier is no whole
  ///   number.
  func counts(
    _ members: SQLText, in connection: SQLiteConnection,
    naming identifiers: CatalogueIdentifiers? = nil
  ) throws -> [SQLiteValue: (count: Int, first: CatalogueKey)]? {
    var numbers: [Int64: Int] = [:]
    var albums: [Int64] = []
    var sizes: [Int] = []
    var pairs: [(album: UInt32, place: UInt32)] = []
    var last: (album: Int64, number: Int)?
    func add(_ asset: Int64, to album: Int64) {
      guard let place = place(of: asset) else { return }
      let number = last?.album == album ? last?.number : numbers[album]
      let known = number ?? albums.count
      if number == nil {
        numbers[album] = known
        albums.append(album)
        sizes.append(0)
      }
      last = (album, known)
      sizes[known] += 1
      pairs.append((UInt32(truncatingIfNeeded: known), place))
    }
    let statement = try connection.prepare(members)
    while try statement.step() {
      guard let album = Self.number(statement, 0) else { return nil }
      if let identifiers {
        guard let album, let several = statement.textBytes(1) else { continue }
        identifiers.forEachKey(in: several) { add($0, to: album) }
      } else {
        guard let asset = Self.number(statement, 1) else { return nil }
        if let album, let asset { add(asset, to: album) }
      }
    }
    return counts(pairs, sizes, albums)
  }

  private func counts(
    _ pairs: [(album: UInt32, place: UInt32)], _ sizes: [Int], _ albums: [Int64]
  ) -> [SQLiteValue: (count: Int, first: CatalogueKey)] {
    var ends = sizes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    var sorted = [UInt32](repeating: 0, count: pairs.count)
    for pair in pairs {
      sorted[ends[Int(pair.album)]] = pair.place
      ends[Int(pair.album)] += 1
    }
    var found: [SQLiteValue: (count: Int, first: CatalogueKey)] = [:]
    found.reserveCapacity(albums.count)
    for (number, album) in albums.enumerated() {
      let range = ends[number] - sizes[number]..<ends[number]
      // Most catalogues list the members in the order of the assets.
      if zip(range, range.dropFirst()).contains(where: { sorted[$0] > sorted[$1] }) {
        sorted[range].sort()
      }
      let count = zip(range, range.dropFirst()).reduce(1) {
        sorted[$1.0] == sorted[$1.1] ? $0 : $0 + 1
      }
      found[.integer(album)] = (count, .number(assets[Int(sorted[range.lowerBound])]))
    }
    return found
  }

  /// Returns a column's whole number, `.some(nil)` for NULL, and nil for a value of another type.
  private static func number(_ row: SQLiteStatement, _ column: Int32) -> Int64?? {
    switch sqlite3_column_type(row.handle, column) {
    case SQLITE_INTEGER: .some(sqlite3_column_int64(row.handle, column))
    case SQLITE_NULL: .some(nil)
    default: nil
    }
  }
}
