import Contracts
import Engine
import Files
import Samples
import TestSupport
import Testing

@testable import CatalogueLibrary

/// Catalogues whose assets are in several tables, with the words that such a declaration may have.
@Suite struct SeveralTablesTests {
  private static let source = """
    return library {
      name = "reel", api = 1, program = "Reel", summary = "stills and films", file = "reel.db",
      folder = "data", needs = { still = { "stills", "id", "path" } }, atOnce = true,
      orFile = { "title", "location" }, dateSource = "exif",
      assets = {
        {
          from = "still s", row = "s.id", identifier = "a-%04d", path = "s.path",
          fields = {
            mediaType = "'image'", creationDate = { "s.taken", date = "seconds since 1970" },
            title = "s.title", rating = "s.stars", isHidden = "s.hidden", hasAdjustments = "s.edited IS NOT NULL",
            location = { latitude = "s.lat", longitude = "s.lon" },
            pixelWidth = "setting(s.crop, 'crop', 'right') - setting(s.crop, 'crop', 'left')",
          },
          versions = { edited = "s.edited", unsaved = "s.unsaved", shown = "s.developed", pair = "s.pair" },
        },
        {
          from = "film f", row = "f.id", identifier = "b-%04d", path = "f.path",
          fields = { mediaType = "'video'", duration = "f.length", rating = "f.stars" },
        },
        lists = {
          keywords = { value = "t.name", assets = "t.members", from = "tag t", sorted = true },
          persons = { value = "p.name", asset = "p.asset", from = "person p", order = "p.name DESC" },
        },
      },
      previews = { folder = "../small", files = { "large/*.png", "little/*.png" } },
      albums = {
        { kind = "tag", identifier = "tag-%02x", from = "tag t", id = "t.id", title = "t.name", separator = "/", rooted = true,
          order = "t.id", sortedBy = "creationDate", members = { from = "tag t", album = "t.id", assets = "t.members" } },
        { kind = "week", from = "week w", id = "w.id", title = "days(w.first, w.last)", order = "w.id",
          members = { from = "week_asset x", album = "x.week", asset = "x.asset" } },
      },
      roots = { path = "'/'", lenient = true },
    }
    """

  private let folder: TemporaryDirectory
  private let kind: LibraryKind
  private var path: String { folder.path("reel") }

  /// - Parameter sql: Further statements.
  private init(_ sql: String) throws {
    folder = try TemporaryDirectory()
    try folder.write([], to: "reel/data/reel.db")
    for name in ["1.png", "1-edited.png", "3.png", "3-shown.png", "3.jpg"] {
      try folder.write(PNGPicture(width: 8, height: 8), to: "pictures/\(name)")
    }
    for name in ["large/a-0001.png", "little/a-0001.png", "little/a-0003.png"] {
      try folder.write("x", to: "reel/small/\(name)")
    }
    let pictures = folder.path("pictures")
    try SQLiteConnection(path: folder.path("reel/data/reel.db")).execute(
      """
      CREATE TABLE still (id INTEGER PRIMARY KEY, path, taken, title, stars, hidden, edited, unsaved, developed,
        pair, lat, lon, crop);
      CREATE TABLE film (id INTEGER PRIMARY KEY, path, length, stars);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name, members);
      CREATE TABLE person (name, asset);
      CREATE TABLE week (id INTEGER PRIMARY KEY, first, last);
      CREATE TABLE week_asset (week, asset);
      INSERT INTO still(id, path, taken, title, stars, edited, lat, lon, crop) VALUES
        (1, '\(pictures)/1.png', 1556964000, 'One', 5, '\(pictures)/1-edited.png', 54.3, 7.9, '[x]\nleft=9\n[crop]\nleft=10\nright=40\n');
      INSERT INTO still(id, path, taken, stars, hidden) VALUES (2, '\(pictures)/x/../1.png', 1556960000, 3, 1);
      INSERT INTO still(id, path, taken, developed, pair) VALUES (3, '\(pictures)/3.png', 1556950000, '\(pictures)/3-shown.png', '\(pictures)/3.jpg');
      INSERT INTO still(id, path, taken, unsaved) VALUES (4, '\(pictures)/gone.png', 1556964000, 1);
      INSERT INTO film VALUES (1, '\(pictures)/1.mov', 2.5, 5), (3, 'relative.mov', NULL, NULL), (12, NULL, 1, NULL);
      INSERT INTO tag VALUES (1, '/Trips/Rome', 'a-0001,b-0001,a-0004,a-0099,nonsense,,'), (2, 'Zoo', 'b-0001,3,a-0001'),
        (3, 'a/b', NULL), (10, '/Trips', x'00');
      INSERT INTO person VALUES ('Ann', 2), ('Bob', 2), ('Cay', 3);
      INSERT INTO week VALUES (1, 1556964000, 1556964000), (2, 9e300, 1);
      INSERT INTO week_asset VALUES (1, 3), (1, 2), (1, 6), (1, 8);
      \(sql)
      """)
    kind = try LibraryKind(testing: DeclarationReader.declaration(Self.source, path: "reel.lua"))
  }

