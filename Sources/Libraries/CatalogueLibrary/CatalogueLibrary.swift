internal import Files
internal import Platform
internal import Synchronization

/// The library of a photo manager, read by the declaration of its database.
///
/// ```swift
/// let kind = try LibraryKind(declaredBy: text, path: "album.lua")
/// let tool = Components.builtin.adding(kinds: [kind])
/// ```
public final class CatalogueLibrary: OpenedLibrary {
  public let kind: LibraryKind
  let catalogue: OpenCatalogue
  /// The only assets to show; nil for all.
  let chosen: ChosenAssets?
  private let limit: Duration
  private let cancellation: Cancellation
  /// The connection that opened the catalogue, for the first fetch; nil after that.
  private let spare: Lock<CatalogueDatabase?>
  private let knownAlbums = Lock<[Album]?>(nil)

  /// Opens a catalogue.
  ///
  /// - Parameters:
  ///   - allowsRoots: True if originals outside of the catalogue's folder may always be read.
  ///   - limit: The longest time to read one page of a statement's rows.
  /// - Throws: ``LibraryProblem`` when it can't be read, or when the declaration has an error.
  package init(
    _ declaration: CatalogueDeclaration, of kind: LibraryKind, at place: LibraryPlace,
    for run: RunContext, allowsRoots: Bool = false, limit: Duration = .seconds(30)
  ) throws {
    self.kind = kind
    self.limit = limit
    chosen = place.chosen
    cancellation = run.cancellation
    let found = try CataloguePlace(place, declaration)
    if let (subject, reason) = declaration.problem { throw found.problem(subject, reason) }
    if let (subject, reason) = declaration.conflict(with: run.fields) {
      throw found.problem(subject, reason)
    }
    let connect = { [cancellation] in
      try CatalogueDatabase(found, declaration, limit: limit, cancellation: cancellation)
    }
    let (catalogue, database) = try Self.read(declaration, from: connect) { database in
      let catalogue = try OpenCatalogue(
        declaration, at: found, in: database, originals: run.files(of: place),
        knowing: run.fields, maps: run.rootMap,
        allowsOutside: allowsRoots || run.permission.capabilities.contains(.references))
      return (catalogue, database)
    }
    self.catalogue = catalogue
    spare = Lock(database)
  }

  private static let mostAttempts = 3

  /// Calls `body` with a connection. A database that is read at once, without locks, is read up to
  /// three times, as long as its program writes meanwhile.
  ///
  /// - Throws: ``LibraryProblem``, or the errors of `body`.
  private static func read<Result>(
    _ declaration: CatalogueDeclaration, from connect: () throws -> CatalogueDatabase,
    _ body: (CatalogueDatabase) throws -> Result
  ) throws -> Result {
    guard declaration.readsAtOnce else { return try body(connect()) }
    var attemptsLeft = mostAttempts
    while true {
      attemptsLeft -= 1
      let database = try connect()
      do {
        let result = try body(database)
        if database.isOfOneState { return result }
        if attemptsLeft == 0 { try database.checkUnchanged() }
      } catch {
        // The database may look damaged if the program wrote to it meanwhile.
        if database.isOfOneState || attemptsLeft == 0 { throw error }
      }
    }
  }

  /// Calls `body` with a new connection; again if the program wrote to a database read at once.
  func read<Result>(_ body: (CatalogueDatabase) throws -> Result) throws -> Result {
    try read(from: connect, body)
  }

  /// Calls `body` with a connection; again if the program wrote to a database read at once.
  ///
  /// - Parameter connect: Returns a connection in the present state of such a database.
  func read<Result>(
    from connect: () throws -> CatalogueDatabase, _ body: (CatalogueDatabase) throws -> Result
  ) throws -> Result {
    try Self.read(catalogue.declaration, from: connect, body)
  }

  /// Returns a reader of the assets of a selection.
  func reader(
    _ selection: CatalogueSelection, in run: RunContext
  ) throws -> any AssetReader {
    guard catalogue.declaration.readsAtOnce else {
      return try CatalogueReader(catalogue, connect(), selection, in: run)
    }
    return try read { try PackedCatalogueReader(catalogue, $0, selection, in: run) }
  }

