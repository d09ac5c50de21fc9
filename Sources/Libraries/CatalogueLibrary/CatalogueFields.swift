internal import Files

/// The fields of a declaration as SQL. Each expression is wrapped once by the type of its field, and
/// that text serves the value, the test and the order, so that they agree whatever is stored.
struct CatalogueFields: Sendable {
  /// The declaration, in which the catalogue's own fields are among the others.
  let declaration: CatalogueDeclaration
  /// The fields that the rule knows.
  let table: FieldTable
  /// The catalogue's own fields, in the order of records.
  let own: [Field]
  /// The columns that this catalogue lacks; their fields have no value.
  var lacking: Set<Lack> = []
  /// The keys and identifiers of the assets.
  let identifiers: CatalogueIdentifiers
  /// The index in ``sources`` of the table whose columns are returned.
  private(set) var source = 0

  /// A field that the catalogue lacks in a table.
  struct Lack: Hashable, Sendable {
    let source: Int
    let field: Field
  }

  /// - Parameter table: The fields that the rule knows; the catalogue's own are found there by name
  ///   and type.
  init(_ declaration: CatalogueDeclaration, knowing table: FieldTable) {
    var declaration = declaration
    var own: [Field] = []
    for added in declaration.assets.own {
      guard let field = table.field(named: added.field.name), field.addedPlace != nil,
        table.type(of: field) == added.field.type
      else { continue }
      own.append(field)
      switch added.source {
      case .column(let column): declaration.assets.fields[field] = column
      case .list(let list): declaration.assets.lists[field] = list
      }
      for place in declaration.assets.others.indices {
        let others = declaration.assets.others[place].own
        guard let other = others.first(where: { $0.field.name == added.field.name }),
          case .column(let column) = other.source
        else { continue }
        declaration.assets.others[place].fields[field] = column
      }
    }
    self.declaration = declaration
    sources = declaration.assets.sources
    identifiers = CatalogueIdentifiers(declaration.assets)
    single = Set(sources.flatMap(\.fields.keys)).sorted { $0.number < $1.number }
    self.table = table
    self.own = own
  }

  /// The fields with one value, in the order of the columns.
  let single: [Field]
  /// The tables that have assets.
  let sources: [CatalogueDeclaration.Assets]

  /// The table with assets whose columns are returned.
  var assets: CatalogueDeclaration.Assets { sources[source] }

  /// The same fields for each table that has assets, with its index as ``source``.
  var tables: [CatalogueFields] {
    sources.indices.map { source in
      var fields = self
      fields.source = source
      return fields
    }
  }

  /// Returns true if the catalogue lacks a column of the table's field.
  func lacks(_ field: Field) -> Bool { lacking.contains(Lack(source: source, field: field)) }

  /// Returns true if the catalogue lacks the rows of a list.
  func lacks(list field: Field) -> Bool { lacking.contains(Lack(source: 0, field: field)) }

  /// The type of a field's column.
  enum Kind: Hashable, Sendable {
    case flag
    case whole(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case text
    case word([String])
    case date
    case place

    /// The kind of a field; nil for one that a catalogue can't have.
    init?(_ field: Field) {
      switch field {
      case .mediaType: self = .word(field.knownTexts ?? [])
      case .pixelWidth, .pixelHeight, .depth: self = .whole(1...0x7FFF_FFFF)
      case .orientation: self = .whole(1...8)
      case .fileSize: self = .whole(0...Int64.max)
      case .rating: self = .whole(-1...5)
      case .duration: self = .number(0...1e9)
      case .frameRate: self = .number(0...1e6)
      case .creationDate, .modificationDate, .addedDate: self = .date
      case .isFavorite, .isHidden, .isAnimated, .hasAdjustments, .isSelfie, .isRAW: self = .flag
      case .location: self = .place
      case .filename, .title, .caption, .colorLabel, .creator, .copyright, .cameraMake,
        .cameraModel, .lensModel, .software, .userComment, .uniformTypeIdentifier,
        .burstIdentifier:
        self = .text
      case .localIdentifier, .library, .path, .folderPath, .mediaSubtypes, .playbackStyle,
        .creationDateSource, .creationDateOffset, .colorModel, .profileName, .hasAlpha,
        .representsBurst, .burstSelectionTypes, .livePhotoIdentifier, .livePhotoVideoPath,
        .keywords, .persons, .placeName, .isMissing, .isReferenced, .isInCloud, .sourceType,
        .rawPath, .editedPath, .editedVideoPath, .derivativePaths, .localDate, .exif, .xmp, .iptc,
        .albumPaths, .damage, .sha1, .sha256, .labels, .added:
        return nil
      }
    }
  }