  init() throws { try self.init("") }

  private var context: RunContext {
    var context = RunContext(now: Instant(milliseconds: 0), ruleName: "test", libraries: [path])
    context.use(Components(kinds: [kind]))
    return context
  }

  private func open() throws -> any OpenedLibrary {
    try kind.open(LibraryPlace(path: path), for: context)
  }

  private func assets(_ fetch: AssetFetch = AssetFetch()) throws -> [Asset] {
    let before = FolderState(folder.path)
    defer { #expect(FolderState(folder.path).changes(since: before) == []) }
    let answer = try LibraryReader(fetch, in: context).answer(
      of: open(), at: LibraryPlace(path: path))
    var assets: [Asset] = []
    while let batch = try answer.reader.next() { assets += batch.unfold() }
    return assets
  }

  private func identifiers(_ fetch: AssetFetch = AssetFetch()) throws -> [String] {
    try assets(fetch).map { $0.string(of: .localIdentifier) }
  }

  private func asset(_ identifier: String) throws -> Asset {
    let test = AssetPredicate.equals(.localIdentifier, .text(TextConstant(identifier)))
    let found = try assets(AssetFetch(predicate: test))
    #expect(found.count == 1)
    return try #require(found.first)
  }

  private func texts(_ asset: Asset, _ field: Field) -> [String] {
    if case .texts(let texts) = asset.value(of: field) { return texts }
    return []
  }

  private static let shown = ["a-0001", "a-0003", "a-0004", "b-0001", "b-0003", "b-0012"]

  @Test func identifiersAreOfTheTablesOneBehindTheOther() throws {
    #expect(try identifiers() == Self.shown)
    var fetch = AssetFetch()
    fetch.includesHidden = true
    #expect(try identifiers(fetch).count == 7)
    for odd in ["a-1", "1", "a-00001", "b-0002", "A-0001", "a-0001 "] {
      let test = AssetPredicate.equals(.localIdentifier, .text(TextConstant(odd)))
      #expect(try identifiers(AssetFetch(predicate: test)) == [], "\(odd)")
    }
  }

  @Test func ordersAndLimitsAreOverAllTables() throws {
    var fetch = AssetFetch(order: [SortKey(.rating, isDescending: true), SortKey(.duration)])
    #expect(try identifiers(fetch).prefix(2) == ["b-0001", "a-0001"])
    fetch.limit = 1
    #expect(try identifiers(fetch) == ["b-0001"])
    fetch.order = []
    (fetch.offset, fetch.limit) = (2, 2)
    #expect(try identifiers(fetch) == Self.shown.prefix(4).map(\.self))
  }

  @Test func textsNameTheirAssets() throws {
    #expect(try texts(asset("a-0001"), .keywords) == ["/Trips/Rome", "Zoo"])
    // A plain number is an asset of the first table.
    #expect(try texts(asset("a-0003"), .keywords) == ["Zoo"])
    #expect(try texts(asset("a-0001"), .persons) == ["Bob", "Ann"])
    #expect(try texts(asset("b-0001"), .persons) == ["Cay"])
    let test = AssetPredicate.has(.keywords, TextConstant("Zoo"))
    #expect(kind.answers(test))
    #expect(try identifiers(AssetFetch(predicate: test)) == ["a-0001", "a-0003", "b-0001"])
  }

  @Test func albumsHaveIdentifiersAndOrdersOfTheirOwn() throws {
    let albums = try open().albums
    #expect(albums.map(\.identifier) == ["tag-01", "tag-02", "tag-03", "tag-0a", "week-1"])
    #expect(
      albums.map { ($0.folderPath + [$0.title]).joined(separator: ">") } == [
        "Trips>Rome", "Zoo", "a/b", "Trips", "Sat May 4, 2019",
      ])
    #expect(albums[0].members == ["a-0001", "b-0001", "a-0004", "a-0099"])
    #expect(Set(albums[4].members) == ["a-0001", "b-0001", "a-0003", "a-0004"])
    var fetch = AssetFetch()
    fetch.album = "tag-02"
    #expect(try identifiers(fetch) == ["a-0003", "a-0001", "b-0001"])
  }

  @Test func albumsAreCounted() throws {
    let request = AlbumRequest(
      names: ["albumRegular"], includesHidden: false, includesBurstFrames: false)
    let lister = try #require(kind.abilities.albums.lister)
    #expect(try lister(open(), request, context).count == 5)
    let quick = try #require(kind.abilities.albums.quickList)
    let seen = quick(LibraryPlace(path: path), .seconds(600))
    #expect(try seen.map(\.identifier) == open().albums.map(\.identifier))
    #expect(seen.flatMap(\.members) == [])
  }