  /// Returns a connection in the present state of the catalogue.
  func connect() throws -> CatalogueDatabase {
    let spare = spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
    if let spare, spare.isUnchanged { return spare }
    return try CatalogueDatabase(
      catalogue.place, catalogue.declaration, limit: limit, cancellation: cancellation)
  }

  public func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    var plan = try plan(fetch)
    if chosen == nil, plan.rest == .always, plan.answersAlbum,
      plan.isOrdered || fetch.order.isEmpty
    {
      plan.selection.limit = fetch.end
    }
    return Answer(
      reader: try reader(plan.selection, in: run), residual: plan.rest, isOrdered: plan.isOrdered,
      answersAlbum: plan.answersAlbum, notes: [])
  }

  public var albums: [Album] {
    knownAlbums.withLock { known in
      if let known { return known }
      let read = try? read { try CatalogueAlbums(catalogue, in: $0, withMembers: true) }
      let albums = read?.entries.map(\.album) ?? []
      known = albums
      return albums
    }
  }

  public func statements(for fetch: AssetFetch) -> [String] {
    do {
      let selection = try plan(fetch).selection
      let database = try connect()
      let statement = CatalogueStatement(selection, catalogue.fields)
      let assets = try database.explained(
        "assets", Array(zip(statement.summaries, statement.rows)))
      let lists = catalogue.lists.filter { !catalogue.fields.lacks(list: $0.key) }
        .sorted { $0.key.number < $1.key.number }
      // The parameter is a page of identifiers.
      return try assets
        + lists.flatMap { field, list in
          let sql =
            catalogue.declaration.readsAtOnce
            ? SQLText(CatalogueStatement.allTexts(of: list))
            : SQLText(CatalogueStatement.texts(of: list), [.text("[]")])
          let name = catalogue.fields.table.name(of: field)
          return try database.explained("assets.lists.\(name)", [("\(name): \(sql.text)", sql)])
        }
    } catch {
      return ["none: \(error)"]
    }
  }

  public var notes: [String] { catalogue.notes }

  public var findings: [String] {
    let version = catalogue.version.map { ", version \($0)" } ?? ""
    return ["a catalogue of \(catalogue.declaration.program)\(version)"]
  }
}

extension CatalogueLibrary {
  /// The part of a fetch that SQL answers, and the tests that the engine still has to evaluate.
  struct Plan {
    var selection = CatalogueSelection()
    var rest = AssetPredicate.always
    var isOrdered = false
    var answersAlbum = true
  }

  func plan(_ fetch: AssetFetch) throws -> Plan {
    let fields = catalogue.fields
    var plan = Plan()
    plan.selection.predicate = fetch.predicate
    plan.rest = CataloguePredicate(fields: fields).translate(fetch.predicate).rest
    plan.selection.includesHidden = fetch.includesHidden || fetch.isOfHidden
    plan.isOrdered =
      !fetch.order.isEmpty && fetch.order.allSatisfy { fields.sortColumn($0.field) != nil }
    if plan.isOrdered { plan.selection.order = fetch.order }
    switch fetch.album.map({ (name: $0, subtype: CollectionSubtype(rawValue: $0)) }) {
    case (let album, nil)?:
      let entries = try read { try CatalogueAlbums(catalogue, in: $0, withMembers: false) }.entries
      let found = try entries.map(\.album).album(named: album, of: catalogue.place.name)
      if let entry = entries.first(where: { $0.album.identifier == found.identifier }) {
        plan.selection.album = (entry.sort, entry.id)
        let order = catalogue.declaration.albums[entry.sort].order
        if fetch.order.isEmpty, let order, fields.sortColumn(order) != nil {
          plan.selection.order = [SortKey(order)]
        }
      }
    case (_, .albumRegular?)?, (_, .albumCloudShared?)?, (_, .albumImported?)?:
      plan.answersAlbum = false
    case (_, .smartAlbumRecentlyAdded?)?:
      if fetch.order.isEmpty, fields.sortColumn(.addedDate) != nil {
        plan.selection.order = [SortKey(.addedDate, isDescending: true)]
      }
    default: break
    }
    return plan
  }
}
