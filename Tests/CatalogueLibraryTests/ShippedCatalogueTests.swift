import AssetSupport
import Contracts
import Engine
import Files
import Foundation
import LuaBridge
import TestSupport
import Testing

@testable import CatalogueLibrary

/// The shipped declarations read what digiKam 7.9 and darktable 4.2 wrote, and agree with SQL that
/// was written without them.
@Suite(.enabled(if: SharedData.has("catalogues"))) struct ShippedCatalogueTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let source = try #require(SharedData.path("catalogues"))
    for name in ["digikam", "darktable", "photos"] {
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: folder.path(name))
      // The data may be without write bits, which are copied.
      chmod(folder.path(name), 0o755)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)) {
        chmod(folder.path("\(name)/\(file)"), 0o755)
      }
    }
    try change("digikam/digikam4.db", Self.moveDigikam(to: folder.path("photos")))
    try change(
      "darktable/library.db",
      "UPDATE film_rolls SET folder = replace(folder, '/srv/photos', '\(folder.path("photos"))')")
  }

  private static func moveDigikam(to path: String) -> String {
    "UPDATE AlbumRoots SET identifier = 'networkshareid:?mountpath=\(path)'"
  }

  private func change(_ name: String, _ sql: String) throws {
    try SQLiteConnection(path: folder.path(name)).execute(sql)
  }

  private static func kind(_ name: String) throws -> LibraryKind {
    try #require(LibraryKind.catalogues.first { $0.name == name })
  }

  private func context(of kind: LibraryKind, _ path: String) -> RunContext {
    var context = RunContext(
      now: Instant(milliseconds: 0), ruleName: "test", libraries: [path])
    context.use(Components(kinds: [kind]))
    return context
  }

  private func open(_ name: String, _ file: String) throws -> CatalogueLibrary {
    let kind = try Self.kind(name)
    let place = LibraryPlace(path: folder.path(file))
    let opened = try kind.open(place, for: context(of: kind, place.path))
    return try #require(opened as? CatalogueLibrary)
  }

  private func assets(_ library: CatalogueLibrary) throws -> [Asset] {
    let context = context(of: library.kind, "")
    let reader = try library.assets(matching: AssetFetch(), for: context).reader
    var assets: [Asset] = []
    while let batch = try reader.next() { assets += batch.unfold() }
    return assets
  }

  /// Returns the rows of a statement, each as its columns with a bar between them.
  private func rows(_ file: String, _ sql: String) throws -> [String] {
    let connection = try SQLiteConnection(path: folder.path(file))
    try connection.execute("ATTACH '\(folder.path("darktable/data.db"))' AS tags")
    var rows: [String] = []
    try connection.forEachRow(of: SQLText(sql)) { rows.append($0.text(0) ?? "") }
    return rows
  }

  private func line(_ asset: Asset, _ fields: [Field]) -> String {
    fields.map { field in
      let value = asset.value(of: field)
      switch value {
      case .absent: return "-"
      case .texts(let texts): return texts.sorted().joined(separator: ",")
      case .text(let text): return text.string
      case .location(let place): return String(format: "%.4f %.4f", place.latitude, place.longitude)
      case .date(let date):
        let seconds = Int(date.seconds)
        return
          "\(seconds + TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: date.seconds)))"
      default: return value.shown.replacingOccurrences(of: "\"", with: "")
      }
    }.joined(separator: "|")
  }

  private static let fields: [Field] = [
    .localIdentifier, .filename, .pixelWidth, .pixelHeight, .rating, .title, .caption,
    .creationDate, .location, .keywords,
  ]

  @Test func digikamsValuesAreThoseOfItsTables() throws {
    let expected = try rows(
      "digikam/digikam4.db",
      """
      SELECT i.id || '|' || i.name || '|' || ifnull(n.width, '-') || '|' || ifnull(n.height, '-')
        || '|' || CASE n.rating WHEN -1 THEN '-' ELSE n.rating END
        || '|' || ifnull((SELECT comment FROM ImageComments WHERE imageid = i.id AND type = 3), '-')
        || '|' || ifnull((SELECT comment FROM ImageComments WHERE imageid = i.id AND type = 1), '-')
        || '|' || strftime('%s', n.creationDate)
        || '|' || ifnull((SELECT printf('%.4f %.4f', latitudeNumber, longitudeNumber)
            FROM ImagePositions p WHERE p.imageid = i.id), '-')
        || '|' || ifnull((SELECT group_concat(name)
            FROM (SELECT name FROM ImageTags JOIN Tags ON id = tagid
            WHERE imageid = i.id AND pid <> 1 ORDER BY name)), '-')
      FROM Images i JOIN ImageInformation n ON n.imageid = i.id WHERE i.status = 1 ORDER BY i.id
      """)
    let found = try assets(open("digikam", "digikam/digikam4.db")).map { line($0, Self.fields) }
    #expect(found.count == 23)
    #expect(found == expected)
  }

  @Test func darktablesValuesAreThoseOfItsTables() throws {
    let expected = try rows(
      "darktable/library.db",
      """
      SELECT i.id || '|' || filename || '|' || width || '|' || height
        || '|' || CASE WHEN flags & 8 THEN -1 ELSE flags & 7 END
        || '|' || ifnull((SELECT value FROM meta_data m WHERE m.id = i.id AND key = 2), '-')
        || '|' || ifnull((SELECT value FROM meta_data m WHERE m.id = i.id AND key = 3), '-')
        || '|' || (datetime_taken / 1000000 - 62135596800)
        || '|' || ifnull(printf('%.4f %.4f', latitude, longitude + 0 * latitude), '-')
        || '|' || ifnull((SELECT group_concat(name) FROM (SELECT CASE tagid WHEN 2 THEN 'Rom'
            WHEN 4 THEN 'Trip 1' WHEN 5 THEN 'Trip 0' END AS name FROM tagged_images x
            WHERE x.imgid = i.id AND tagid NOT IN (1, 3) ORDER BY 1)), '-')
      FROM images i ORDER BY i.id
      """
    ).map { $0.replacingOccurrences(of: "|0.0000 0.0000|", with: "|-|") }
    let found = try assets(open("darktable", "darktable")).map { line($0, Self.fields) }
    #expect(found.count == 23)
    #expect(found == expected)
  }

  @Test func labelsVersionsAndPeopleAreRead() throws {
    let assets = try assets(open("darktable", "darktable/library.db"))
    let labels = assets.map { line($0, [.localIdentifier, .colorLabel]) }
    for known in ["8|Red", "10|Red", "14|Red", "19|Red", "1|-"] { #expect(labels.contains(known)) }
    // Each version of a file is an asset.
    let versions = assets.filter { line($0, [.filename]) == "IMG_0004.jpg" }
    #expect(versions.map { line($0, [.localIdentifier, .rating]) } == ["7|1", "23|4"])
    #expect(Set(versions.map { line($0, [.path]) }).count == 1)
    #expect(assets.filter { line($0, [.creator]) == "Somebody" }.count == 3)
  }

  @Test func picksAndColoursOfDigikamAreRead() throws {
    try change(
      "digikam/digikam4.db",
      """
      INSERT INTO ImageTags VALUES (1, 22), (2, 24), (3, 13), (4, 11);
      UPDATE Images SET status = 3 WHERE id = 5;
      UPDATE Images SET status = 2 WHERE id = 6;
      UPDATE ImageInformation SET orientation = 6 WHERE imageid = 7;
      """)
    let assets = try assets(open("digikam", "digikam/digikam4.db"))
    let lines = assets.map { line($0, [.localIdentifier, .rating, .isFavorite, .colorLabel]) }
    #expect(
      lines.prefix(5) == [
        "1|-1|false|-", "2|-|true|-", "3|4|false|Orange", "4|-|false|-", "7|-|false|-",
      ]
    )
    #expect(line(assets[4], [.pixelWidth, .pixelHeight, .keywords]) == "600|800|-")
  }

  @Test(arguments: [("digikam", "digikam/digikam4.db"), ("darktable", "darktable")])
  func keepsTheContract(name: String, path: String) throws {
    let contract = LibraryContract(of: try Self.kind(name), at: folder.path(path))
    let violations = try contract.violations()
    #expect(violations == [])
  }

  @Test func albumsAreThoseOfTheProgram() throws {
    let digikam = try open("digikam", "digikam/digikam4.db").albums
    let expected = try rows(
      "digikam/digikam4.db",
      "SELECT 'album-' || id || ' ' || (SELECT count(*) FROM Images WHERE album = a.id) "
        + "FROM Albums a ORDER BY relativePath")
    #expect(
      digikam.filter { $0.identifier.hasPrefix("album-") }.map {
        "\($0.identifier) \($0.members.count)"
      } == expected)
    let rome = try #require(digikam.first { $0.title == "Rom" && $0.folderPath.first == "Tags" })
    #expect(rome.folderPath == ["Tags", "Orte", "Italien"])
    #expect(rome.members.count == 9)
    #expect(!digikam.contains { $0.title.hasPrefix("Color Label") })
    let darktable = try open("darktable", "darktable").albums
    #expect(
      darktable.map(\.title).sorted() == [
        "2021", "Ostsee", "Rom", "Rom", "Screenshots", "Trip 0", "Trip 1", "Vögel & Bäume",
      ])
    #expect(darktable.last?.folderPath == ["Tags", "Orte", "Italien"])
    #expect(darktable.first { $0.title == "2021" }?.members.count == 5)
  }

  @Test func originalsAreWhereTheUserMovedThem() throws {
    try change("digikam/digikam4.db", Self.moveDigikam(to: "/srv/photos"))
    let kind = try Self.kind("digikam")
    let place = LibraryPlace(path: folder.path("digikam/digikam4.db"))
    var context = context(of: kind, place.path)
    var library = try #require(try kind.open(place, for: context) as? CatalogueLibrary)
    #expect(try assets(library).allSatisfy { line($0, [.isMissing]) == "true" })
    context.rootMap = LibraryRootMap([.init(from: "/srv/photos/", to: folder.path("photos"))])
    library = try #require(try kind.open(place, for: context) as? CatalogueLibrary)
    #expect(try assets(library).allSatisfy { line($0, [.isMissing]) == "false" })
  }

  @Test func aDiskThatIsNotMountedIsLookedForAtItsPath() throws {
    let photos = folder.path("photos")
    try change(
      "digikam/digikam4.db",
      "UPDATE AlbumRoots SET identifier = 'volumeid:?uuid=00ab-cd12', specificPath = '\(photos)'")
    let found = try assets(open("digikam", "digikam/digikam4.db"))
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { line($0, [.isMissing]) == "false" })
    try change("digikam/digikam4.db", "UPDATE AlbumRoots SET specificPath = '/nowhere/at/all'")
    let gone = try assets(open("digikam", "digikam/digikam4.db"))
    #expect(gone.allSatisfy { line($0, [.isMissing]) == "true" && $0.failure == nil })
  }

  @Test func theNamesAreThoseOfTheDeclarations() throws {
    for catalogue in ShippedCatalogue.all {
      let text = String(decoding: catalogue.source(), as: UTF8.self)
      let name = "\(catalogue.signature.name).lua"
      let declaration = try DeclarationReader.declaration(text, path: name)
      #expect(declaration.signature == catalogue.signature)
      let most = name == "shotwell.lua" ? 150 : 60
      #expect(text.split(separator: "\n").count <= most)
    }
  }

  @Test func aFolderWithACatalogueStaysAFolder() throws {
    let kind = try Self.kind("digikam")
    let folder = folder.path("digikam")
    #expect(!kind.recognises(LibraryPlace(path: folder)))
    #expect(kind.recognises(LibraryPlace(path: "\(folder)/digikam4.db")))
    #expect(kind.locates("digikam:\(folder)") == "\(folder)/digikam4.db")
    #expect(kind.locates("digikam:\(folder)/digikam4.db") == "\(folder)/digikam4.db")
    #expect(kind.locates(folder) == nil)
    #expect(
      try Self.kind("darktable").recognises(LibraryPlace(path: self.folder.path("darktable"))))
    #expect(!(try Self.kind("darktable").recognises(LibraryPlace(path: folder))))
  }
}
