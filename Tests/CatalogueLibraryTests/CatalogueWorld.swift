import AssetSupport
import Engine
import Files
import Platform
import Samples
import TestSupport

@testable import CatalogueLibrary

/// A folder with some pictures and the catalogue `album.cat` of a photo manager of our own.
struct CatalogueWorld {
  let folder: TemporaryDirectory
  var path: String { folder.path("album.cat") }

  private static let schema = """
    CREATE TABLE info (version);
    CREATE TABLE photo (id INTEGER PRIMARY KEY, path, root, width, height, rating, flag, hidden,
      title, taken, added, latitude, longitude, kind, length, maker);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, parent, name);
    CREATE TABLE photo_tag (photo, tag);
    CREATE TABLE root (id INTEGER PRIMARY KEY, path);
    INSERT INTO info VALUES (3);
    INSERT INTO root VALUES (1, 'pictures');
    """

  /// - Parameters:
  ///   - count: The number of photos, each with values of any type.
  ///   - sql: Further statements.
  init(count: Int = 0, _ sql: String = "") throws {
    folder = try TemporaryDirectory()
    for number in 1...3 {
      try folder.write(PNGPicture(width: 8 + number, height: 8), to: "pictures/\(number).png")
    }
    try folder.write([], to: "album.cat")
    let connection = try SQLiteConnection(path: path)
    try connection.transaction {
      try connection.execute(Self.schema)
      try Self.fill(connection, count)
      try connection.execute(sql)
    }
  }

  /// Values that a column may have, whatever its type should be.
  private static let odd: [SQLiteValue] = [
    .null, .integer(0), .integer(1), .integer(-1), .integer(5), .integer(1_556_964_000),
    .integer(.max), .real(2.5), .real(-0.0), .real(1e300), .text(""), .text("Rom"), .text("rom"),
    .text("Ro\u{0}m"), .text("Vo\u{308}gel"), .text("Vögel"), .text("image"), .text("5"),
    .text("2019-05-04T10:00:00"), .text("2019-10-27T02:30:00.250"), .text("ſ K %_*"),
  ]

  private static func fill(_ connection: SQLiteConnection, _ count: Int) throws {
    let columns = 14
    for number in 0..<count {
      var values: [SQLiteValue] = [.integer(Int64(number + 1))]
      values.append(.text(number < 3 ? "\(number + 1).png" : "gone/\(number).jpg"))
      values.append(.integer(number == 5 ? 9 : 1))
      for column in 3..<columns + 2 {
        values.append(odd[(number &* 7919 &+ column &* 104_729 &+ number / 21) % odd.count])
      }
      let places = values.map { _ in "?" }.joined(separator: ", ")
      try connection.cached(SQLText("INSERT INTO photo VALUES (\(places))", values)).run(values)
      for tag in 1...4 where (number + tag) % (tag + 1) == 0 {
        let link: [SQLiteValue] = [.integer(Int64(number + 1)), .integer(Int64(tag))]
        try connection.cached(SQLText("INSERT INTO photo_tag VALUES (?, ?)", link)).run(link)
      }
    }
    try connection.execute(
      "INSERT INTO tag VALUES (1, NULL, 'Places'), (2, 1, 'Rom'), (3, 4, 'loop'), (4, 3, 'Vögel'),"
        + " (5, 1, NULL), (6, 1, 'none')")
  }

  /// A declaration of the catalogue.
  static var declaration: CatalogueDeclaration {
    var assets = CatalogueDeclaration.Assets(
      rows: .init(from: "photo p"), row: "p.id", path: "p.path", root: "p.root")
    assets.fields = [
      .pixelWidth: .value("p.width"), .pixelHeight: .value("p.height"),
      .rating: .value("p.rating"), .isFavorite: .value("p.flag"), .isHidden: .value("p.hidden"),
      .title: .value("p.title"), .creationDate: .date("p.taken", .clock),
      .addedDate: .date("p.added", .secondsSince1970),
      .location: .place(latitude: "p.latitude", longitude: "p.longitude"),
      .mediaType: .value("p.kind"), .duration: .value("p.length"), .cameraMake: .value("p.maker"),
    ]
    assets.lists = [
      .keywords: .init(
        rows: .init(from: "photo_tag j JOIN tag t ON t.id = j.tag", order: "t.name"),
        asset: "j.photo", value: "t.name")
    ]
    var declaration = CatalogueDeclaration(
      name: "cat", program: "Cat", summary: "a catalogue for tests", files: ["*.cat"],
      assets: assets)
    declaration.version = "SELECT version FROM info"
    declaration.newestVersion = 3
    declaration.roots = .init(rows: .init(from: "root r"), id: "r.id", path: "r.path")
    declaration.albums = [
      .init(
        kind: "tag", folder: "Tags", rows: .init(from: "tag t", order: "t.name"), id: "t.id",
        title: "t.name", parent: "t.parent",
        members: .init(
          rows: .init(from: "photo_tag j", order: "j.photo"), album: "j.tag", asset: "j.photo"))
    ]
    return declaration
  }

  func context(of kind: LibraryKind) -> RunContext {
    var context = RunContext(
      now: Instant(milliseconds: 0), ruleName: "test", libraries: [path])
    context.use(Components(kinds: [kind]))
    return context
  }

  /// Returns all assets that a declaration finds in the catalogue.
  func assets(
    _ declaration: CatalogueDeclaration = Self.declaration, _ fetch: AssetFetch = AssetFetch(),
    limit: Duration = .seconds(30)
  ) throws -> [Asset] {
    let kind = LibraryKind(of: declaration.signature, allowsRoots: false, limit: limit) {
      declaration
    }
    let context = context(of: kind)
    let place = LibraryPlace(path: path)
    let library = try kind.open(place, for: context)
    let reader = try library.assets(matching: fetch, for: context).reader
    var assets: [Asset] = []
    while let batch = try reader.next() { assets += batch.unfold() }
    return assets
  }

  /// Returns the message of the error with which reading ends; nil if it does not.
  func problem(
    limit: Duration = .seconds(30), _ change: (inout CatalogueDeclaration) -> Void
  ) -> String? {
    var declaration = Self.declaration
    change(&declaration)
    do {
      _ = try assets(declaration, limit: limit)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
