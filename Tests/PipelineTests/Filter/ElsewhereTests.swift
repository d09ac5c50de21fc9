import AssetSupport
import Engine
import Files
import Foundation
import PipelineSupport
import Platform
import Samples
import Synchronization
import TestSupport
import Testing

/// `filter { notIn = …, alsoIn = … }`: assets whose files other libraries lack or have, by content.
@Suite struct ElsewhereTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for (number, name) in ["a", "b", "c", "d"].enumerated() {
      try write("card/\(name).jpg", seed: UInt64(number))
    }
    for name in ["home", "disk", "third"] { try folder.makeFolder(name) }
  }

  /// Writes a file of 20,000 bytes that are no picture's.
  private func write(
    _ path: String, seed: UInt64, _ change: (inout [UInt8]) -> Void = { _ in }
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = generator.bytes(count: 20_000)
    change(&bytes)
    try folder.write(bytes, to: path)
  }

  private func scenario(
    _ options: ArgumentValue, in library: String = "card", source: ArgumentValue = [:]
  ) -> Scenario {
    var scenario = Scenario(
      [StageCall("source", source), StageCall("filter", options)], library: folder.path(library))
    for name in ["card", "home", "disk", "third"] {
      scenario.access.add(name, at: folder.path(name), chosen: nil, isNamed: false)
    }
    return scenario
  }

  private func names(_ options: ArgumentValue, in library: String = "card") throws -> [String] {
    let outcome = try scenario(options, in: library).run()
    #expect(outcome.reasons == [])
    return try outcome.names
  }

  /// A catalogue by a clock for which all files were written long ago.
  private func catalogue() -> Catalogue {
    Catalogue(
      at: folder.path("cache/catalogue.sqlite"),
      clock: CatalogueClock { CatalogueClock.systemTime() + 10_000_000_000 })
  }

  @Test(arguments: [1, 2, 4]) func onlyTheBytesCount(lanes: Int) throws {
    try write("home/2015/09/other name.png", seed: 0)
    try write("home/b.jpg", seed: 1) { $0[10_000] ^= 1 }
    try write("home/c.jpg", seed: 2) { $0.removeLast(4_000) }
    try write("home/d.jpg", seed: 9)
    for (options, found) in [
      (["notIn": "home"], ["b.jpg", "c.jpg", "d.jpg"]), (["alsoIn": "home"], ["a.jpg"]),
    ] as [(ArgumentValue, [String])] {
      var scenario = scenario(options)
      scenario.lanes = lanes
      #expect(try scenario.run().names == found)
    }
    // The other way round.
    #expect(try names(["notIn": "card"], in: "home") == ["b.jpg", "c.jpg", "d.jpg"])
    #expect(try names(["alsoIn": "card"], in: "home") == ["2015/09/other name.png"])
  }

  @Test func eachOfSeveralLibrariesCounts() throws {
    for (seed, name) in [
      (0, "home/1.jpg"), (1, "home/2.jpg"), (1, "disk/3.jpg"), (2, "disk/4.jpg"),
    ] {
      try write(name, seed: UInt64(seed))
    }
    #expect(try names(["notIn": ["home", "disk"]]) == ["d.jpg"])
    #expect(try names(["alsoIn": ["home", "disk"]]) == ["b.jpg"])
    #expect(try names(["notIn": "home", "alsoIn": "disk"]) == ["c.jpg"])
  }

  @Test func anEmptyFileIsNowhere() throws {
    try folder.write([UInt8](), to: "card/empty.jpg")
    try folder.write([UInt8](), to: "home/empty.jpg")
    #expect(try names(["alsoIn": "home"]) == [])
    #expect(try names(["notIn": "home"]).contains("empty.jpg"))
  }

  @Test func testsOrderAndLimitGoWithIt() throws {
    try write("home/x.jpg", seed: 3)
    let last: ArgumentValue = [
      "notIn": "home", "filename": .calling("like", "*.jpg"), "sortedBy": "-filename", "limit": 2,
    ]
    #expect(try names(last) == ["c.jpg", "b.jpg"])
    var counted = scenario(["notIn": "home"])
    counted.stages.append(StageCall("count", ["sums": false]))
    #expect(try counted.run().lines.first?.contains("\"count\":3") == true)
  }

  @Test func aRemarkCountsWhatIsThereAlready() throws {
    try write("home/x.jpg", seed: 3)
    let said = Lock<[String]>([])
    var scenario = scenario(["notIn": "home", "remark": "at home already"])
    scenario.notices = RunNotices { text in said.withLock { $0.append(text) } }
    #expect(try scenario.run().names == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(said.withLock { $0 } == ["1 left out: at home already"])
  }

  // MARK: What a library has

  /// Writes a picture and a movie of one live photo.
  private func livePhoto(_ picture: String?, _ movie: String?) throws {
    let identifier = "9F2C"
    if let picture {
      try folder.write(
        JPEGPicture(width: 64, height: 48) {
          $0.exif = EXIFBlock {
            $0.make = "Apple"
            $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
          }
        }, to: picture)
    }
    if let movie {
      try folder.write(
        QuickTimeMovie(width: 64, height: 48) {
          $0.setApple(contentIdentifier: identifier, creationDate: "2015-09-27T23:29:28+0200")
        }, to: movie)
    }
  }

  @Test func theMainFileOfALivePhotoCounts() throws {
    try livePhoto("card/L.JPG", "card/L.MOV")
    try livePhoto(nil, "home/L.MOV")
    #expect(try names(["notIn": "home"]).contains("L.JPG"))
    try livePhoto("home/other.JPG", nil)
    #expect(try names(["alsoIn": "home"]) == ["L.JPG"])
  }

  @Test func theMovieOfALivePhotoIsAFileOfTheLibrary() throws {
    try livePhoto("home/L.JPG", "home/L.MOV")
    try livePhoto(nil, "card/clip.MOV")
    #expect(try names(["alsoIn": "home"]) == ["clip.MOV"])
  }

  @Test func hiddenFilesAndFramesOfBurstsAreThere() throws {
    try write("home/.hidden/x.jpg", seed: 0)
    try write("home/00001IMG_00001_BURST20230101120000_COVER.jpg", seed: 1)
    try write("home/00002IMG_00002_BURST20230101120000.jpg", seed: 2)
    #expect(try names(["notIn": "home"]) == ["d.jpg"])
  }

  /// A killed run leaves such a name where files need one while they are written.
  @Test func aCopyThatWasNotCompletedIsNotThere() throws {
    try write("home/.shotflow-1a2b3c.part", seed: 0)
    try write("home/.shotflow-1a2b3c.jpg", seed: 1)
    #expect(try names(["notIn": "home"]) == ["a.jpg", "c.jpg", "d.jpg"])
  }

  /// The folder that is looked in says nothing about the rest of a library around it.
  @Test func ofALibraryAroundTheRestCounts() throws {
    try write("home/phone/a.jpg", seed: 0)
    try write("home/phone/b.jpg", seed: 1)
    try write("home/2015/a.jpg", seed: 0)
    #expect(try names(["notIn": "home"], in: "home/phone") == ["b.jpg"])
    // What is inside of the library is there.
    var around = scenario(["notIn": "inner"], in: "home")
    around.access.add("inner", at: folder.path("home/phone"), chosen: nil, isNamed: false)
    #expect(try around.run().names == [])
    try write("home/2016/new.jpg", seed: 7)
    #expect(try around.run().names == ["2016/new.jpg"])
  }

  @Test func aLibraryWithoutPermissionIsNotRead() throws {
    #expect(throws: LibraryProblem.notPermitted("the rule has no permission for the library \"x\""))
    {
      _ = try scenario(["notIn": "x"]).run()
    }
  }

  @Test func onlyChosenAssetsOfALibraryExist() throws {
    for (seed, name) in [(0, "a.jpg"), (1, "b.jpg")] {
      try write("home/\(name)", seed: UInt64(seed))
    }
    var scenario = scenario(["alsoIn": "chosen"])
    scenario.access.add(
      "chosen", at: folder.path("home"), chosen: ChosenAssets([Array("b.jpg".utf8)]), isNamed: false
    )
    #expect(try scenario.run().names == ["b.jpg"])
  }

  @Test func wrongOptionsAreRefused() throws {
    for (options, message) in [
      (["notIn": []], "notIn names at least one library, such as \"~/Backup\""),
      (["alsoIn": ""], "alsoIn names at least one library, such as \"~/Backup\""),
      (["notIn": 3], "notIn takes a text or a list of texts, not 3"),
    ] as [(ArgumentValue, String)] {
      let problems = #expect(throws: RuleProblems.self) { _ = try scenario(options).plan() }
      #expect(problems?.problems.map(\.message) == [message])
    }
    let observed = Scenario([
      StageCall("source"), StageCall("filter", ["notIn": "home"]), StageCall("observe"),
    ])
    #expect(throws: RuleProblems.self) { _ = try observed.plan() }
  }

  // MARK: What is read

  #if canImport(Glibc)
    @Test func onlyWhatIsNewIsReadTheSecondTime() throws {
      for number in 10..<2_000 {
        for place in ["card", "home"] {
          try folder.write(
            Array(repeating: UInt8(number % 251), count: 100 + number % 40)
              + Array("\(number)".utf8),
            to: "\(place)/\(number).jpg")
        }
      }
      let (card, home) = (OpenWatch(folder.path("card")), OpenWatch(folder.path("home")))
      func run() throws -> [String] {
        var scenario = scenario(["notIn": "home"])
        // Printing a record would read the file.
        scenario.stages.append(StageCall("count", ["by": "filename"]))
        scenario.catalogue = catalogue()
        defer { scenario.catalogue?.close() }
        return try scenario.run().records.compactMap { $0["key"] as? String }.sorted()
      }
      let new = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
      #expect(try run() == new)
      _ = (card.names, home.names)
      // Of a size that files at home have, so that their ends are compared.
      try folder.write(Array(repeating: 7, count: 110), to: "card/fifth.jpg")
      #expect(try run() == new + ["fifth.jpg"])
      #expect(Set(card.names) == ["fifth.jpg"])
      #expect(home.names == [])
      #expect(try run() == new + ["fifth.jpg"])
      #expect(card.names == [] && home.names == [])
    }

    @Test func filesThatWereComparedWithTwoLibrariesAreNotComparedAgain() throws {
      try write("card/e.jpg", seed: 0)
      for place in ["home", "disk", "third"] {
        try write("\(place)/x.jpg", seed: 0)
        // More files, so that keeping what was compared is worth it.
        for seed in 20..<40 as Range<UInt64> { try write("\(place)/\(seed).jpg", seed: seed) }
      }
      func run(_ library: String, _ names: ArgumentValue) throws -> [String] {
        var scenario = scenario(["alsoIn": names], in: library)
        scenario.stages.append(StageCall("count", ["by": "filename"]))
        scenario.catalogue = catalogue()
        defer { scenario.catalogue?.close() }
        return try scenario.run().records.compactMap { $0["key"] as? String }.sorted()
      }
      // Each pair gets a name of its own at first.
      #expect(try run("disk", "third").count == 21)
      #expect(try run("card", "home") == ["a.jpg", "e.jpg"])
      let both: ArgumentValue = ["home", "disk"]
      for _ in 1...3 { #expect(try run("card", both) == ["a.jpg", "e.jpg"]) }
      let watches = ["card", "home", "disk"].map { OpenWatch(folder.path($0)) }
      #expect(try run("card", both) == ["a.jpg", "e.jpg"])
      #expect(try run("card", "home") == ["a.jpg", "e.jpg"])
      #expect(watches.allSatisfy { $0.names == [] })
    }
  #endif
}
