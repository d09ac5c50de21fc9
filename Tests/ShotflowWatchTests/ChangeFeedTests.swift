import Foundation
import PhotosSamples
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Lists of changes from the built tool: kills lose nothing and repeat nothing.
@Suite struct ChangeFeedTests {
  private static var roundCount: Int {
    ProcessInfo.processInfo.environment["SHOTFLOW_LONG_TESTS"] == nil ? 40 : 400
  }

  private func arguments(_ world: ProgramWorld, _ token: String) -> [String] {
    [
      "run", ProgramWorld.changesRule, "--library", world.library, "--order", "filename", "--since",
      token,
    ]
  }

  @Test func killsLoseNothingAndRepeatNothing() async throws {
    let world = try ProgramWorld()
    var generator = SeededGenerator(seed: 1001)
    var consumer = ChangeConsumer()
    var expected: [String: Int] = [:]
    var files: Set<String> = []
    var usual = Duration.milliseconds(60)
    var killed = 0
    let clock = ContinuousClock()
    for round in 0..<Self.roundCount {
      // A change that is reported once, however often a consumer asks until it listens to the end.
      if round % 3 == 2, let name = files.sorted().randomElement(using: &generator) {
        try FileManager.default.removeItem(atPath: world.path("pictures/\(name)"))
        files.remove(name)
        expected["- \(name)", default: 0] += 1
      } else {
        let name = "\(generator.uuid()).png"
        try world.picture(name, seed: UInt64(round))
        files.insert(name)
        expected["+ \(name)", default: 0] += 1
      }
      while true {
        let program = try world.program(arguments(world, consumer.token)).start()
        let start = clock.now
        let isKilled = generator.chance(0.6)
        if isKilled {
          try await Task.sleep(for: usual * Double.random(in: 0...1.1, using: &generator))
          program.signal(SIGKILL)
        }
        let result = await program.result()
        if case .killed = result.status { killed += 1 } else { usual = clock.now - start }
        // The consumer itself may be killed before it has kept the token.
        if generator.chance(0.2) { continue }
        if try consumer.take(result.output) { break }
      }
      #expect(consumer.list == files.sorted(), "round \(round)")
    }
    #expect(consumer.news == expected)
    print("\(killed) runs were killed")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: world.path("state/shotflow/changes"))
    #expect(names.contains { $0.hasPrefix(consumer.token.prefix(32)) })
  }

  @Test func severalConsumersHaveTokensOfTheirOwn() async throws {
    let world = try ProgramWorld()
    var consumers = Array(repeating: ChangeConsumer(), count: 3)
    for round in 0..<6 {
      try world.picture("\(round).png", seed: UInt64(round))
      let asking = consumers.indices.filter { round % ($0 + 1) == 0 || round == 5 }
      let programs = try asking.map {
        try world.program(arguments(world, consumers[$0].token)).start()
      }
      for (index, program) in zip(asking, programs) {
        let result = await program.result()
        #expect(result.status == .exited(0) && result.errorText == "")
        #expect(try consumers[index].take(result.output))
        #expect(consumers[index].list == (0...round).map { "\($0).png" })
      }
    }
    #expect(consumers.allSatisfy { $0.news.values.allSatisfy { $0 == 1 } })
  }

  @Test func anInvalidTokenIsReportedAndEverythingListed() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    for token in ["x", String(repeating: "0", count: 36), "-1"] {
      let result = try await world.program(arguments(world, token)).result()
      #expect(result.status == .exited(0))
      #expect(result.errorLines.count == 1 && result.errorText.contains("everything is listed"))
      let lines: [ChangeLine] = try result.decodedLines()
      #expect(lines.map(\.kind) == ["change", "token"])
      #expect(lines.allSatisfy { $0.hasIncrementalChanges == false })
    }
  }

  @Test func withoutAPlaceForThemThereAreNoTokens() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    try world.directory.write("in the way", to: "state/shotflow/changes")
    let result = try await world.program(arguments(world, "")).result()
    #expect(result.status == .exited(73))
    #expect(result.errorText.contains("there is no token"))
    #expect(!result.text.contains("\"token\""))
  }

  @Test func explainTellsWhatIsObserved() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    let first = try await world.program(arguments(world, "")).result()
    let lines: [ChangeLine] = try first.decodedLines()
    let token = try #require(lines.last?.token)
    let explained = try await world.program(["explain"] + arguments(world, token).dropFirst())
      .result()
    #expect(explained.status == .exited(0))
    #expect(explained.text.contains("observe  in order"))
    #expect(explained.text.contains("changes since \(token)"))
  }

  @Test func aReaderThatGoesAwayGetsNoToken() async throws {
    let world = try ProgramWorld()
    for number in 0..<400 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = ProgramWorld.changesRule
    let result = try await world.shell(
      "\"$shotflow\" run \(rule) --library pictures | head -n 1"
    ).result()
    #expect(result.status == .exited(0) && result.errorText == "")
  }

  @Test func changesOfAPhotosLibraryFeedAnotherRule() async throws {
    let world = try ProgramWorld()
    let library = world.path("Test.photoslibrary")
    try PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 300)).write(to: library)
    let rule = try world.inputRule("filter { mediaType = \"image\" }", named: "b.lua")
    let result = try await world.run(
      "run", ProgramWorld.changesRule, "--library", library)
    #expect(result.status == .exited(0))
    let assets = try result.text.split(separator: "\n").compactMap { line -> String? in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let asset = record?["asset"] else { return nil }
      return String(
        decoding: try JSONSerialization.data(withJSONObject: asset), as: UTF8.self)
    }
    #expect(assets.count == 300)
    let images = try await world.run("run", rule, input: assets.joined(separator: "\n") + "\n")
    #expect(images.status == .exited(0))
    #expect(try !images.records().isEmpty)
  }
}
