import Foundation
import PhotosSamples
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `shotflow albums`: every album of a library, without a rule.
@Suite struct AlbumsCommandTests {
  private func world() throws -> ProgramWorld {
    let world = try ProgramWorld()
    try world.picture(in: "pictures/Trips")
    try world.picture("b.png", seed: 2, in: "pictures/Home/Garden")
    try world.directory.makeFolder("pictures/Empty")
    return world
  }

  /// The lines that a terminal shows.
  private static func shown(_ result: ProgramResult) -> [String] {
    result.errorText.split(separator: "\r\n").map(String.init)
  }

  @Test func everyAlbumIsARecordInAPipe() async throws {
    let world = try world()
    let result = try await world.run("albums", world.library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let records = try result.records()
    #expect(records.allSatisfy { $0.kind == "album" && $0.count != nil && $0.title != nil })
    let regular = records.filter { $0.subtype == "albumRegular" }
    #expect(
      regular.map(\.localIdentifier) == ["Empty", "Home", "Home/Garden", "Trips"])
    #expect(regular.map(\.count) == [0, 0, 1, 1])
    #expect(regular.map(\.folderPath) == [[], [], ["Home"], []])
    let smart = records.filter { $0.subtype?.hasPrefix("smart") == true }
    #expect(smart.first { $0.title == "Recents" }?.count == 2)
    #expect(smart.first { $0.title == "Screenshots" }?.count == 1)
    #expect(smart.first { $0.title == "Favorites" }?.count == 0)
    let filled = try await world.run("albums", "--library", world.library, "--skip-empty")
    #expect(
      try filled.records().map(\.title) == [
        "Recently Added", "Recents", "Screenshots", "Garden", "Trips",
      ])
  }

  @Test func theIdentifierIsWhatARuleTakes() async throws {
    let world = try world()
    let records = try await world.run("albums", world.library).records()
    for record in records {
      let name = try #require(record.localIdentifier)
      let album = try await world.run(
        "run", ProgramWorld.albumRule, "-l", world.library, "--album", name)
      #expect(album.status == .exited(0), "\(name)")
      #expect(try album.records().count == record.count, "\(name)")
    }
  }

  @Test func onATerminalItIsATable() async throws {
    let world = try world()
    let terminal = Terminal(columns: 120)
    let result = try await world.program(
      ["albums", world.library, "--skip-empty", "--color", "never"], terminal: terminal
    ).result()
    #expect(result.status == .exited(0))
    let lines = Self.shown(result).map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.last?.contains("--format ndjson") == true)
    #expect(
      lines.dropLast() == [
        "count title localIdentifier subtype folderPath",
        "2 Recently Added smartAlbumRecentlyAdded smartAlbumRecentlyAdded",
        "2 Recents smartAlbumUserLibrary smartAlbumUserLibrary",
        "1 Screenshots smartAlbumScreenshots smartAlbumScreenshots",
        "1 Garden Home/Garden albumRegular Home", "1 Trips Trips albumRegular",
      ])
    let records = try await world.program(
      ["albums", world.library, "--json", "--skip-empty"], terminal: terminal
    ).result()
    let printed = Self.shown(records)
    #expect(printed.count == 5 && printed.allSatisfy { $0.hasPrefix("{\"v\":1") })
  }

  @Test func namesCannotSteerATerminal() async throws {
    let world = try ProgramWorld()
    try world.picture(in: "pictures/a\u{1B}[2Jb")
    let result = try await world.program(["albums", world.library], terminal: Terminal()).result()
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("albumRegular"))
    #expect(!result.errorText.contains("\u{1B}[2J"))
  }

  @Test func sharedAndImportedAlbumsOfPhotosAreThere() async throws {
    let world = try ProgramWorld()
    let library = world.path("Test.photoslibrary")
    let assets = (1...3).map {
      PhotosSampleAsset(
        uuid: "A0000000-0000-0000-0000-00000000000\($0)", filename: "IMG_\($0).JPG",
        created: Double($0))
    }
    var sample = PhotosSampleLibrary(.macOS15, assets)
    sample.albums = [
      PhotosSampleAlbum("2019", uuid: "F0000000-0000-0000-0000-000000000000", kind: 4000),
      PhotosSampleAlbum(
        "Rome", uuid: "B0000000-0000-0000-0000-000000000000", parent: 0,
        assets: assets.prefix(2).map(\.uuid)),
      PhotosSampleAlbum(
        "Shared", uuid: "C0000000-0000-0000-0000-000000000000", kind: 1505, assets: []),
    ]
    try sample.write(to: library)
    let records = try await world.run("albums", library).records()
    let rome = try #require(records.first { $0.title == "Rome" })
    #expect(rome.count == 2 && rome.folderPath == ["2019"] && rome.subtype == "albumRegular")
    #expect(rome.localIdentifier == "B0000000-0000-0000-0000-000000000000/L0/040")
    #expect(records.first { $0.title == "Shared" }?.subtype == "albumCloudShared")
    #expect(records.first { $0.title == "Recents" }?.count == 3)
  }

  @Test func problemsAreReportedWithTheRemedy() async throws {
    let world = try world()
    let unnamed = try await world.run("albums")
    #expect(unnamed.status == .exited(64))
    #expect(unnamed.errorText.contains("no library is named"))
    #expect(unnamed.errorText.contains("add --library FOLDER"))
    let missing = try await world.run("albums", "nowhere")
    #expect(missing.status == .exited(66))
    #expect(missing.text == "")
    try world.directory.makeFolder("pictures/Odd")
    try world.directory.write([0x89, 0x50], to: "pictures/Odd/x.png")
    let odd = try await world.run("albums", world.library)
    #expect([.exited(0), .exited(3)].contains(odd.status))
    #expect(odd.lines.count > 20)
  }

  @Test func aReaderThatGoesAwayIsNoError() async throws {
    let world = try world()
    let result = try await world.shell("$shotflow albums pictures | head -n 1").result()
    #expect(result.status == .exited(0) && result.errorText == "")
  }

  @Test func helpAndCompletionKnowIt() async throws {
    let world = try ProgramWorld()
    #expect(try await world.run("--help").text.contains("albums"))
    #expect(try await world.run("help", "albums").text.contains("--skip-empty"))
    #expect(try await world.run("complete", "fish", "0", "alb").text.contains("albums"))
  }
}
