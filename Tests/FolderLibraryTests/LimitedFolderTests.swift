import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import FolderLibrary

/// A rule that may see some files of a folder gets, byte for byte, what it would get if there were
/// no others.
@Suite struct LimitedFolderTests {
  private let folder: TemporaryDirectory
  private let chosen = [
    "IMG_1.heic", "a.png", "Trips/b.png", "Trips/twin.png", "Trips/Rome/c.png", ".hidden.png",
    "burst/00002IMG_00002_BURST20240101120000000.jpg", "broken.jpg",
  ]

  init() throws {
    folder = try TemporaryDirectory()
    let old = Date(timeIntervalSince1970: 1_400_000_000)
    func write(_ name: String, _ size: Int = 2) throws {
      try folder.write(PNGPicture(width: size, height: size), to: name, modified: old)
    }
    for name in ["a.png", "Trips/b.png", "Trips/Rome/c.png", ".hidden.png"] { try write(name) }
    // The same content as others, some chosen and some not; other names and folders than those.
    try write("Trips/twin.png")
    for name in ["A.png", "Secret/d.png", "Trips/Rome/e.png", "Old/Rome/f.png", ".more.png"] {
      try write(name)
    }
    try write("Secret/large.png", 40)
    let identifier = "0B6A2F5C-1111-4A4A-9F9F-000000000001"
    try folder.write(
      HEIFPicture(width: 4, height: 4) {
        $0.exif = EXIFBlock {
          $0.make = "Apple"
          $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
        }
      }, to: "IMG_1.heic", modified: old)
    for number in 1...3 {
      let name = "0000\(number)IMG_0000\(number)_BURST20240101120000000"
      try folder.write(
        JPEGPicture(width: 2, height: 2), to: "burst/\(name)\(number == 1 ? "_COVER" : "").jpg",
        modified: old)
    }
    try folder.write("no picture", to: "broken.jpg", modified: old)
    try folder.write("no picture", to: "Secret/broken.jpg", modified: old)
  }

  private static let filters: [[StageCall]] = [
    [],
    [StageCall("filter", ["mediaType": "image", "remark": "no images"])],
    [StageCall("filter", ["pixelWidth": .calling("at_least", 3), "remark": "too small"])],
    [StageCall("filter", ["sortedBy": ["-creationDate", "filename"], "limit": 3, "offset": 1])],
    [
      StageCall(
        "filter", ["either": [["filename": "d.png"], ["mediaType": "image", "limit": 2]]])
    ],
    [StageCall("dedupe", ["by": "sha1"])],
    [StageCall("dedupe", ["by": "sha256"])],
    [StageCall("classify", ["small": ["pixelWidth": 2], "large": ["pixelWidth": 40]])],
    [StageCall("load", ["data": "size"])],
  ].filter { $0.allSatisfy { Scenario.knows($0.name) } }

  private static let sources: [ArgumentValue] = [
    [:], ["includeHidden": true], ["includeAllBurstAssets": true], ["album": "Trips"],
    ["album": "Rome"], ["album": "Trips/Rome"], ["album": "albumRegular"],
    ["album": "smartAlbumUserLibrary"], ["album": "Secret"], ["album": "Secre"], ["album": "Trip"],
    ["album": "Old/Rome"], ["album": "burst"],
  ]

  private static let lists: [ArgumentValue] = [
    ["albumRegular", "smartAlbumUserLibrary", "smartAlbumBursts"], ["Trips", "Rome"], ["Secret"],
    ["Old"],
  ]

  private func pipelines() -> [[StageCall]] {
    var all = Self.sources.flatMap { source in
      Self.filters.map { [StageCall("source", source)] + $0 }
    }
    for albums in Self.lists {
      for empty in [true, false] {
        all.append([
          StageCall("source", ["albums": albums]),
          StageCall("filter", ["pixelWidth": .calling("at_least", 3), "empty": .flag(empty)]),
        ])
        all.append([
          StageCall("source", ["albums": albums]),
          StageCall("filter", ["sortedBy": "-filename", "empty": .flag(empty)]),
        ])
      }
    }
    return all
  }

  private static let requests = [
    #"{"range":[0,50]}"#, #"{"source":{"album":"Rome"},"range":[0,50]}"#,
    #"{"source":{"album":"Secret"}}"#, #"{"source":{"album":"Secre"}}"#,
    #"{"index":"Secret/d.png"}"#, #"{"index":"Trips/b.png"}"#,
    #"{"source":{"albums":["albumRegular","smartAlbumUserLibrary"]},"range":[0,50]}"#,
    #"{"filter":{"sortedBy":"-filename","limit":2,"offset":1},"range":[0,50]}"#,
  ]

