/// The values that are read of each asset, in the order of the statement's columns.
enum PhotosColumn: Int, CaseIterable, Sendable {
  case key, uuid, directory, filename, originalFilename
  case kind, kindSubtype, playbackStyle, depth, rendering, spatial, screenshot
  case type, created, modified, added, zoneOffset
  case width, height, orientation, duration, frameRate, fileSize
  case favorite, hidden, burst, pick, mediaGroup
  case latitude, longitude, make, model, lens
  case adjustments, captureDevice, savedType, scope, resources, cloudState
  case title, caption, keywords, persons

  /// The separator of a list's texts in one column.
  static let separator: UInt8 = 0x1F
}

extension PhotosColumn {
  /// Returns the column as SQL over ``PhotosSchema/tables``; NULL if the library lacks it.
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

  /// Returns SQL for the number of RAW halves of the asset, plus 65,536 times the number of
  /// originals that are not on this computer: one subquery counts both in the table of resources.
  private static func resourceSum(_ schema: PhotosSchema) -> String {
    "(SELECT sum((\(PhotosSchema.isRAW)) + ((\(schema.isAway)) << 16)) "
      + "FROM ZINTERNALRESOURCE r WHERE r.ZASSET = a.Z_PK)"
  }

  private static func list(_ keywords: PhotosSchema.Keywords) -> String {
    "(SELECT group_concat(k.ZTITLE, char(31)) FROM \(keywords.table) j "
      + "JOIN ZKEYWORD k ON k.Z_PK = j.\(keywords.keyword) "
      + "WHERE j.\(keywords.details) = b.Z_PK AND typeof(k.ZTITLE) = 'text')"
  }

  private static func list(_ people: PhotosSchema.People) -> String {
    "(SELECT group_concat(p.ZFULLNAME, char(31)) FROM ZDETECTEDFACE f "
      + "JOIN ZPERSON p ON p.Z_PK = f.\(people.person) "
      + "WHERE f.\(people.asset) = a.Z_PK AND typeof(p.ZFULLNAME) = 'text' AND p.ZFULLNAME <> '')"
  }
}

extension PhotosSchema {
  /// A condition that is true if the row `r` of the table of resources is a RAW half.
  fileprivate static let isRAW = "ifnull(r.ZDATASTORESUBTYPE = 17, 0)"
  /// A condition that is true if the row is an original that is not on this computer: resource 1,
  /// but 3 of a shared asset, which elsewhere is a smaller copy that may well be only in iCloud.
  /// Since macOS 26 a shared video has its film in 8, and its first frame in 3.
  fileprivate var isAway: String {
    let film = shares == nil ? "" : "WHEN a.ZCOLLECTIONSHARE IS NOT NULL AND a.ZKIND IS 1 THEN 8 "
    return "ifnull(r.ZLOCALAVAILABILITY, 0) <> 1 AND ifnull(r.ZDATASTORESUBTYPE, 0) = "
      + "CASE \(film)WHEN \(isShared) THEN 3 ELSE 1 END"
  }

  fileprivate var hasResources: Bool {
    ["ZASSET", "ZDATASTORESUBTYPE", "ZLOCALAVAILABILITY"].allSatisfy(resources.has)
  }

  /// A condition that is true if the asset has a RAW half.
  var hasRAW: String { hasResource(Self.isRAW) }
  /// A condition that is true if an original of the asset is not on this computer.
  var isMissing: String { hasResource(isAway) }

  private func hasResource(_ test: String) -> String {
    guard hasResources else { return "0" }
    return "EXISTS (SELECT 1 FROM ZINTERNALRESOURCE r WHERE r.ZASSET = a.Z_PK AND \(test))"
  }

  /// The SQL of the tables after `FROM`: `a` is that of assets, the others are joined to it by row
  /// number, which is the fastest join and yields at most one row.
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
