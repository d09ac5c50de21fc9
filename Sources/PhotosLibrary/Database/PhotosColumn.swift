/// What is read of each asset, in the order of the columns of the statement.
enum PhotosColumn: Int, CaseIterable, Sendable {
  case key, uuid, directory, filename, originalFilename
  case kind, kindSubtype, playbackStyle, depth, rendering, spatial, screenshot
  case type, created, modified, added, zoneOffset
  case width, height, orientation, duration, frameRate, fileSize
  case favorite, hidden, burst, pick, mediaGroup
  case latitude, longitude, make, model, lens
  case adjustments, captureDevice, savedType, scope, resources, cloudState
  case title, caption, keywords, persons

  /// How the texts of a list are kept apart in one column.
  static let separator: UInt8 = 0x1F
}

extension PhotosColumn {
  /// The column as SQL, over the tables of ``PhotosSource``; NULL when the library has none.
  func sql(_ schema: PhotosSchema) -> String {
    func asset(_ column: String?) -> String? { column.map { "a.\($0)" } }
    func plain(_ column: String) -> String? { schema.assets.has(column) ? "a.\(column)" : nil }
    func detail(_ column: String) -> String? { schema.details.has(column) ? "b.\(column)" : nil }
    func extended(_ column: String) -> String? { schema.extended.has(column) ? "e.\(column)" : nil }
    let sql: String? =
      switch self {
      case .key: "a.Z_PK"
      case .uuid: "a.ZUUID"
      case .directory: plain("ZDIRECTORY")
      case .filename: plain("ZFILENAME")
      case .originalFilename: detail("ZORIGINALFILENAME")
      case .kind: "a.ZKIND"
      case .kindSubtype: plain("ZKINDSUBTYPE")
      case .playbackStyle: plain("ZPLAYBACKSTYLE")
      case .depth: asset(schema.assets.first("ZDEPTHTYPE", "ZDEPTHSTATES"))
      case .rendering: asset(schema.assets.first("ZHDRTYPE", "ZCUSTOMRENDEREDVALUE"))
      case .spatial: plain("ZSPATIALTYPE")
      case .screenshot: plain("ZISDETECTEDSCREENSHOT")
      case .type: plain("ZUNIFORMTYPEIDENTIFIER")
      case .created: plain("ZDATECREATED")
      case .modified: plain("ZMODIFICATIONDATE")
      case .added: plain("ZADDEDDATE")
      case .zoneOffset: detail("ZTIMEZONEOFFSET")
      case .width: plain("ZWIDTH")
      case .height: plain("ZHEIGHT")
      case .orientation: detail("ZORIGINALORIENTATION")
      case .duration: plain("ZDURATION")
      case .frameRate: extended("ZFPS")
      case .fileSize: detail("ZORIGINALFILESIZE")
      case .favorite: plain("ZFAVORITE")
      case .hidden: plain("ZHIDDEN")
      case .burst: plain("ZAVALANCHEUUID")
      case .pick: plain("ZAVALANCHEPICKTYPE")
      case .mediaGroup: plain("ZMEDIAGROUPUUID")
      case .latitude: plain("ZLATITUDE")
      case .longitude: plain("ZLONGITUDE")
      case .make: extended("ZCAMERAMAKE")
      case .model: extended("ZCAMERAMODEL")
      case .lens: extended("ZLENSMODEL")
      case .adjustments: asset(schema.assets.first("ZADJUSTMENTSSTATE", "ZHASADJUSTMENTS"))
      case .captureDevice:
        detail("ZCAMERACAPTUREDEVICE") ?? plain("ZDERIVEDCAMERACAPTUREDEVICE")
      case .savedType: plain("ZSAVEDASSETTYPE")
      case .scope: PhotosScope.sql(schema)
      case .resources: schema.hasResources ? Self.resourceSum(schema) : nil
      case .cloudState: schema.masters.has("ZCLOUDLOCALSTATE") ? "m.ZCLOUDLOCALSTATE" : nil
      case .title: detail("ZTITLE")
      case .caption: schema.descriptions.has("ZLONGDESCRIPTION") ? "d.ZLONGDESCRIPTION" : nil
      case .keywords: schema.keywords.map(Self.list)
      case .persons: schema.people.map(Self.list)
      }
    return sql ?? "NULL"
  }