  /// Returns the kind of a field with one value; nil for a field that no column can have.
  func kind(_ field: Field) -> Kind? {
    field.addedPlace == nil ? Kind(field) : Kind(table.type(of: field))
  }

  /// The fields with several texts that a catalogue can have.
  static let lists: [Field] = [.keywords, .persons, .placeName]

  /// The fields with one value that a catalogue can have.
  static let singles = Field.allCases.filter { Kind($0) != nil }

  /// Returns a field's SQL, wrapped by its type, in one expression or two for a place; nil if no
  /// table has a column for it.
  func columns(_ field: Field) -> [String]? {
    guard let kind = kind(field), single.contains(field) else { return nil }
    guard let column = assets.fields[field], !lacks(field) else {
      return kind == .place ? ["NULL", "NULL"] : ["NULL"]
    }
    let sql = column.expressions.map { "(\($0))" }
    switch kind {
    case .flag: return ["(\(sql[0]) IS TRUE)"]
    case .whole(let range): return ["as_whole(\(sql[0]), \(range.lowerBound), \(range.upperBound))"]
    case .number(let range):
      return ["as_number(\(sql[0]), \(range.lowerBound), \(range.upperBound))"]
    case .text: return ["as_text(\(sql[0]))"]
    case .word(let words):
      let cases = words.map { "WHEN '\($0)' THEN '\($0)'" }.joined(separator: " ")
      return ["(CASE as_text(\(sql[0])) \(cases) END)"]
    case .date:
      guard case .date(_, let form) = column else { return ["NULL"] }
      if let (units, start) = form.moments { return ["as_moment(\(sql[0]), \(units), \(start))"] }
      return ["as_date(\(sql[0]), \(CatalogueDateForm.allCases.firstIndex(of: form) ?? 0))"]
    case .place:
      guard sql.count == 2 else { return ["NULL", "NULL"] }
      return ["as_number(\(sql[0]), -90.0, 90.0)", "as_number(\(sql[1]), -180.0, 180.0)"]
    }
  }

  /// Returns the column by which SQL sorts as the engine does; nil if only the engine can sort by
  /// it.
  func sortColumn(_ field: Field) -> String? {
    if field == .localIdentifier { return identifier }
    if declaration.fieldsOfFiles.contains(field) { return nil }
    switch kind(field) {
    case .flag, .whole, .number, .date: return columns(field)?.first
    default: return nil
    }
  }

  /// The expression for the identifier of an asset, as records have it.
  var identifier: String {
    identifiers.sql(sources.count > 1 ? "(\(assets.row))" : row, in: source)
  }

  /// The expression for the key of an asset, a whole number or a text. Texts are compared byte by
  /// byte, whatever the collation of their column is.
  var row: String {
    guard sources.count > 1 else { return "((\(assets.row)) COLLATE BINARY)" }
    let number = "as_whole((\(assets.row)), 0, \(identifiers.greatestRow))"
    return "(\(number) * \(sources.count) + \(source))"
  }

  /// The expression that sorts the assets of a table.
  var rowOrder: String { sources.count > 1 ? "(\(assets.row))" : row }

  /// A condition for the assets whose keys are in its parameter, a JSON array.
  var isListed: String {
    guard sources.count > 1 else { return "\(row) IN (SELECT value FROM json_each(?))" }
    let count = sources.count
    return "(\(assets.row)) IN (SELECT value / \(count) FROM json_each(?)"
      + " WHERE value % \(count) = \(source))"
  }
}
