import AssetSupport
import Engine
import Foundation
import Pictures
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The stage `import` in dry runs, which tell where everything would go.
@Suite struct LibraryImportTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for (number, name) in ["a", "b", "c"].enumerated() {
      try write("card/\(name).jpg", seed: UInt64(number))
    }
  }

  /// Writes a file of 20,000 bytes that are no picture's.
  private func write(_ path: String, seed: UInt64, changing place: Int? = nil) throws {
    var state = seed
    var bytes = (0..<20_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    if let place { bytes[place] ^= 1 }
    try folder.write(bytes, to: path)
  }

  private func options(_ more: [(String, ArgumentValue)] = []) -> ArgumentValue {
    let all: [(String, ArgumentValue)] =
      [("to", .text(folder.path("home/{filename}"))), ("all", true)] + more
    return .table(all.map { ArgumentMember($0.0, $0.1) })
  }

  private func scenario(_ options: ArgumentValue) -> Scenario {
    var scenario = Scenario(
      [StageCall("source", [:]), StageCall("import", options)], library: folder.path("card"))
    scenario.isDryRun = true
    return scenario
  }

  private func problems(_ options: ArgumentValue) -> [String] {
    Scenario([StageCall("source", [:]), StageCall("import", options)]).problems
  }

  @Test(arguments: [1, 4]) func onlyTheBytesCount(lanes: Int) throws {
    try write("home/2015/other name.png", seed: 0)
    try write("home/b.jpg", seed: 1, changing: 10_000)
    try write("card/d.jpg", seed: 2)
    var scenario = scenario(options())
    scenario.lanes = lanes
    let outcome = try scenario.run()
    #expect(outcome.reasons == [])
    #expect(
      try outcome.texts("importStatus") == ["alreadyThere", "imported", "imported", "repeated"])
    let others = try outcome.texts("duplicateOfPath")
    #expect(others[0] == folder.path("home/2015/other name.png"))
    #expect(others[3] == folder.path("home/c.jpg"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("home/c.jpg")))
  }

  @Test func withoutAllOnlyTheNewOnesPass() throws {
    try write("home/x.jpg", seed: 0)
    var scenario = scenario(["to": .text(folder.path("home/"))])
    #expect(try scenario.run().names == ["b.jpg", "c.jpg"])
    scenario.stages.append(StageCall("filter", ["limit": 1]))
    #expect(try scenario.run().names == ["b.jpg"])
  }

  @Test func anEmptyFileFails() throws {
    try folder.write([UInt8](), to: "card/empty.jpg")
    try folder.write([UInt8](), to: "home/empty.jpg")
    let outcome = try scenario(options()).run()
    #expect(outcome.reasons == ["the file is empty"])
    #expect(try outcome.texts("importStatus") == ["imported", "imported", "imported"])
  }

  @Test func aRelativePlaceNeedsALibrary() throws {
    let problem = try #require(throws: OutputProblem.self) {
      try scenario(["to": "{filename}"]).run()
    }
    #expect("\(problem)".contains("there is no library to import to"))
  }

  @Test func aSourceInsideOfThePlaceIsRefused() throws {
    let problem = try #require(throws: OutputProblem.self) {
      try scenario(["to": .text(folder.path("{filename}"))]).run()
    }
    #expect("\(problem)".contains("organise sorts what is there"))
  }

  @Test func alwaysNeedsAPermission() throws {
    for place in ["a/", "/srv/a/", "~/{filename}"] {
      let plan = try Scenario([StageCall("source", [:]), StageCall("import", ["to": .text(place)])])
        .plan()
      #expect(plan.needs.map(\.capability) == [.write])
      #expect(plan.steps.map(\.name) == ["compare", "import"])
    }
  }

  /// A move can't be repeated, and takes files away from where they are.
  @Test func offersAreRepeatedUnlessFilesAreMoved() throws {
    func plan(_ moves: Bool) throws -> PipelinePlan {
      let options: ArgumentValue = ["to": "a/", "memory": "import", "move": .flag(moves)]
      return try Scenario([StageCall("source", [:]), StageCall("import", options)]).plan()
    }
    #expect(try plan(false).repeatsOffers(hasOutput: false) && !plan(false).movesFiles)
    #expect(try !plan(true).repeatsOffers(hasOutput: false) && plan(true).movesFiles)
  }

  @Test func mistakesAreNamed() {
    #expect(problems([:]).first?.contains("import names the place where files go") == true)
    #expect(problems(["to": "{year}/"]).first?.contains("no field called \"year\"") == true)
    #expect(problems(["to": "a/", "videosTo": "../b/"]).first?.contains("videosTo") == true)
    #expect(problems(["to": "a/", "memory": "my pictures"]).count == 1)
    #expect(problems(["to": "a/", "backup": "b"]).first?.contains("backup") == true)
  }
}
