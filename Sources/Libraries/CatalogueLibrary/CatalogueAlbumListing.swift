internal import Files
internal import Platform

/// A listing of the albums of a catalogue that a rule names, counted by SQL where that can do it.
struct CatalogueAlbumListing {
  let request: AlbumRequest
  let library: CatalogueLibrary

  /// Returns the statements that list the albums and count their assets, for the user.
  func statements(_ query: Query) throws -> [String] {
    let database = try library.connect()
    let catalogue = library.catalogue
    var fetch = AssetFetch(predicate: query.predicate, order: query.order)
    fetch.includesHidden = request.includesHidden
    fetch.predicate = .conjunction([fetch.membership, fetch.predicate])
    let selection = try library.plan(fetch).selection
    let assets = try database.explained(
      "assets", CatalogueStatement(selection, catalogue.fields).keys.map { ($0.literal, $0) })
    return try catalogue.declaration.albums.reduce(into: assets) { lines, sort in
      let statements = [
        SQLText(CatalogueAlbums.statement(of: sort)), CatalogueStatement.pairs(of: sort.members),
      ]
      for sql in statements {
        lines += try database.explained("albums.\(sort.kind)", [(sql.text, sql)])
      }
    }
  }

  /// - Throws: ``LibraryProblem`` when a name in the request fits no album, or several.
  func albums(for run: RunContext) throws -> [AlbumAsset] {
    let database = try library.connect()
    let catalogue = library.catalogue
    let known = try library.read { try CatalogueAlbums(catalogue, in: $0, withMembers: false) }
      .entries
    let identity = catalogue.identity
    var facts: [AlbumFacts] = []
    var selections: [CatalogueAlbumContents.Members] = []
    func add(_ entry: CatalogueAlbums.Entry) {
      facts.append(AlbumFacts(entry.album, of: identity))
      selections.append(.listed(sort: entry.sort, id: entry.id))
    }
    for name in request.names {
      switch CollectionSubtype(rawValue: name) {
      case .albumRegular: known.forEach(add)
      case .albumCloudShared, .albumImported: break
      case .some(let subtype):
        facts.append(AlbumFacts(computed: subtype, in: identity))
        selections.append(.computed(subtype))
      case nil:
        let found = try known.map(\.album).album(named: name, of: catalogue.place.name)
        known.filter { $0.album.identifier == found.identifier }.prefix(1).forEach(add)
      }
    }
    let contents = CatalogueAlbumContents(library, database, selections, request)
    return facts.enumerated().map { AlbumAsset($1, in: contents, at: $0) }
  }
}

/// The members of the listed albums, counted in one state of the catalogue. Where its program wrote to
/// it before all were counted, the others are counted in the state after that.
final class CatalogueAlbumContents: AlbumContents {
  enum Members {
    case listed(sort: Int, id: SQLiteValue)
    case computed(CollectionSubtype)
  }

  private typealias Counts = [SQLiteValue: (count: Int, first: CatalogueKey)]

  private let library: CatalogueLibrary
  private var database: CatalogueDatabase
  private let albums: [Members]
  private let request: AlbumRequest
  /// The counts and first assets of albums, by the indexes of the sorts that were counted.
  private var counted: [Int: Counts] = [:]
  /// The assets that are counted, after they were read; the inner value is nil if only SQL can count.
  private var tally: CatalogueTally??
  /// The members of computed albums, by index in ``albums``; nil until SQL can't count one.
  private var tested: [Int: AlbumMembers]?
  /// The first assets of the albums that SQL counted, by key.
  private var covers: [CatalogueKey: Asset] = [:]

  init(
    _ library: CatalogueLibrary, _ database: CatalogueDatabase, _ albums: [Members],
    _ request: AlbumRequest
  ) {
    self.library = library
    self.database = database
    self.albums = albums
    self.request = request
  }

  func members(of place: Int, counting: AlbumCounter) throws -> AlbumMembers {
    var fetch = AssetFetch(predicate: counting.query.predicate, order: counting.query.order)
    fetch.includesHidden = request.includesHidden
    if case .computed(let subtype) = albums[place] { fetch.album = subtype.rawValue }
    fetch.predicate = .conjunction([fetch.membership, fetch.predicate])
    var plan = try library.plan(fetch)
    let isWhole =
      counting.isAnsweredByQuery && plan.rest == .always && library.chosen == nil
      && (fetch.order.isEmpty || plan.isOrdered)
    switch albums[place] {
    case .listed(let sort, let id):
      if isWhole { return try listed(sort, id, plan.selection) }
      plan.selection.album = (sort, id)
    case .computed:
      if isWhole { return try computed(plan.selection) }
      let known = try tested ?? readTested(counting)
      tested = known
      return known[place] ?? AlbumMembers(count: 0, cover: nil)
    }
    return try counting.members(ofAlbums: 1, from: source(plan, counting)) { _ in [0] }[0]
  }

  private func source(
    _ plan: CatalogueLibrary.Plan, _ counting: AlbumCounter
  ) throws -> Answer {
    // A database that is read at once is so in the state that it has then.
    var reader: any AssetReader =
      try library.catalogue.declaration.readsAtOnce
      ? library.reader(plan.selection, in: counting.context)
      : CatalogueReader(library.catalogue, database, plan.selection, in: counting.context)
    if let chosen = library.chosen {
      reader = ChosenReader(reader) {
        chosen.contains(Array($0.string(of: .localIdentifier).utf8))
      }
    }
    return Answer(reader: reader, residual: plan.rest, isOrdered: plan.isOrdered)
  }

