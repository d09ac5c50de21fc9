import Engine
import Files
import Platform
import TestSupport
import Testing

@testable import CatalogueLibrary

/// Damaged catalogues, and declarations that a stranger may have written, get a clear error.
@Suite struct CatalogueHostileTests {
  @Test func whatIsNoCatalogueIsRefused() throws {
    let world = try CatalogueWorld(count: 1, "DROP TABLE info")
    #expect(world.problem { _ in }?.contains("is no catalogue of Cat") == true)
  }

  @Test func aNewerVersionIsNamed() throws {
    let world = try CatalogueWorld(count: 1, "UPDATE info SET version = 9")
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    #expect(library.notes.first?.contains("newer Cat (version 9) than was tried (3)") == true)
    #expect(try world.assets().count == 1)
  }

  @Test func missingColumnsAreMissingValues() throws {
    let world = try CatalogueWorld(count: 1)
    var declaration = CatalogueWorld.declaration
    declaration.assets.fields[.caption] = .value("p.caption")
    let asset = try #require(try world.assets(declaration).first)
    #expect(!asset.value(of: .caption).isPresent)
    let kind = LibraryKind(of: declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    #expect(library.notes == ["the catalogue has no description: no such column: p.caption"])
    #expect(kind.answers(.present(.caption)))
  }

  @Test(arguments: [
    ("1); DELETE FROM photo; SELECT (1", "syntax error"), ("load_extension('x')", "may only read"),
    ("randomblob(9)", "may only read"), ("(SELECT * FROM pragma_table_info('photo'))", "no such"),
    ("nowhere(1)", "no such function"), ("1 +", "syntax error"),
  ])
  func otherThanReadingIsRefused(sql: String, words: String) throws {
    let world = try CatalogueWorld(count: 1)
    let problem = world.problem { $0.assets.path = sql }
    #expect(problem?.contains("assets.path of its declaration") == true, "\(problem ?? "")")
  }

  @Test(arguments: [
    "ATTACH '/tmp/x.db' AS x", "PRAGMA user_version", "p.path; SELECT 1", "p.path -- more",
    "UPDATE photo SET title = 1", "VACUUM INTO '/tmp/x.db'", "zeroblob(9)", "?",
  ])
  func otherThanAnExpressionIsRefused(sql: String) throws {
    let world = try CatalogueWorld(count: 1)
    let before = FolderState(world.folder.path(""))
    for change in [
      { (declaration: inout CatalogueDeclaration) in declaration.assets.fields[.title] = .value(sql)
      },
      { $0.assets.rows.condition = sql }, { $0.version = sql }, { $0.roots?.path = sql },
    ] {
      let problem = world.problem(change)
      #expect(problem?.contains("of its declaration") == true, "\(problem ?? "")")
    }
    #expect(FolderState(world.folder.path("")).changes(since: before) == [])
  }

  @Test func tagsThatContainEachOtherAreAlbums() throws {
    let world = try CatalogueWorld(count: 9, "INSERT INTO tag VALUES (7, 7, 'self')")
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    let paths = library.albums.map { ($0.folderPath + [$0.title]).joined(separator: "/") }
    #expect(
      paths
        == [
          "Tags/Places", "Tags/Places/Rom", "Tags/loop/Vögel", "Tags/Vögel/loop",
          "Tags/Places/none",
          "Tags/self",
        ].sorted { $0.split(separator: "/").last ?? "" < $1.split(separator: "/").last ?? "" })
  }

  @Test func aMillionTagsAreListed() throws {
    let world = try CatalogueWorld(
      count: 1,
      """
      WITH RECURSIVE n(n) AS (SELECT 8 UNION ALL SELECT n + 1 FROM n WHERE n < 1000007)
      INSERT INTO tag SELECT n, n / 1000, 'tag ' || n FROM n;
      """)
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    // More are left out, and the one without a name.
    #expect(library.albums.count == 999_999)
  }

  @Test func anEndlessStatementIsEnded() throws {
    let world = try CatalogueWorld(count: 1)
    let problem = world.problem(limit: .milliseconds(200)) {
      $0.assets.path =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    }
    #expect(problem?.contains("takes too long") == true, "\(problem ?? "")")
  }

  /// A text of 16 million bytes.
  private static let long = "replace(printf('%04000d', 0), '0', printf('%04000d', 0))"

