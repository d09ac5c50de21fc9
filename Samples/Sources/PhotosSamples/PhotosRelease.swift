/// The names and numbers of a release of Photos in its database.
package struct PhotosRelease: Sendable, CustomStringConvertible {
  package let description: String
  /// The version of the data model in the library.
  package let modelVersion: Int
  /// The numbers of Core Data's entities, which are part of the names of tables.
  package let entities: [String: Int]
  /// Columns by table and by type, beside Z_PK, Z_ENT and Z_OPT, which all tables have.
  let columns: [String: [ColumnType: String]]
  /// The statements that make the tables beside those of ``columns``.
  var otherTables: [String] = []
  /// The statements that make all indexes; nil for those that a fetch of assets can use.
  var allIndexes: [String]?

  enum ColumnType: String, CaseIterable, Sendable {
    case integer, timestamp, float, varchar, blob
  }

  /// Returns another release by its differences: new numbers of entities, renamed tables, and
  /// removed and added columns, by the tables' names here.
  func changed(
    _ description: String, modelVersion: Int, entities: [String: Int] = [:],
    renamed: [String: String] = [:], without removed: [String: String] = [:],
    with added: [String: [ColumnType: String]] = [:]
  ) -> PhotosRelease {
    var tables: [String: [ColumnType: String]] = [:]
    for table in Set(columns.keys).union(added.keys) {
      let gone = Set(Self.words(removed[table]))
      for type in ColumnType.allCases {
        let names = Self.words(columns[table]?[type]).filter { !gone.contains($0) }
        let all = names + Self.words(added[table]?[type])
        tables[renamed[table] ?? table, default: [:]][type] = all.joined(separator: " ")
      }
    }
    return PhotosRelease(
      description: description, modelVersion: modelVersion,
      entities: self.entities.merging(entities) { $1 }, columns: tables)
  }

  private static func words(_ text: String?) -> [String] {
    (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// ZASSET; ZGENERICASSET in macOS 10.15.
  package var assetTable: String { columns["ZASSET"] == nil ? "ZGENERICASSET" : "ZASSET" }

  var assetEntity: Int { entities["GenericAsset"] ?? entities["Asset"] ?? 0 }

  func entity(_ name: String) -> Int { entities[name] ?? 0 }

  /// True if shared albums are stored as shares instead of albums.
  var hasShares: Bool { entities["CollectionShare"] != nil }

  func names(in table: String) -> [String] {
    ColumnType.allCases.flatMap { Self.words(columns[table]?[$0]) }
  }

  /// The table that relates assets and albums, and its columns.
  package var members: (table: String, album: String, asset: String, place: String) {
    let album = entity("Album")
    return (
      "Z_\(album)ASSETS", "Z_\(album)ALBUMS", "Z_\(assetEntity)ASSETS",
      "Z_FOK_\(assetEntity)ASSETS"
    )
  }

  /// The table that relates keywords and assets, and its columns.
  package var keywords: (table: String, details: String, keyword: String) {
    (
      "Z_\(entity("AdditionalAssetAttributes"))KEYWORDS",
      "Z_\(entity("AdditionalAssetAttributes"))ASSETATTRIBUTES",
      "Z_\(entity("Keyword"))KEYWORDS"
    )
  }

  /// The columns of the table of faces that name the asset and the person.
  var faces: (asset: String, person: String) {
    names(in: "ZDETECTEDFACE").contains("ZASSETFORFACE")
      ? ("ZASSETFORFACE", "ZPERSONFORFACE") : ("ZASSET", "ZPERSON")
  }

  /// The statements that make the tables.
  var tables: [String] {
    var statements = [
      "CREATE TABLE Z_PRIMARYKEY "
        + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    ]
    for table in columns.keys.sorted() {
      let types = ColumnType.allCases.flatMap { type in
        Self.words(columns[table]?[type]).map { "\($0) \(type.rawValue.uppercased())" }
      }
      let list = (["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + types)
        .joined(separator: ", ")
      statements.append("CREATE TABLE \(table) (\(list))")
    }
    let (table, album, asset, place) = members
    return statements + [
      "CREATE TABLE \(table) (\(album) INTEGER, \(asset) INTEGER, \(place) INTEGER, "
        + "PRIMARY KEY (\(album), \(asset)))",
      "CREATE TABLE \(keywords.table) (\(keywords.details) INTEGER, \(keywords.keyword) INTEGER, "
        + "PRIMARY KEY (\(keywords.details), \(keywords.keyword)))",
    ] + otherTables
  }

  /// The statements that make the indexes.
  var indexes: [String] {
    if let allIndexes { return allIndexes }
    let (table, album, asset, _) = members
    return [
      "CREATE INDEX \(table)_INDEX ON \(table) (\(asset), \(album))",
      "CREATE INDEX Z_Asset_byAddedDateIndex ON \(assetTable) (ZADDEDDATE)",
      "CREATE INDEX Z_Asset_byDateCreatedIndex ON \(assetTable) (ZDATECREATED)",
      "CREATE INDEX Z_Asset_byUuidIndex ON \(assetTable) (ZUUID)",
      "CREATE INDEX Z_Asset_forAllPhotos ON \(assetTable) (ZDATECREATED, ZADDEDDATE, Z_PK, "
        + "ZSAVEDASSETTYPE, ZVISIBILITYSTATE, ZTRASHEDSTATE, ZHIDDEN, ZAVALANCHEPICKTYPE, ZKIND, "
        + "ZKINDSUBTYPE, ZPLAYBACKSTYLE)",
      "CREATE INDEX ZINTERNALRESOURCE_ZASSET_INDEX ON ZINTERNALRESOURCE (ZASSET)",
      "CREATE INDEX ZDETECTEDFACE_INDEX ON ZDETECTEDFACE (\(faces.asset))",
      "CREATE INDEX ZADDITIONALASSETATTRIBUTES_INDEX ON ZADDITIONALASSETATTRIBUTES (ZASSET)",
    ]
  }
}
