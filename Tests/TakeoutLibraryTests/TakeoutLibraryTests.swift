import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct TakeoutLibraryTests {
  private let world: TakeoutWorld
  private let year = "Takeout/Google Fotos/Fotos von 2019"
  private let album = "Takeout/Google Fotos/Am Meer_"
  private let other = "Takeout/Google Fotos/Untitled(3)"

  init() throws {
    world = try TakeoutWorld()
  }

  private func albums(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.records.map {
      let cover = ($0["cover"] as? [String: Any])?["localIdentifier"] as? String ?? "none"
      return "\($0["title"] ?? $0["subtype"] ?? ""): \($0["count"] ?? 0), \(cover)"
    }
  }

  /// `a` in the year and both albums, `b` in the year alone, `c` in an album alone.
  private func fill() throws {
    try world.add(album: "Am Meer?", to: album, as: "Metadaten.json")
    try world.folder.write("{}", to: "\(other)/Metadaten.json")
    for place in [year, album, other] { try world.add("a.jpg", to: place, seed: 1) }
    try world.add("b.jpg", to: year, seed: 2, taken: TakeoutWorld.taken + 10)
    try world.add("c.jpg", to: album, seed: 3, taken: TakeoutWorld.taken + 20)
  }

  @Test func aPictureOfSeveralFoldersIsOneAsset() throws {
    try fill()
    #expect(
      try world.run().names == ["\(album)/c.jpg", "\(year)/a.jpg", "\(year)/b.jpg"])
  }

  @Test func albumsHaveTheirTitlesAndMembers() throws {
    try fill()
    let outcome = try world.run(
      ["albums": ["albumRegular", "smartAlbumUserLibrary"]],
      StageCall("filter", ["mediaType": "image", "sortedBy": "-creationDate"]))
    #expect(
      try albums(outcome) == [
        "Am Meer?: 2, \(album)/c.jpg", "Untitled(3): 1, \(year)/a.jpg",
        "Recents: 3, \(album)/c.jpg",
      ])
    #expect(try outcome.texts("localIdentifier") == [album, other, "smartAlbumUserLibrary"])
    #expect(try outcome.records[0]["folderPath"] as? [String] == [])
  }

  @Test func picturesKnowTheirAlbums() throws {
    try fill()
    func albums(_ name: String) throws -> [[String]] {
      let tested = StageCall(
        "filter", ["albumPaths": .calling("present"), "filename": .text(name)])
      return try world.run([:], tested).records.map { $0["albumPaths"] as? [String] ?? [] }
    }
    #expect(try albums("a.jpg") == [["Am Meer?", "Untitled(3)"]])
    #expect(try albums("b.jpg") == [])
    #expect(try albums("c.jpg") == [["Am Meer?"]])
  }

  @Test(arguments: ["Am Meer?", "Takeout/Google Fotos/Am Meer_", "Am Meer_"])
  func anAlbumIsNamedByTitleOrPath(name: String) throws {
    try fill()
    #expect(
      try world.run(["album": .text(name)]).names.sorted()
        == ["\(album)/c.jpg", "\(year)/a.jpg"])
  }

  @Test func allAlbumsTogetherShowEachPictureOnce() throws {
    try fill()
    #expect(
      try world.run(["album": "albumRegular"]).names.sorted()
        == ["\(album)/c.jpg", "\(year)/a.jpg"])
  }

  @Test func theFolderOfAYearIsNoAlbumButCanBeNamed() throws {
    try fill()
    #expect(
      try world.run(["album": "Fotos von 2019"]).names == ["\(year)/a.jpg", "\(year)/b.jpg"])
  }

  @Test func twoAlbumsOfOneTitleAreCandidates() throws {
    try fill()
    try world.add(album: "Am Meer?", to: "Takeout/Google Fotos/Am Meer_(1)")
    try world.add("d.jpg", to: "Takeout/Google Fotos/Am Meer_(1)", seed: 4)
    #expect(throws: (any Error).self) { try world.run(["album": "Am Meer?"]) }
  }

  @Test func copiesAgreeInAllThatTellsThemApart() throws {
    try world.add("a.jpg", to: year, seed: 1)
    try world.add(album: "Album", to: album)
    // Another moment, another title, another size, no sidecar: never the same picture.
    try world.add("a.jpg", to: album, seed: 1, taken: TakeoutWorld.taken + 1)
    try world.add("a.jpg", to: other, seed: 1, exif: EXIFBlock { $0.make = "other" })
    try world.add(picture: "a.jpg", to: "Takeout/Google Fotos/Zeta", seed: 1)
    #expect(try world.run().names.count == 4)
  }

  @Test func theNumberOfANameMayDiffer() throws {
    try world.add("a.jpg", to: year, seed: 1, taken: 100_000)
    try world.add("a.jpg", to: year, number: 1, seed: 2, taken: 200_000)
    try world.add(album: "Album", to: album)
    try world.add("a.jpg", to: album, seed: 2, taken: 200_000)
    #expect(try world.run(["album": "Album"]).names == ["\(year)/a(1).jpg"])
    #expect(try world.run().names == ["\(year)/a(1).jpg", "\(year)/a.jpg"])
  }

  @Test func equalFilesOfOneFolderStayTwo() throws {
    for number in 0...1 { try world.add("a.jpg", to: year, number: number, seed: 1) }
    try world.add(album: "Album", to: album)
    for number in 0...1 { try world.add("a.jpg", to: album, number: number, seed: 1) }
    #expect(try world.run().names.count == 2)
    #expect(try world.run(["album": "Album"]).names.count == 2)
  }

  @Test func aCopyInTheTrashDoesNotTakeThePictureAway() throws {
    try world.add("a.jpg", to: "Takeout/Google Fotos/Papierkorb", seed: 1) { $0.isTrashed = true }
    try world.add(album: "Album", to: album)
    try world.add("a.jpg", to: album, seed: 1)
    #expect(try world.run().names == ["\(album)/a.jpg"])
  }

  @Test func archivesSideBySideAreOne() throws {
    let parts = ["takeout-20240301T1-001", "takeout-20240301T1-002"]
    let rest = "Takeout/Google Photos"
    try world.add(album: "Holiday!", to: "\(parts[1])/\(rest)/Holiday_")
    try world.add("a.jpg", to: "\(parts[0])/\(rest)/Holiday_", seed: 1)
    try world.add("b.jpg", to: "\(parts[1])/\(rest)/Holiday_", seed: 2)
    // The picture in one, its sidecar in the other.
    try world.add(picture: "c.jpg", to: "\(parts[0])/\(rest)/Photos from 2019", seed: 3)
    try world.folder.write(
      TakeoutSidecar(title: "c.jpg", taken: TakeoutWorld.taken),
      to: "\(parts[1])/\(rest)/Photos from 2019/c.jpg.json")
    let outcome = try world.run()
    #expect(
      try outcome.names == [
        "\(parts[0])/\(rest)/Holiday_/a.jpg", "\(parts[0])/\(rest)/Photos from 2019/c.jpg",
        "\(parts[1])/\(rest)/Holiday_/b.jpg",
      ])
    #expect(try outcome.texts("creationDateSource") == ["takeout", "takeout", "takeout"])
    #expect(
      try albums(
        world.run(["albums": ["albumRegular"]], StageCall("filter", ["sortedBy": "filename"])))
        == ["Holiday!: 2, \(parts[0])/\(rest)/Holiday_/a.jpg"])
    #expect(try world.run(["album": "Holiday!"]).names.count == 2)
  }

  /// Unpackers write names of folders in either form; bytes that are no UTF-8 are not compared so.
  @Test func partsOfAFolderAreKnownByTheirNames() throws {
    let parts = ["takeout-1", "takeout-2"]
    for (part, name) in zip(parts, ["Caf\u{E9}", "Cafe\u{301}"]) {
      try world.add(album: "Café", to: "\(part)/Takeout/Google Photos/\(name)")
    }
    try world.add(picture: "a.jpg", to: "\(parts[0])/Takeout/Google Photos/Caf\u{E9}", seed: 1)
    try world.folder.write(
      TakeoutSidecar(title: "a.jpg", taken: TakeoutWorld.taken),
      to: "\(parts[1])/Takeout/Google Photos/Cafe\u{301}/a.jpg.json")
    try world.add("b.jpg", to: "\(parts[0])/Takeout/Google Photos/Photos from 2019", seed: 2)
    #expect(try world.run().texts("creationDateSource") == ["takeout", "takeout"])
    #expect(try albums(world.run(["albums": ["albumRegular"]])).count == 1)
  }

  @Test func foldersThatAreNotUTF8StayApart() throws {
    for (part, byte) in [("takeout-1", UInt8(0xE9)), ("takeout-2", 0xEA)] {
      let place = "\(part)/Takeout/Google Photos"
      try world.add("\(part).jpg", to: "\(place)/x", seed: UInt64(byte))
      try world.add(album: "Album", to: "\(place)/x")
      let old = world.folder.path("\(place)/x")
      let new = Array(world.folder.path(place).utf8) + [0x2F, byte, 0]
      #expect(Foundation.rename(old, new.map { CChar(bitPattern: $0) }) == 0)
    }
    #expect(try world.run(["albums": ["albumRegular"]]).records.count == 2)
  }

  @Test(arguments: [
    "Photos from 2023", "Fotos von 2023", "Photos de 2023", "Fotos de 2023", "Fotos del 2023",
    "Foto da 2023", "Foto's van 2023", "Foto_s van 2023", "Zdjęcia z roku 2023", "Фото за 2023",
    "Bilder från 2023", "2023年の写真", "2023年的照片", "2023년 사진", "รูปภาพจากปี 2023",
  ])
  func theFolderOfAYearIsNoAlbumInAnyLanguage(title: String) throws {
    let place = "Takeout/Google Photos/\(title)"
    try world.add("x.jpg", to: place, seed: 77)
    try world.add(album: title, to: place)
    #expect(try world.run(["albums": ["albumRegular"]], in: place).records.isEmpty)
  }

  @Test(arguments: [
    "Photos from 23", "Photos from Rome 2023", "Fotos ٢٠٢٣", "Fotos von ٢٠٢٣", "Italy 2023",
    "Photos from 20234", "2023",
  ])
  func otherTitlesAreAlbums(title: String) throws {
    let place = "Takeout/Google Photos/\(title)"
    try world.add("x.jpg", to: place, seed: 77)
    try world.add(album: title, to: place)
    #expect(try world.run(["albums": ["albumRegular"]], in: place).records.count == 1)
  }

  @Test func manyCopiesOfOneNameAreNoTrouble() throws {
    try world.add(album: "Album", to: album)
    for number in 0..<60 {
      for place in [year, album] {
        try world.add(
          "a.jpg", to: place, number: number, seed: 1, taken: TakeoutWorld.taken + number)
      }
    }
    #expect(try world.run().names.count == 60)
    #expect(try world.run(["album": "Album"]).names.allSatisfy { $0.hasPrefix(year) })
  }

  /// The tests that the library takes over and those that are left together are the whole.
  @Test func thePushedTestsAreTheWholeTests() throws {
    let folder = try TemporaryDirectory()
    let library = folder.path("takeout")
    try TakeoutSampleLibrary(count: 60).write(to: library)
    let tests: [ArgumentValue] = [
      ["isFavorite": true], ["isHidden": true], ["description": .calling("present")],
      ["persons": "Ada"], ["title": .calling("like", "PXL*")], ["hasAdjustments": true],
      ["editedPath": .calling("absent")], ["keywords": .calling("present")],
      ["none": [["isFavorite": true], ["persons": "Ada"]]],
      ["any": [["isFavorite": true], ["description": .calling("has", "quoted")]]],
      ["filename": .calling("like", "*.JPG"), "isFavorite": false, "pixelWidth": 64],
      ["creationDateSource": "takeout"], ["location": .calling("absent")],
      ["addedDate": .calling("after", "2019-03-01")],
    ]
    for source: ArgumentValue in [[:], ["includeHidden": true], ["album": "Holiday: 2019!"]] {
      for test in tests {
        let source = StageCall("source", source)
        let pushed = try Scenario([source, StageCall("filter", test)], library: library).run()
        // Behind a limit, a test stays in the run.
        let kept = try Scenario(
          [source, StageCall("filter", ["limit": 10_000]), StageCall("filter", test)],
          library: library
        ).run()
        #expect(pushed.bytes == kept.bytes, "\(test)")
      }
    }
  }

  @Test func theSampleIsReadAsItWasWritten() throws {
    let folder = try TemporaryDirectory()
    let library = folder.path("takeout")
    try TakeoutSampleLibrary(count: 200).write(to: library)
    func run(_ source: ArgumentValue) throws -> Scenario.Outcome {
      try Scenario(
        [StageCall("source", source), StageCall("filter", ["mediaType": "image"])],
        library: library
      ).run()
    }
    let all = try run(["includeHidden": true])
    let inTrash = (0..<200).count { $0 % 11 == 10 }
    let archived = (0..<200).count { $0 % 17 == 16 && $0 % 11 != 10 }
    #expect(try all.names.count == 200 - inTrash)
    #expect(Set(try all.names).count == 200 - inTrash)
    #expect(try run([:]).names.count == 200 - inTrash - archived)
    let favourites = (0..<200).count { $0 % 10 == 0 && $0 % 11 != 10 && $0 % 17 != 16 }
    #expect(try run(["album": "smartAlbumFavorites"]).names.count == favourites)
    let members = (0..<200).count { $0 % 5 == 0 && $0 % 11 != 10 && $0 % 17 != 16 }
    #expect(try run(["album": "albumRegular"]).names.count == members)
    let edited = (0..<200).count { $0 % 6 == 5 && $0 % 11 != 10 }
    #expect(try all.texts("editedPath").count { !$0.isEmpty } == edited)
    let seconds = try all.texts("creationDate").map { $0.hasSuffix("T12:00:00.000Z") }
    #expect(!seconds.contains(false))
    #expect(all.reasons.isEmpty)
  }
}
