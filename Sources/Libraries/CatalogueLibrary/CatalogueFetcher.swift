internal import Files
internal import Platform
internal import Synchronization

/// A fetcher for a catalogue, which stays open until another program writes to it.
final class CatalogueFetcher: LibraryFetcher {
  private let settings: FetchSettings
  private let rows: FetchedRows<CatalogueBlock>
  private let known = Lock<Snapshot?>(nil)

  /// An open catalogue and its connection, in use until another program writes to the catalogue.
  private struct Snapshot: Sendable {
    let library: CatalogueLibrary
    let database: CatalogueDatabase
  }

  init(_ settings: FetchSettings) {
    self.settings = settings
    rows = FetchedRows(bound: settings.bounds.rows)
  }

  func open() throws -> [String] { try snapshot().library.notes }

  var isCurrent: Bool { known.withLock { $0?.database.isUnchanged ?? false } }

  func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource {
    let (library, database) = try { ($0.library, $0.database) }(snapshot())
    var asked = fetch
    asked.predicate = .conjunction([fetch.membership, fetch.predicate])
    let plan = try library.plan(asked)
    guard settings.place.chosen == nil, plan.answersAlbum, plan.rest == .always,
      fetch.order.isEmpty || plan.isOrdered
    else { return try ListedFetcher(settings).source(of: fetch, number: number) }
    return CatalogueFetchSource(
      library.catalogue, database, plan.selection, fetch, number: number, rows: rows)
  }

  func watch() throws -> () -> Bool {
    let database = try snapshot().database
    return { database.isUnchanged }
  }

  private func snapshot() throws -> Snapshot {
    try known.withLock { known in
      if let known, known.database.isUnchanged { return known }
      // Rows of an earlier state are no longer needed.
      rows.removeAll()
      let (place, context) = (settings.place, settings.context)
      let opened = try context.libraryKinds.kind(of: place).open(place, for: context)
      guard let library = opened as? CatalogueLibrary else {
        throw LibraryProblem(place, "is no catalogue any more")
      }
      let made = Snapshot(library: library, database: try library.connect())
      known = made
      return made
    }
  }

  var heldRows: Int { rows.count * FetchedRows<CatalogueBlock>.blockSize }
}

/// A block of a result: rows in any order, and the places of the result's assets among them.
struct CatalogueBlock: Sendable {
  let rows: CatalogueRows
  let places: [Int]
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
      let found = try database.use("assets") { connection, functions in
        var selection = selection
        selection.limit = fetch.end
        let sql = CatalogueStatement(selection, catalogue.fields, number: functions.add(_:)).keys
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
    let identifiers = try identifiers()
    let range = range.clamped(to: identifiers.indices)
    guard !range.isEmpty else { return [] }
    let size = FetchedRows<CatalogueBlock>.blockSize
    var assets: [Asset] = []
    for number in range.lowerBound / size...(range.upperBound - 1) / size {
      let start = number * size
      let block = try block(number, identifiers[start..<min(start + size, identifiers.count)])
      for place in range.clamped(to: start..<start + block.places.count) {
        assets.append(CatalogueAsset(block.rows, block.places[place - start]))
      }
    }
    return assets
  }

  private func block(_ block: Int, _ identifiers: ArraySlice<CatalogueKey>) throws -> CatalogueBlock
  {
    let key = FetchedRows<CatalogueBlock>.Key(result: number, block: block)
    if let known = blocks.block(key) { return known }
    let rows = CatalogueRows(catalogue, database, capacity: identifiers.count)
    let json = CatalogueKey.json(identifiers)
    for sql in CatalogueStatement.rows(of: catalogue.fields) {
      try database.forEachRow(of: SQLText(sql, [.text(json)]), in: "assets") {
        try rows.append($0)
      }
    }
    let found = Dictionary(rows.identifiers.enumerated().map { ($1, $0) }) { first, _ in first }
    let places = identifiers.compactMap { found[$0] }
    guard places.count == identifiers.count else { throw FetchProblem.changed }
    let made = CatalogueBlock(rows: rows, places: places)
    blocks.insert(made, for: key)
    return made
  }
}
