internal import Files
internal import Platform

/// A catalogue that was opened: its declaration, as far as its database has what that names.
struct OpenCatalogue: Sendable {
  let place: CataloguePlace
  let fields: CatalogueFields
  let roots: CatalogueRoots
  /// The factory for the originals.
  let originals: AssetFiles
  /// The library's path.
  let identity: OwnedBytes
  /// The values that records of all its assets share.
  let library: LibraryValues
  /// The places of the declaration's sorts of albums that the catalogue has not.
  let lackingAlbums: Set<Int>
  /// Warnings that the user should read before relying on the assets.
  let notes: [String]
  /// The version of the catalogue; nil if the declaration has none.
  let version: Int64?
  /// The places of fields' values, by the fields' numbers; asked for each value, so no dictionary.
  private let places: [Place?]
  /// The number of columns of fields.
  let width: Int
  /// True if rows have versions of originals.
  let hasVersions: Bool
  /// The word for where dates of the catalogue come from.
  let dateSource: String
  /// The fields whose value is the file's where the catalogue has none, by their numbers; asked for
  /// each value, so no set.
  private let ofFiles: [Bool]
  /// The small pictures that the program made; nil if the declaration names none.
  let previews: CataloguePreviews?
  /// True if the catalogue has most of what people type, so that files need not be asked early.
  let hasDescriptions: Bool

  var declaration: CatalogueDeclaration { fields.declaration }

  /// The part of the rows that has a field's values.
  enum Place: Sendable {
    case column(Int, CatalogueFields.Kind)
    case list
  }

  /// Returns the place of a field's values; nil if the declaration does not have the field.
  func place(of field: Field) -> Place? {
    let number = Int(field.rawValue)
    return number < places.count ? places[number] : nil
  }

  /// Returns true if the file's value counts where the catalogue has none.
  func isOfFile(_ field: Field) -> Bool {
    let number = Int(field.rawValue)
    return number < ofFiles.count && ofFiles[number]
  }

  /// The fields with several texts.
  var lists: [Field: CatalogueDeclaration.List] { declaration.assets.lists }

  /// The fields that the declaration has, in the order of all fields.
  let declared: [Field]

  /// Reads what the catalogue says about itself.
  ///
  /// - Parameter table: The fields that the rule knows.
  /// - Throws: ``LibraryProblem`` if it is no catalogue of the program, or if the declaration has an error.
  init(
    _ declaration: CatalogueDeclaration, at place: CataloguePlace, in database: CatalogueDatabase,
    originals: AssetFiles, knowing table: FieldTable, maps: LibraryRootMap, allowsOutside: Bool
  ) throws {
    self.place = place
    self.originals = originals
    identity = originals.values(identifier: "").library
    library = originals.values(identifier: "")
    version = try Self.version(declaration, place, database)
    var notes: [String] = []
    if let newest = declaration.newestVersion, let version, version > newest {
      notes.append(
        "the catalogue was made by a newer \(declaration.program) (version \(version)) than was"
          + " tried (\(newest)); what its columns mean may have changed")
    }
    var fields = CatalogueFields(declaration, knowing: table)
    let check = CatalogueCheck(database, place)
    notes += try check.findLacking(&fields)
    self.fields = fields
    let albums = try check.lackingAlbums(of: declaration)
    lackingAlbums = albums.places
    notes += albums.notes
    roots = CatalogueRoots(
      folder: place.folder, candidates: try Self.roots(declaration, database), maps: maps,
      allowsOutside: allowsOutside, takesOddAsMissing: declaration.takesOddPathsAsMissing)
    previews = declaration.previews.flatMap {
      CataloguePreviews($0, of: place, declaration, allowsOutside: allowsOutside)
    }
    self.notes = notes + (roots.note.map { [$0] } ?? [])
    var places: [Place?] = []
    func put(_ field: Field, at place: Place) {
      let number = Int(field.rawValue)
      while places.count <= number { places.append(nil) }
      places[number] = place
    }
    var width = 0
    for field in fields.single {
      guard let kind = fields.kind(field) else { continue }
      put(field, at: .column(width, kind))
      width += fields.columns(field)?.count ?? 0
    }
    for field in fields.declaration.assets.lists.keys { put(field, at: .list) }
    self.places = places
    self.width = width
    hasVersions = fields.hasVersions
    dateSource = declaration.dateSource
    ofFiles = (0...Int(declaration.fieldsOfFiles.map(\.rawValue).max() ?? 0)).map { number in
      declaration.fieldsOfFiles.contains { Int($0.rawValue) == number }
    }
    hasDescriptions = [.title, .caption, .keywords, .rating].allSatisfy {
      fields.single.contains($0) || fields.declaration.assets.lists[$0] != nil
    }
    declared = (fields.single + fields.declaration.assets.lists.keys).sorted {
      $0.rawValue < $1.rawValue
    }
  }

  private static func version(
    _ declaration: CatalogueDeclaration, _ place: CataloguePlace, _ database: CatalogueDatabase
  ) throws -> Int64? {
    guard let sql = declaration.version else { return nil }
    var found: Int64?
    do {
      try database.forEachRow(of: SQLText("SELECT CAST((\(sql)) AS INTEGER)"), in: "version") {
        found = $0.integer(0)
      }
    } catch let problem as LibraryProblem where "\(problem)".contains("no such") {}
    guard let found, found != 0 else {
      throw LibraryProblem.notFound(
        "library \"\(place.name)\": \(place.database) is no catalogue of \(declaration.program)")
    }
    return found
  }

  private static func roots(
    _ declaration: CatalogueDeclaration, _ database: CatalogueDatabase
  ) throws -> [(id: String, path: String?)]? {
    guard let roots = declaration.roots else { return nil }
    var found: [(id: String, path: String?)] = []
    var sql = "SELECT CAST((\(roots.id)) AS TEXT), as_text((\(roots.path))) FROM \(roots.rows.from)"
    if let condition = roots.rows.condition { sql += " WHERE \(condition)" }
    if let order = roots.rows.order { sql += " ORDER BY \(order)" }
    try database.forEachRow(of: SQLText(sql), in: "roots") { row in
      if let id = row.text(0), found.count < mostRoots { found.append((id, row.text(1))) }
    }
    return found
  }

  private static let mostRoots = 100_000
}