  private func remove(allBut kept: [String]) throws {
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: folder.path(name), isDirectory: &isFolder) else { continue }
      let leads = kept.contains { $0.hasPrefix(name + "/") }
      if isFolder.boolValue ? !leads : !kept.contains(name) {
        try manager.removeItem(atPath: folder.path(name))
      }
    }
  }

  @Test func theOthersDoNotExist() throws {
    let (whole, limited) = (LibraryView(folder.path), LibraryView(folder.path, limitedTo: chosen))
    let pipelines = pipelines()
    let all = try pipelines.map(whole.trace)
    let some = try pipelines.map(limited.trace)
    let answers = try limited.answers(Self.requests)
    #expect(try answers != whole.answers(Self.requests))
    try remove(allBut: chosen)
    for (place, stages) in pipelines.enumerated() {
      #expect(try some[place] == whole.trace(stages), "\(stages)")
    }
    #expect(try answers == whole.answers(Self.requests))
    // The choice is seen to make a difference.
    #expect(zip(all, some).count { $0 != $1 } > pipelines.count * 3 / 4)
    #expect(some[0].contains("Trips/Rome/c.png"))
  }

  @Test func aMemoryThatAnotherRuleFilledNamesNoOtherAssets() throws {
    let state = try TemporaryDirectory()
    let remembering = StageCall("dedupe", ["by": "sha1", "memory": "m"])
    // What the other rule offers are pictures that were not chosen, of which some have chosen twins.
    for name in ["a", "b"] {
      var other = Scenario(
        [StageCall("source", ["album": "Secret"]), remembering], library: folder.path)
      other.ledger = state.path("\(name).sqlite")
      #expect(try other.run().report.emitted > 0)
    }
    var limited = LibraryView(folder.path, limitedTo: chosen)
    limited.ledger = state.path("a.sqlite")
    var whole = LibraryView(folder.path)
    whole.ledger = state.path("b.sqlite")
    let stages = [StageCall("source"), remembering]
    let some = try limited.trace(stages)
    try remove(allBut: chosen)
    #expect(try some == whole.trace(stages))
    #expect(some.contains("IMG_1.heic"))
  }

  #if canImport(Glibc)
    @Test(arguments: [
      [], [StageCall("filter", ["pixelWidth": 2, "sortedBy": "-creationDate"])],
      [StageCall("dedupe", ["by": "sha1"])], [StageCall("load", ["data": "size"])],
    ])
    func noFileOfTheOthersIsOpened(_ stages: [StageCall]) throws {
      let others = try folder.makeFolder("Secret")
      let watches = [folder.path, folder.path("Trips"), folder.path("Trips/Rome"), others]
        .map { OpenWatch($0) }
      _ = try LibraryView(folder.path, limitedTo: chosen).trace([StageCall("source")] + stages)
      let opened = watches.map { Set($0.names) }
      #expect(opened[0].isSubset(of: ["IMG_1.heic", "a.png", "broken.jpg"]))
      #expect(opened[0].contains("a.png"))
      #expect(opened[1].isSubset(of: ["b.png", "twin.png"]))
      #expect(opened[2].isSubset(of: ["c.png"]))
      #expect(opened[3].isEmpty)
      // Whoever may see them opens them.
      _ = try LibraryView(folder.path).trace([StageCall("source")] + stages)
      #expect(!watches[3].names.isEmpty)
    }
  #endif

  @Test func theMovieOfAChosenLivePhotoIsPartOfIt() throws {
    let identifier = "0B6A2F5C-1111-4A4A-9F9F-000000000001"
    let movie = QuickTimeMovie(width: 4, height: 4) {
      $0.duration = 2
      $0.setApple(contentIdentifier: identifier, creationDate: "2024-01-01T12:00:00+0000")
    }
    try folder.write(movie, to: "IMG_1.mov")
    try folder.write(movie, to: "OTHER.mov")
    var scenario = Scenario([StageCall("source")], library: folder.path)
    scenario.access = .limited(folder.path, to: ["IMG_1.heic"])
    let records = try scenario.run().records
    #expect(records.count == 1)
    #expect(records[0]["livePhotoVideoPath"] as? String == folder.path("IMG_1.mov"))
  }

  @Test func whatIsFetchedAgainIsLimitedToo() throws {
    var context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [folder.path],
      ledgerPath: nil)
    context.permission.access = .limited(folder.path, to: ["Trips/b.png"])
    let library = FetchLibrary(path: folder.path, in: context)
    for _ in 0..<2 { #expect(try library.fetchAssets(AssetFetch()).count == 1) }
    #expect(throws: LibraryProblem.self) { try library.fetchAssets(AssetFetch(album: "Secret")) }
  }

  @Test func anEmptyChoiceIsAnEmptyLibrary() throws {
    var scenario = Scenario([StageCall("source")], library: folder.path)
    scenario.access = .limited(folder.path, to: [])
    #expect(try scenario.run().report.read == 0)
  }

  @Test func aLibraryOfTheRulesOwnNeedsAPermission() throws {
    let stages = [StageCall("source", ["library": .text(folder.path)])]
    #expect(throws: LibraryProblem.self) { try Scenario(stages).run() }
    #expect(throws: LibraryProblem.self) { try Scenario(stages, library: "/elsewhere").run() }
    for status in [AuthorizationStatus.denied, .notDetermined] {
      var scenario = Scenario(stages)
      scenario.access.add(
        folder.path, .library(folder.path), Permission(status), isNamed: false)
      #expect(throws: LibraryProblem.self) { try scenario.run() }
    }
    var scenario = Scenario(stages)
    scenario.access.add(
      folder.path, .library(folder.path), Permission(.authorized), isNamed: false)
    #expect(try scenario.run().report.read > chosen.count)
  }
}
