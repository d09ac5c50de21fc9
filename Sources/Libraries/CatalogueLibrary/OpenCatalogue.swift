internal import Files
internal import Platform

/// An opened catalogue: its declaration, and the parts of it that the database has.
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
  /// The indexes in the declaration of the sorts of albums that the catalogue lacks.
  let lackingAlbums: Set<Int>
  /// Warnings that the user should read before relying on the assets.
  let notes: [String]
  /// The version of the catalogue; nil if the declaration has no expression for it.
  let version: Int64?
  /// The places of values at the fields' numbers, nil for other fields; an array for speed.
  private let places: [Place?]
  /// The number of columns that fields take in a row, two for a place.
  let width: Int
  /// True if rows have versions of originals.
  let hasVersions: Bool
  /// The value of `creationDateSource` for dates of the catalogue.
  let dateSource: String
  /// True at the numbers of fields that are read from files if the catalogue has no value.
  private let ofFiles: [Bool]
  /// The small pictures that the program made; nil if none are declared or may be read.
  let previews: CataloguePreviews?
  /// True if title, caption, keywords and rating are declared: files aren't read ahead for them.
  let hasDescriptions: Bool

  var declaration: CatalogueDeclaration { fields.declaration }

  /// The place of a field's values: its column, counted from the first field, or a list.
  enum Place: Sendable {
    case column(Int, CatalogueFields.Kind)
    case list
  }

  /// Returns the place of a field's values; nil if the declaration does not have the field.
  func place(of field: Field) -> Place? {
    let number = Int(field.number)
    return number < places.count ? places[number] : nil
  }

  /// Returns true if a field is read from the file when the catalogue has no value.
  func isOfFile(_ field: Field) -> Bool {
    let number = Int(field.number)
    return number < ofFiles.count && ofFiles[number]
  }

  /// The lists of the fields with several texts.
  var lists: [Field: CatalogueDeclaration.List] { declaration.assets.lists }

  /// The fields that the declaration has, in the order of all fields.
  let declared: [Field]

  /// Reads the version and the roots of a catalogue, and finds what it lacks.
  ///
  /// - Parameter table: The fields that the rule knows.
  /// - Throws: ``LibraryProblem`` for another program's database or an error in the declaration.
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
      let number = Int(field.number)
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
    ofFiles = (0...Int(declaration.fieldsOfFiles.map(\.number).max() ?? 0)).map { number in
      declaration.fieldsOfFiles.contains { Int($0.number) == number }
    }
    hasDescriptions = [.title, .caption, .keywords, .rating].allSatisfy {
      fields.single.contains($0) || fields.declaration.assets.lists[$0] != nil
    }
    declared = (fields.single + fields.declaration.assets.lists.keys).sorted {
      $0.number < $1.number
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