  /// Reads all assets once, and returns the members of all computed albums by index in ``albums``.
  private func readTested(_ counting: AlbumCounter) throws -> [Int: AlbumMembers] {
    var places: [Int] = []
    var tests: [PredicateProgram] = []
    var facets: FacetSet = []
    var isOfHidden: [Bool] = []
    for (place, album) in albums.enumerated() {
      guard case .computed(let subtype) = album else { continue }
      places.append(place)
      tests.append(PredicateProgram(subtype.membership))
      facets.formUnion(subtype.membership.fields.facets)
      isOfHidden.append(subtype == .smartAlbumAllHidden)
    }
    var fetch = AssetFetch(predicate: counting.query.predicate, order: counting.query.order)
    fetch.includesHidden = request.includesHidden || isOfHidden.contains(true)
    let source = try source(library.plan(fetch), counting)
    let isShown = { [request] (asset: Asset) -> Bool in
      guard !request.includesHidden, case .flag(true) = asset.value(of: .isHidden) else {
        return true
      }
      return false
    }
    let found = try counting.members(ofAlbums: places.count, from: source, reading: facets) {
      asset in
      let shown = isShown(asset)
      return tests.indices.filter { (shown || isOfHidden[$0]) && tests[$0].matches(asset) }
    }
    return Dictionary(uniqueKeysWithValues: zip(places, found))
  }

  /// Returns an album's members; the first call counts all albums of its sort.
  private func listed(
    _ sort: Int, _ id: SQLiteValue, _ selection: CatalogueSelection
  ) throws -> AlbumMembers {
    if counted[sort] == nil {
      let members = library.catalogue.declaration.albums[sort].members
      let (found, firsts) = try read {
        let found = try counts(of: members, selection)
        return (found, try assets(found.values.map(\.first)))
      }
      counted[sort] = found
      covers.merge(firsts) { $1 }
    }
    guard let known = counted[sort]?[id] else { return AlbumMembers(count: 0, cover: nil) }
    return AlbumMembers(count: known.count, cover: covers[known.first])
  }

  /// Calls `body`, which reads ``database``; again with another connection if the program wrote to a
  /// database that is read at once.
  private func read<Result>(_ body: () throws -> Result) throws -> Result {
    let connect = {
      if !self.database.isOfOneState {
        self.database = try self.library.connect()
        self.tally = nil
      }
      return self.database
    }
    guard library.catalogue.declaration.readsAtOnce else {
      let result = try body()
      try database.checkUnchanged()
      return result
    }
    return try library.read(from: connect) { _ in try body() }
  }

  private func counts(
    of members: CatalogueDeclaration.Members, _ selection: CatalogueSelection
  ) throws -> Counts {
    try database.use("albums") { connection in
      let fields = library.catalogue.fields
      let sql = CatalogueStatement(selection, fields)
      let tally = try self.tally ?? CatalogueTally(sql.keys, in: connection)
      self.tally = .some(tally)
      let pairs = CatalogueStatement.pairs(of: members)
      let identifiers = members.isOfSeveral ? fields.identifiers : nil
      if let found = try tally?.counts(pairs, in: connection, naming: identifiers) { return found }
      var found: Counts = [:]
      try connection.forEachRow(of: sql.counts(of: members)) { row in
        guard let id = row.key(0), let count = row.integer(1), let first = CatalogueKey(row, 3)
        else { return }
        found[id] = (Int(clamping: count), first)
      }
      return found
    }
  }

  private func computed(_ selection: CatalogueSelection) throws -> AlbumMembers {
    try read {
      let (count, first) = try database.use("albums") { connection -> (Int64, CatalogueKey?) in
        var selection = selection
        selection.limit = 1
        let sql = CatalogueStatement(selection, library.catalogue.fields)
        let count = try connection.integer(sql.count) ?? 0
        guard count > 0 else { return (0, nil) }
        for keys in sql.keys {
          let statement = try connection.prepare(keys)
          if try statement.step() { return (count, CatalogueKey(statement, 0)) }
        }
        return (count, nil)
      }
      let cover = try first.flatMap { try covers[$0] ?? assets([$0])[$0] }
      return AlbumMembers(count: Int(clamping: count), cover: cover)
    }
  }

  /// Returns the assets with keys, but for those in ``covers``.
  private func assets(_ keys: [CatalogueKey]) throws -> [CatalogueKey: Asset] {
    let missing = Set(keys).filter { covers[$0] == nil }
    let rows = CatalogueRows(library.catalogue, database, capacity: missing.count)
    let json = CatalogueKey.json(missing)
    for sql in CatalogueStatement.rows(of: library.catalogue.fields) {
      try database.forEachRow(of: SQLText(sql, [.text(json)]), in: "assets") {
        try rows.append($0)
      }
    }
    return Dictionary(
      rows.identifiers.enumerated().map { ($1, CatalogueAsset(rows, $0)) }
    ) { first, _ in first }
  }
}
