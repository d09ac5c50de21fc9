internal import Files
internal import Platform
internal import Synchronization

/// An open catalogue and its connection, in use until another program writes to the catalogue.
struct CatalogueSnapshot: LibrarySnapshot {
  private let settings: FetchSettings
  private let library: CatalogueLibrary
  private let database: CatalogueDatabase

  init(_ settings: FetchSettings) throws {
    self.settings = settings
    let (place, context) = (settings.place, settings.context)
    let opened = try context.libraryKinds.kind(of: place).open(place, for: context)
    guard let library = opened as? CatalogueLibrary else {
      throw LibraryProblem(place, "is no catalogue any more")
    }
    self.library = library
    database = try library.connect()
  }

  var notes: [String] { library.notes }

  var isCurrent: Bool { database.isUnchanged }

  func source(
    of fetch: AssetFetch, number: Int, rows: FetchedRows<CatalogueBlock>
  ) throws -> any FetchSource {
    var asked = fetch
    asked.predicate = .conjunction([fetch.membership, fetch.predicate])
    let plan = try library.plan(asked)
    guard settings.place.chosen == nil, plan.answersAlbum, plan.rest == .always,
      fetch.order.isEmpty || plan.isOrdered
    else { return try ListedFetcher(settings).source(of: fetch, number: number) }
    return CatalogueFetchSource(
      library.catalogue, database, plan.selection, fetch, number: number, rows: rows)
  }
}

/// A block of a result: rows in any order, and the places of the result's assets among them.
struct CatalogueBlock: AssetRows {
  let rows: CatalogueRows
  let places: [Int]

  var count: Int { places.count }

  func asset(_ row: Int) -> Asset { CatalogueAsset(rows, places[row]) }
}

/// The assets of a fetch that SQL answers whole, known by their identifiers, and read on access.
final class CatalogueFetchSource: FetchSource {
  private let catalogue: OpenCatalogue
  private let database: CatalogueDatabase
  private let selection: CatalogueSelection
  private let fetch: AssetFetch
  private let number: Int
  private let blocks: FetchedRows<CatalogueBlock>
  /// The keys of the result's assets in its order; nil until they are needed.
  private let known = Lock<[CatalogueKey]?>(nil)
  /// The index of each local identifier in the result, from 0; nil until one is asked for.
  private let places = Lock<[String: Int]?>(nil)

  /// - Parameter number: The number of this result, unique among those with rows in `blocks`.
  init(
    _ catalogue: OpenCatalogue, _ database: CatalogueDatabase, _ selection: CatalogueSelection,
    _ fetch: AssetFetch, number: Int, rows blocks: FetchedRows<CatalogueBlock>
  ) {
    self.catalogue = catalogue
    self.database = database
    self.selection = selection
    self.fetch = fetch
    self.number = number
    self.blocks = blocks
  }

  var isCurrent: Bool { database.isUnchanged }

  var failures: [AssetFailure] { [] }

  func locateMore() throws -> Bool {
    _ = try identifiers()
    return false
  }

  var knownCount: Int? { known.withLock { $0?.count } }

  func count() throws -> Int { try identifiers().count }

  func index(of localIdentifier: [UInt8]) throws -> Int? {
    let identifier = String(decoding: localIdentifier, as: UTF8.self)
    let keys = try identifiers()
    return places.withLock { known in
      let places =
        known
        ?? Dictionary(
          keys.enumerated().map { (catalogue.fields.identifiers.text(of: $1), $0) }
        ) { first, _ in first }
      known = places
      return places[identifier]
    }
  }

  private func identifiers() throws -> [CatalogueKey] {
    guard isCurrent else { throw FetchProblem.changed }
    return try known.withLock { known in
      if let known { return known }
      let found = try database.use("assets") { connection in
        var selection = selection
        selection.limit = fetch.end
        let sql = CatalogueStatement(selection, catalogue.fields).keys
        var found: [CatalogueKey] = []
        var place = 0
        for sql in sql {
          try connection.forEachRow(of: sql) {
            defer { place += 1 }
            guard place >= fetch.offset, fetch.end.map({ place < $0 }) ?? true else { return }
            if let key = CatalogueKey($0, 0) { found.append(key) }
          }
        }
        return found
      }
      known = found
      return found
    }
  }

  func assets(_ range: Range<Int>) throws -> [Asset] {
    let keys = try identifiers()
    return try blocks.assets(range.clamped(to: keys.indices), of: number) {
      try block(keys[$0.clamped(to: keys.indices)])
    }
  }

  private func block(_ keys: ArraySlice<CatalogueKey>) throws -> CatalogueBlock {
    let rows = CatalogueRows(catalogue, database, capacity: keys.count)
    let json = CatalogueKey.json(keys)
    for sql in CatalogueStatement.rows(of: catalogue.fields) {
      try database.forEachRow(of: SQLText(sql, [.text(json)]), in: "assets") {
        try rows.append($0)
      }
    }
    let found = Dictionary(rows.identifiers.enumerated().map { ($1, $0) }) { first, _ in first }
    let places = keys.compactMap { found[$0] }
    guard places.count == keys.count else { throw FetchProblem.changed }
    return CatalogueBlock(rows: rows, places: places)
  }
}