  @Test func versionsAndSmallPicturesAreThoseOfTheProgram() throws {
    func place(_ asset: Asset) -> String {
      switch asset.place(of: .current) {
      case .original: "original"
      case .other(let place): String(decoding: place.pathBytes, as: UTF8.self)
      case .missing: "missing"
      }
    }
    let first = try asset("a-0001")
    #expect(place(first) == folder.path("pictures/1-edited.png"))
    #expect(first.string(of: .editedPath) == folder.path("pictures/1-edited.png"))
    #expect(
      texts(first, .derivativePaths)
        == ["large", "little"].map { folder.path("reel/small/\($0)/a-0001.png") })
    #expect(first.derivatives(of: .current).count == 2)
    #expect(first.derivatives(of: .original).isEmpty)
    let third = try asset("a-0003")
    #expect(place(third) == folder.path("pictures/3-shown.png"))
    #expect(third.companions(of: nil).map(\.kind) == [.alternatePhoto])
    #expect(third.derivatives(of: .original).count == 1)
    #expect(try place(asset("a-0004")) == "missing")
    #expect(try place(asset("b-0001")) == "original")
  }

  @Test func oddPathsCountAsMissing() throws {
    var fetch = AssetFetch()
    fetch.includesHidden = true
    for asset in try assets(fetch) {
      #expect(asset.failure == nil)
      let isThere = ["a-0001", "a-0003"].contains(asset.string(of: .localIdentifier))
      #expect(asset.value(of: .path).isPresent == isThere)
    }
  }

  @Test func valuesOfTheFileFillTheGapsOfTheCatalogue() throws {
    #expect(try asset("a-0001").string(of: .title) == "One")
    #expect(try asset("a-0001").string(of: .creationDateSource) == "exif")
    guard case .integer(30) = try asset("a-0001").value(of: .pixelWidth) else {
      Issue.record("the width is that of the crop")
      return
    }
    // What the file may have is not for SQL to say, but what it can't be is left out.
    let test = AssetPredicate.equals(.title, .text(TextConstant("Two")))
    #expect(!kind.answers(test))
    #expect(try !identifiers(AssetFetch(predicate: test)).contains("a-0001"))
    #expect(try identifiers(AssetFetch(predicate: test)).contains("a-0003"))
  }

  @Test func theContractHolds() throws {
    let violations = try LibraryContract(of: kind, at: path).violations()
    #expect(violations == [])
  }

  @Test func oddRowsAndValuesKeepTheContract() throws {
    let world = try SeveralTablesTests(
      """
      UPDATE still SET taken = 1e300, stars = 'x', title = x'ff', lat = 'y' WHERE id = 1;
      UPDATE tag SET members = 'b-9223372036854775807,a-0003,a-0003', name = NULL WHERE id = 1;
      INSERT INTO film VALUES (4611686018427387902, '/x.mov', 'long', 9.5);
      """)
    #expect(try LibraryContract(of: world.kind, at: world.path).violations() == [])
    #expect(try world.identifiers().contains("b-4611686018427387902"))
  }

  @Test(arguments: [
    ("DROP TABLE still", "reel.db has no table of stills, so it is no library of Reel"),
    (
      "DROP TABLE still; CREATE VIEW still AS SELECT 1 AS id, '/etc/passwd' AS path",
      "reel.db has no table of stills, so it is no library of Reel"
    ),
    (
      "DROP TABLE still; CREATE TABLE still (id)",
      "reel.db has a table of stills without the columns that every release has"
    ), ("INSERT INTO film VALUES (-1, 'x', 1, 1)", "gives a value that is no whole number"),
  ])
  func whatIsNoCatalogueIsSaid(sql: String, message: String) throws {
    let world = try SeveralTablesTests(sql)
    let problem = #expect(throws: LibraryProblem.self) { try world.assets() }
    #expect(problem?.description.contains(message) == true, "\(String(describing: problem))")
  }

  /// The rows are read before the first asset is given, so the program may write meanwhile.
  @Test func whatIsWrittenLaterChangesNothing() throws {
    let answer = try open().assets(matching: AssetFetch(), for: context)
    try SQLiteConnection(path: folder.path("reel/data/reel.db")).execute(
      "DELETE FROM still; DELETE FROM film; DELETE FROM tag; VACUUM")
    var found: [Asset] = []
    while let batch = try answer.reader.next() { found += batch.unfold() }
    #expect(found.map { $0.string(of: .localIdentifier) } == Self.shown)
    #expect(texts(found[0], .keywords) == ["/Trips/Rome", "Zoo"])
  }

  @Test func eachTableNeedsAnIdentifier() throws {
    let source = Self.source.replacing("identifier = \"b-%04d\", ", with: "")
    let problems = #expect(throws: RuleProblems.self) {
      try DeclarationReader.declaration(source, path: "reel.lua")
    }
    #expect("\(String(describing: problems))".contains("need an identifier each"))
  }
}