  /// How many RAW halves the asset has, and times 65,536, how many originals that are not here.
  ///
  /// Both in one look at the files that Photos knows of.
  private static func resourceSum(_ schema: PhotosSchema) -> String {
    "(SELECT sum((\(PhotosSchema.isRAW)) + ((\(schema.isAway)) << 16)) "
      + "FROM ZINTERNALRESOURCE r WHERE r.ZASSET = a.Z_PK)"
  }

  /// The titles of the asset's keywords, one text.
  private static func list(_ keywords: PhotosSchema.Keywords) -> String {
    "(SELECT group_concat(k.ZTITLE, char(31)) FROM \(keywords.table) j "
      + "JOIN ZKEYWORD k ON k.Z_PK = j.\(keywords.keyword) "
      + "WHERE j.\(keywords.details) = b.Z_PK AND typeof(k.ZTITLE) = 'text')"
  }

  /// The names of the people whose faces are in the asset, one text.
  private static func list(_ people: PhotosSchema.People) -> String {
    "(SELECT group_concat(p.ZFULLNAME, char(31)) FROM ZDETECTEDFACE f "
      + "JOIN ZPERSON p ON p.Z_PK = f.\(people.person) "
      + "WHERE f.\(people.asset) = a.Z_PK AND typeof(p.ZFULLNAME) = 'text' AND p.ZFULLNAME <> '')"
  }
}

extension PhotosSchema {
  /// Whether the row `r` of the table of resources is a RAW half.
  fileprivate static let isRAW = "ifnull(r.ZDATASTORESUBTYPE = 17, 0)"
  /// Whether it is an original that is not on this computer.
  ///
  /// An original is resource 1. Of a shared asset it is 3, which elsewhere is a smaller copy that
  /// may well be in iCloud alone. A shared video has its film in 8 since macOS 26, its first frame
  /// in 3.
  fileprivate var isAway: String {
    let film = shares == nil ? "" : "WHEN a.ZCOLLECTIONSHARE IS NOT NULL AND a.ZKIND IS 1 THEN 8 "
    return "ifnull(r.ZLOCALAVAILABILITY, 0) <> 1 AND ifnull(r.ZDATASTORESUBTYPE, 0) = "
      + "CASE \(film)WHEN \(isShared) THEN 3 ELSE 1 END"
  }

  fileprivate var hasResources: Bool {
    ["ZASSET", "ZDATASTORESUBTYPE", "ZLOCALAVAILABILITY"].allSatisfy(resources.has)
  }

  /// Whether the asset has a RAW half, as a condition.
  var hasRAW: String { hasResource(Self.isRAW) }
  /// Whether an original of the asset is not on this computer, as a condition.
  var isMissing: String { hasResource(isAway) }

  private func hasResource(_ test: String) -> String {
    guard hasResources else { return "0" }
    return "EXISTS (SELECT 1 FROM ZINTERNALRESOURCE r WHERE r.ZASSET = a.Z_PK AND \(test))"
  }

  /// The tables that columns are taken from: `a` the assets, the others by their row of it.
  ///
  /// Joined by row number, which is the fastest way in and gives one row at most.
  var tables: String {
    let linked: [(table: Table, alias: String, link: String)] = [
      (details, "b", "a.ZADDITIONALATTRIBUTES"), (descriptions, "d", "b.ZASSETDESCRIPTION"),
      (extended, "e", "a.ZEXTENDEDATTRIBUTES"), (masters, "m", "a.ZMASTER"),
    ]
    var sql = "\(assets.name) a"
    for (table, alias, link) in linked where !table.columns.isEmpty {
      sql += " LEFT JOIN \(table.name) \(alias) ON \(alias).Z_PK = \(link)"
    }
    return sql
  }
}