  /// SQLite interrupts nothing within a step.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "# LIKE '%' || printf('%0900d', 0) || 'b'", "# GLOB '*' || printf('%0900d', 0) || 'b'",
      "rtrim(#, #)", "hex(#)", "printf('%.*c', 2000000000, 'a')",
    ])
  func aStepThatWouldTakeLongIsRefused(sql: String) throws {
    let world = try CatalogueWorld(count: 1)
    let problem = world.problem {
      $0.assets.fields[.title] = .value(sql.replacing("#", with: Self.long))
    }
    let words = ["too long", "too big", "no such conversion"]
    #expect(words.contains { problem?.contains($0) == true }, "\(problem ?? "")")
  }

  @Test func aLongAddressIsNone() throws {
    let world = try CatalogueWorld(count: 1)
    var declaration = CatalogueWorld.declaration
    declaration.assets.fields[.title] = .value("unescaped(\(Self.long))")
    #expect(try world.assets(declaration).first?.value(of: .title).isPresent == false)
  }

  @Test func aRowThatIsNotUniqueIsRefused() throws {
    let world = try CatalogueWorld(count: 3)
    let problem = world.problem { $0.assets.row = "1" }
    #expect(problem?.contains("assets.row of its declaration: gives 1 for several") == true)
    let words = world.problem { $0.assets.row = "'a'" }
    #expect(words?.contains("assets.row of its declaration: gives a for several") == true)
  }

  @Test(arguments: ["'/etc/passwd'", "'../../etc/passwd'", "'a/../../b'", "'a' || char(0) || 'b'"])
  func pathsStayInside(path: String) throws {
    let world = try CatalogueWorld(count: 1)
    var declaration = CatalogueWorld.declaration
    declaration.assets.path = path
    let asset = try #require(try world.assets(declaration).first)
    #expect(asset.failure?.stage == "read")
    #expect(!asset.value(of: .path).isPresent)
  }

  @Test func rootsOutsideNeedPermission() throws {
    let world = try CatalogueWorld(count: 1, "UPDATE root SET path = '/'")
    let asset = try #require(try world.assets().first)
    #expect(asset.value(of: .isMissing).shown == "true")
    #expect(asset.failure == nil)
    do {
      _ = try asset.openOriginal()
      Issue.record("it was read")
    } catch {
      #expect(error.reason.hasPrefix("its original is in \"/\", outside of the catalogue's folder"))
    }
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    #expect(library.notes.count == 1)
    #expect(library.notes.first?.hasSuffix("add --allow references") == true)
  }

  @Test func missingOriginalsAreNoDamage() throws {
    let world = try CatalogueWorld(count: 6)
    var fetch = AssetFetch()
    fetch.includesHidden = true
    let assets = try world.assets(CatalogueWorld.declaration, fetch)
    let gone = try #require(assets.first { $0.string(of: .localIdentifier) == "4" })
    #expect(gone.value(of: .isMissing).shown == "true")
    #expect(!gone.value(of: .damage).isPresent)
    #expect(gone.failure == nil)
    let rootless = try #require(assets.first { $0.string(of: .localIdentifier) == "6" })
    #expect(rootless.value(of: .isMissing).shown == "true")
    #expect(rootless.failure == nil)
  }

  @Test func aTruncatedCatalogueIsNamed() throws {
    let world = try CatalogueWorld(count: 1000)
    let bytes = try world.folder.contents(of: "album.cat")
    try world.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "album.cat")
    #expect(world.problem { _ in }?.contains("it is cut short") == true)
  }

  @Test func nothingIsLeftBesideTheCatalogue() throws {
    let world = try CatalogueWorld(count: 10)
    let before = FolderState(world.folder.path(""))
    _ = try world.assets()
    #expect(FolderState(world.folder.path("")).changes(since: before) == [])
  }

  @Test func aCatalogueThatIsOpenElsewhereIsRead() throws {
    let world = try CatalogueWorld(count: 3)
    let other = try SQLiteConnection(path: world.path)
    _ = try other.text("PRAGMA journal_mode = WAL")
    try other.execute("UPDATE photo SET title = 'Written', hidden = 0 WHERE id = 2")
    let before = FolderState(world.folder.path(""))
    let asset = try #require(
      try world.assets().first { $0.string(of: .localIdentifier) == "2" })
    #expect(asset.string(of: .title) == "Written")
    let changed = FolderState(world.folder.path("")).changes(since: before)
    #expect(changed.filter { !$0.hasSuffix("-shm") } == [])
    withExtendedLifetime(other) {}
  }

  @Test func aCatalogueThatIsWrittenMeanwhileIsReadInOneState() throws {
    let world = try CatalogueWorld(count: 300, "UPDATE photo SET title = 'Before', hidden = 0")
    let other = try SQLiteConnection(path: world.path)
    _ = try other.text("PRAGMA journal_mode = WAL")
    try other.execute("UPDATE photo SET rating = 1")
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let context = world.context(of: kind)
    let library = try kind.open(LibraryPlace(path: world.path), for: context)
    let reader = try library.assets(matching: AssetFetch(), for: context).reader
    var assets = try reader.next()?.unfold() ?? []
    try other.execute("UPDATE photo SET title = 'After'; DELETE FROM photo WHERE id > 200")
    while let batch = try reader.next() { assets += batch.unfold() }
    #expect(assets.count == 300)
    #expect(assets.allSatisfy { $0.string(of: .title) == "Before" })
    #expect(try world.assets().count == 200)
    withExtendedLifetime(other) {}
  }

  @Test func aFileThatIsMissingBesideItIsNamed() throws {
    let world = try CatalogueWorld(count: 1)
    var declaration = CatalogueWorld.declaration
    declaration.attached = [.init(name: "more", file: "more.db")]
    let kind = LibraryKind(of: declaration)
    #expect(!kind.recognises(LibraryPlace(path: world.path)))
    declaration.attached = [.init(name: "main", file: "album.cat")]
    #expect(world.problem { $0 = declaration }?.contains("attach") == true)
  }

  @Test func anotherDatabaseIsReadWithTheCatalogue() throws {
    let world = try CatalogueWorld(count: 2)
    try world.folder.write([], to: "more.db")
    try SQLiteConnection(path: world.folder.path("more.db")).execute(
      "CREATE TABLE name (photo, name); INSERT INTO name VALUES (1, 'One'), (2, 'Two')")
    var declaration = CatalogueWorld.declaration
    declaration.attached = [.init(name: "more", file: "more.db")]
    declaration.assets.fields[.title] = .value(
      "SELECT n.name FROM more.name n WHERE n.photo = p.id")
    var fetch = AssetFetch(predicate: .like(.title, LikePattern("T*")))
    fetch.includesHidden = true
    let found = try world.assets(declaration, fetch)
    #expect(found.map { $0.string(of: .localIdentifier) } == ["2"])
  }
}
