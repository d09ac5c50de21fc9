internal import Files

/// The names of a library's tables and columns, read from the library itself: Apple renames tables,
/// renumbers entities and adds columns with every release. Missing columns mean unknown fields.
struct PhotosSchema: Sendable {
  /// The table of assets: `ZASSET`, or `ZGENERICASSET` up to macOS 10.15.
  let assets: Table
  let details: Table
  let extended: Table
  let masters: Table
  let descriptions: Table
  let resources: Table
  let albums: Table
  let members: AlbumMembers?
  let shares: Shares?
  let keywords: Keywords?
  let people: People?
  /// The only assets to show; nil for all. Part of the schema as every statement is made with one.
  var chosen: ChosenAssets?

  /// A table with its columns; a missing table has none.
  struct Table: Sendable {
    let name: String
    let columns: Set<String>

    func has(_ column: String) -> Bool { columns.contains(column) }

    func first(_ candidates: String...) -> String? { candidates.first(where: columns.contains) }
  }

  /// The join table of albums and assets, with the asset's position.
  struct AlbumMembers: Sendable {
    let table: String
    let album: String
    let asset: String
    let place: String?
  }

  /// The shared albums of macOS 26 and later: rows of ZSHARE, which has other kinds of shares too.
  struct Shares: Sendable {
    let table: Table
    /// Core Data's entity number of the rows of shared albums.
    let entity: Int64
  }

  /// The join table of keywords and assets' details.
  struct Keywords: Sendable {
    let table: String
    let details: String
    let keyword: String
  }

  /// The columns of a face that refer to its asset and its person.
  struct People: Sendable {
    let asset: String
    let person: String
  }

  static let empty = PhotosSchema()

  private init() {
    let none = Table(name: "ZASSET", columns: [])
    (assets, details, extended, masters) = (none, none, none, none)
    (descriptions, resources, albums) = (none, none, none)
    (members, shares, keywords, people) = (nil, nil, nil, nil)
  }

  /// Reads the names; throws ``SQLiteProblem`` if they can't be read, or ``FileProblem`` if the
  /// table of assets or one of its basic columns is missing.
  init(_ connection: SQLiteConnection) throws {
    var names: Set<String> = []
    // Real tables only: each row of a view or a virtual table could run untrusted code.
    let tables = SQLText("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
    try connection.forEachRow(of: tables) { if let name = $0.text(0) { names.insert(name) } }
    var entities: [String: Int64] = [:]
    if names.contains("Z_PRIMARYKEY") {
      try connection.forEachRow(of: SQLText("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")) {
        if let name = $0.text(0), let number = $0.integer(1) { entities[name] = number }
      }
    }
    func table(_ name: String) throws -> Table {
      guard names.contains(name) else { return Table(name: name, columns: []) }
      var columns: Set<String> = []
      let sql = SQLText("SELECT name FROM pragma_table_info(?)", [.text(name)])
      try connection.forEachRow(of: sql) { if let name = $0.text(0) { columns.insert(name) } }
      return Table(name: name, columns: columns)
    }
    /// Returns true if a table has rows; an empty one need not be joined.
    func hasRows(_ name: String) throws -> Bool {
      guard names.contains(name) else { return false }
      return try connection.prepare(SQLText("SELECT 1 FROM \(name) LIMIT 1")).step()
    }
    /// Returns the join table of an entity, whose number in Core Data is part of the name, or nil.
    func join(_ entity: String, _ relation: String) throws -> Table? {
      guard let number = entities[entity] else { return nil }
      let found = try table("Z_\(number)\(relation)")
      return found.columns.isEmpty ? nil : found
    }

    assets = try table(names.contains("ZASSET") ? "ZASSET" : "ZGENERICASSET")
    guard ["Z_PK", "ZUUID", "ZKIND"].allSatisfy(assets.has) else {
      throw FileProblem(
        assets.columns.isEmpty
          ? "Photos.sqlite has no table of assets"
          : "Photos.sqlite has a table of assets without the columns that every release has")
    }
    func linked(_ name: String, by column: String, of owner: Table) throws -> Table {
      guard owner.has(column), try hasRows(name) else { return Table(name: name, columns: []) }
      let found = try table(name)
      return found.has("Z_PK") ? found : Table(name: name, columns: [])
    }
    details = try linked(
      "ZADDITIONALASSETATTRIBUTES", by: "ZADDITIONALATTRIBUTES", of: assets)
    extended = try linked("ZEXTENDEDATTRIBUTES", by: "ZEXTENDEDATTRIBUTES", of: assets)
    masters = try linked("ZCLOUDMASTER", by: "ZMASTER", of: assets)
    descriptions = try linked("ZASSETDESCRIPTION", by: "ZASSETDESCRIPTION", of: details)
    resources = try table("ZINTERNALRESOURCE")
    albums = try table("ZGENERICALBUM")
    members = try join("Album", "ASSETS").flatMap(AlbumMembers.init)
    let sharing = try table("ZSHARE")
    shares =
      ["Z_PK", "Z_ENT", "ZUUID"].allSatisfy(sharing.has) && assets.has("ZCOLLECTIONSHARE")
      ? entities["CollectionShare"].map { Shares(table: sharing, entity: $0) } : nil
    let keywordTitles = try table("ZKEYWORD")
    keywords =
      try keywordTitles.has("ZTITLE") && hasRows("ZKEYWORD") && !details.columns.isEmpty
      ? try join("AdditionalAssetAttributes", "KEYWORDS").flatMap(Keywords.init) : nil
    let hasNames = try table("ZPERSON").has("ZFULLNAME")
    people = try hasNames && hasRows("ZDETECTEDFACE") ? People(try table("ZDETECTEDFACE")) : nil
  }
}

extension PhotosSchema {
  /// A condition that is true if an asset of the table `a` was chosen; nil if all are shown.
  var choice: SQLText? {
    chosen.map {
      SQLText("a.ZUUID IN (SELECT value FROM json_each(?))", [.text($0.uuidList)])
    }
  }
}

extension PhotosSchema.Table {
  /// Returns the first column whose name begins and ends so, and needs no quotes in SQL.
  fileprivate func first(from prefix: String = "", to suffix: String) -> String? {
    columns.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) && $0.isPlainName }.min()
  }
}

extension PhotosSchema.AlbumMembers {
  /// Finds the columns for albums and assets, such as Z_30ALBUMS and Z_3ASSETS; nil without them.
  fileprivate init?(_ found: PhotosSchema.Table) {
    guard let album = found.first(from: "Z_", to: "ALBUMS"),
      let asset = found.first(from: "Z_", to: "ASSETS")
    else { return nil }
    self.init(
      table: found.name, album: album, asset: asset,
      place: found.first(from: "Z_FOK_", to: "ASSETS"))
  }
}

extension PhotosSchema.Keywords {
  fileprivate init?(_ found: PhotosSchema.Table) {
    guard let details = found.first(to: "ASSETATTRIBUTES"),
      let keyword = found.first(to: "KEYWORDS")
    else { return nil }
    self.init(table: found.name, details: details, keyword: keyword)
  }
}

extension PhotosSchema.People {
  fileprivate init?(_ faces: PhotosSchema.Table) {
    guard let asset = faces.first("ZASSETFORFACE", "ZASSET"),
      let person = faces.first("ZPERSONFORFACE", "ZPERSON")
    else { return nil }
    self.init(asset: asset, person: person)
  }
}

extension String {
  /// True if the name can be used in SQL without quotes.
  fileprivate var isPlainName: Bool {
    !isEmpty
      && utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
  }
}
