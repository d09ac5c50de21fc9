import Media
import ShotwellSamples
import TestSupport
import Testing

@testable import Pipeline
@testable import ShotwellLibrary

@Suite struct ShotwellAlbumTests {
  private static let hour: Int64 = 3600
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

  private func albums(in world: ShotwellWorld) throws -> ShotwellAlbums {
    try world.untouched {
      let library = try world.open()
      return try library.albums()
    }
  }

  @Test func eventsComeFirstAndTheLatestOfThem() throws {
    let albums = try albums(in: world()).albums
    #expect(
      albums.map(\.pathTitle) == [
        "Events/Italy", "Events/Sat May 4, 2019", "Events/Event 4", "Tags/Holiday", "Tags/Trips",
        "Tags/Trips/Italy", "Tags/a/b",
      ])
    #expect(albums.map(\.title).last == "a/b")
    #expect(albums[1].localIdentifier == "event-0000000000000001")
    #expect(albums[1].caption == "A comment")
    #expect(albums[0].keyAsset?.text == "thumb0000000000000003")
    #expect(albums[2].keyAsset?.text == "thumb0000000000000005")
  }

  @Test func membersAreInOrderOfTheirDates() throws {
    let world = try world()
    func members(_ name: String) throws -> [String] {
      var selection = ShotwellSelection()
      selection.album = try albums(in: world).named(name, library: "x").first?.contents
      return try world.identifiers(selection).map { String($0.suffix(1)) }
    }
    #expect(try members("event-0000000000000001") == ["2", "1"])
    // What a list names beyond the library's rows is nothing.
    #expect(try members("Trips") == ["2", "1"])
    #expect(try members("Holiday") == ["3"])
  }

  @Test(arguments: [
    ("Sat May 4, 2019", 1), ("tag-0000000000000001", 1), ("Events/Italy", 1),
    ("Tags/Trips/Italy", 1), ("Trips/Italy", 1), ("Events", 3), ("Tags", 3), ("Tags/Trips", 1),
  ])
  func namesOfAlbums(name: String, count: Int) throws {
    #expect(try albums(in: world()).named(name, library: "x").count == count)
  }

  @Test func ambiguousAndUnknownNamesAreErrors() throws {
    let albums = try albums(in: world())
    func problem(_ name: String) -> String {
      do {
        _ = try albums.named(name, library: "x")
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      problem("Italy")
        == "\"x\" has several albums \"Italy\"; name one by its identifier: "
        + "\"event-0000000000000002\" (Events/Italy), \"tag-0000000000000002\" (Tags/Trips/Italy)")
    #expect(problem("Hollday") == "\"x\" has no album \"Hollday\"; did you mean \"Holiday\"?")
  }

  @Test(arguments: [
    (0, 0, "Sat May 4, 2019"), (0, 20 * hour, "Sat May 4 - 5, 2019"),
    (0, 40 * hour, "Sat May 4 - Mon May 6, 2019"),
    (0, 28 * 24 * hour, "Sat May 4 - Sat Jun 1, 2019"),
    (0, 300 * 24 * hour, "Sat May 4, 2019 - Fri Feb 28, 2020"),
    (-may, -may, "Thu Jan 1, 1970"), (-may - 1, -may, "Wed Dec 31, 1969 - Thu Jan 1, 1970"),
    (-may - 62_138_827_124, -may - 62_138_827_124, "Fri Nov 24, 0"),
  ])
  func eventsAreNamedByTheirDays(first: Int64, last: Int64, expected: String) {
    let name = ShotwellEventName(
      Self.may + first...Self.may + last, number: 1, zone: LocalTimeZone(fixedOffsetMinutes: 0))
    #expect(name.text == expected)
  }

  @Test func daysAreThoseOfTheComputersZone() {
    let name = ShotwellEventName(
      Self.may...Self.may, number: 1, zone: LocalTimeZone(fixedOffsetMinutes: 15 * 60))
    #expect(name.text == "Sun May 5, 2019")
  }
}
