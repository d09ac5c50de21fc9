import Media
import Samples
import ShotwellSamples
import TestSupport
import Testing

@testable import CatalogueLibrary
@testable import Engine

@Suite struct ShotwellAlbumTests {
  /// 2019-05-04T10:00:00Z.
  private static let may: Int64 = 1_556_964_000

  private func world() throws -> ShotwellWorld {
    var database = ShotwellSampleDatabase()
    func photo(_ id: Int64, event: Int64, at date: Int64, flags: Int64 = 0) {
      database.insert(
        into: "PhotoTable",
        [
          "id": .integer(id), "filename": .text("/none/\(id).jpg"), "event_id": .integer(event),
          "exposure_time": .integer(date), "flags": .integer(flags),
        ])
    }
    photo(1, event: 1, at: Self.may + 5)
    photo(2, event: 1, at: Self.may)
    photo(3, event: 2, at: Self.may + 400 * 86_400)
    photo(4, event: 3, at: Self.may, flags: 4)
    photo(5, event: 4, at: 0)
    database.insert(into: "EventTable", ["id": 1, "comment": "A comment"])
    database.insert(
      into: "EventTable",
      ["id": 2, "name": "Italy", "primary_source_id": "thumb0000000000000003"])
    database.insert(into: "EventTable", ["id": 3, "name": "In the trash"])
    database.insert(into: "EventTable", ["id": 4, "primary_photo_id": 5])
    for (name, list) in [
      ("Holiday", "thumb0000000000000003,"),
      ("/Trips/Italy", "thumb0000000000000002,thumb0000000000000001,"),
      ("/Trips", "thumb0000000000000001,thumb0000000000000002,thumb0000000000000009,"),
      ("a/b", ""),
    ] {
      database.insert(into: "TagTable", ["name": .text(name), "photo_id_list": .text(list)])
    }
    return try ShotwellWorld(database)
  }

  @Test func theQuickListNamesTheSameAlbums() throws {
    let world = try world()
    let quickAlbums = try #require(LibraryKind.shotwell.abilities.albums.quickList)
    let seen = quickAlbums(LibraryPlace(path: world.path), .seconds(600))
    let albums = try world.open().albums
    #expect(albums.count == 7)
    #expect(seen.map(\.identifier) == albums.map(\.identifier))
    #expect(seen.map(\.title) == albums.map(\.title))
    #expect(seen.map(\.folderPath) == albums.map(\.folderPath))
    #expect(quickAlbums(LibraryPlace(path: "/none"), .seconds(600)).isEmpty)
  }

  @Test func eventsComeFirstAndTheLatestOfThem() throws {
    let world = try world()
    let albums = try world.untouched { try world.open().albums }
    #expect(
      albums.map { ($0.folderPath + [$0.title]).joined(separator: "/") } == [
        "Events/Italy", "Events/Sat May 4, 2019", "Events/Event 4", "Tags/Holiday", "Tags/Trips",
        "Tags/Trips/Italy", "Tags/a/b",
      ])
    #expect(albums.map(\.title).last == "a/b")
    #expect(albums[1].identifier == "event-0000000000000001")
    #expect(albums[1].caption == "A comment")
  }

  private func members(_ name: String) throws -> [String] {
    try world().identifiers(AssetFetch(album: name)).map { String($0.suffix(1)) }
  }

  @Test func membersAreInOrderOfTheirDates() throws {
    #expect(try members("event-0000000000000001") == ["2", "1"])
    // What a list names beyond the library's rows is nothing.
    #expect(try members("Trips") == ["2", "1"])
    #expect(try members("Holiday") == ["3"])
  }

  @Test func whatIsInAnyAlbumIsInTheLibrarysOrder() throws {
    #expect(try members("albumRegular") == ["1", "2", "3", "5"])
    #expect(try members("albumImported") == [])
  }

  @Test(arguments: [
    ("Sat May 4, 2019", ["2", "1"]), ("tag-0000000000000001", ["3"]), ("Events/Italy", ["3"]),
    ("Tags/Trips/Italy", ["2", "1"]),
  ])
  func namesOfAlbums(name: String, expected: [String]) throws {
    #expect(try members(name) == expected)
  }

  @Test(arguments: [
    (
      "Italy",
      "has several albums \"Italy\"; name one by its identifier: "
        + "\"event-0000000000000002\" (Events/Italy), \"tag-0000000000000002\" (Tags/Trips/Italy)"
    ), ("Hollday", "has no album \"Hollday\"; did you mean \"Holiday\"?"),
  ])
  func ambiguousAndUnknownNamesAreErrors(name: String, expected: String) throws {
    let error = #expect(throws: LibraryProblem.self) { try members(name) }
    #expect(error?.description.hasSuffix(expected) == true)
  }

  @Test func assetsKnowTheirEventsAndTags() throws {
    let world = try world()
    #expect(
      try world.asset("thumb0000000000000001").albumPaths.map(\.text)
        == ["Events/\(Self.title(of: world, 1))", "Tags/Trips", "Tags/Trips/Italy"])
    #expect(
      try world.asset("thumb0000000000000003").albumPaths.map(\.text)
        == ["Events/Italy", "Tags/Holiday"])
  }

  /// The title of an event without a name is made of its dates.
  private static func title(of world: ShotwellWorld, _ number: Int) throws -> String {
    try #require(
      world.open().albums.first { $0.identifier == "event-000000000000000\(number)" }?.title)
  }
}
