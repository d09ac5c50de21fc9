import AssetSupport
import Engine
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct AssetFilterTests {
  private let lines = """
    {"mediaType":"image","localIdentifier":"a","pixelWidth":3,"filename":"x"}
    {"mediaType":"video","localIdentifier":"b","pixelWidth":1}
    {"mediaType":"image","localIdentifier":"c","filename":"y"}
    {"mediaType":"image","localIdentifier":"d","pixelWidth":2}
    {"mediaType":"image","localIdentifier":"e","pixelWidth":3,"filename":"a"}
    """

  private func names(
    _ filters: ArgumentValue..., functions: (any RuleFunctions)? = nil
  ) throws -> String {
    let stages = [StageCall("source", ["stdin": true])] + filters.map { StageCall("filter", $0) }
    var scenario = Scenario(stages, input: lines)
    scenario.functions = functions
    return try scenario.run().names.joined()
  }

  @Test func keepsWhatPassesAllTests() throws {
    #expect(try names(["mediaType": "image"]) == "acde")
    #expect(try names(["mediaType": "image", "pixelWidth": 3]) == "ae")
    #expect(try names(["any": [["pixelWidth": 1], ["filename": "y"]]]) == "bc")
    #expect(try names(["none": [["pixelWidth": 3]]]) == "bcd")
    #expect(try names([:]) == "abcde")
  }

  @Test func ordersWithTheUnknownLast() throws {
    #expect(try names(["sortedBy": "pixelWidth"]) == "bdaec")
    #expect(try names(["sortedBy": "-pixelWidth"]) == "aedbc")
    #expect(try names(["sortedBy": ["-pixelWidth", "filename"]]) == "eadbc")
    #expect(try names(["sortedBy": ["mediaType", "-localIdentifier"]]) == "edcab")
  }

  @Test func limitsAndPages() throws {
    #expect(try names(["limit": 2]) == "ab")
    #expect(try names(["offset": 3]) == "de")
    #expect(try names(["limit": 2, "offset": 1]) == "bc")
    #expect(try names(["limit": 0]) == "")
    #expect(try names(["offset": 9]) == "")
    #expect(try names(["sortedBy": "pixelWidth", "limit": 2, "offset": 1]) == "da")
    #expect(try names(["limit": 3], ["mediaType": "image"]) == "ac")
    #expect(try names(["mediaType": "image"], ["limit": 3]) == "acd")
  }

  @Test(arguments: [0, 1, 5] as [Int64])
  func aLimitMayBeAsLargeAsANumber(_ offset: Int64) throws {
    let all = "bdaec".dropFirst(Int(offset))
    #expect(
      try names([
        "sortedBy": "pixelWidth", "limit": .integer(.max), "offset": .integer(offset),
      ]) == all)
  }

  @Test func keepsTheFirstOfMany() throws {
    var generator = SeededGenerator(seed: 101)
    let widths = (0..<5000).map { _ in Int.random(in: 0..<1_000_000, using: &generator) }
    let input = widths.map { "{\"mediaType\":\"image\",\"pixelWidth\":\($0)}" }
    let outcome = try Scenario(
      [
        StageCall("source", ["stdin": true]),
        StageCall("filter", ["sortedBy": "pixelWidth", "limit": 100]),
      ], input: input.joined(separator: "\n")
    ).run()
    #expect(
      try outcome.records.map { $0["pixelWidth"] as? Int } == widths.sorted().prefix(100).map { $0 }
    )
  }

  /// Lanes leave out what comes behind the first of those that others saw.
  @Test(arguments: [
    "pixelWidth", "-pixelWidth", "filename", "-filename", "isFavorite", "-duration",
  ])
  func theFirstAreThoseOfTheWholeOrder(_ key: String) throws {
    var generator = SeededGenerator(seed: 102)
    let input = (0..<6000).map { _ in
      let width = Int.random(in: 0..<100_000, using: &generator)
      var members = ["\"mediaType\":\"image\"", "\"isFavorite\":\(width % 3 == 0)"]
      if width % 7 > 0 { members.append("\"pixelWidth\":\(width)") }
      if width % 5 > 0 { members.append("\"filename\":\"picture \(width / 3).jpg\"") }
      if width % 11 == 0 { members.append("\"duration\":\(width).5") }
      return "{\(members.joined(separator: ","))}"
    }
    func run(_ options: ArgumentValue, lanes: Int) throws -> Scenario.Outcome {
      var scenario = Scenario(
        [StageCall("source", ["stdin": true]), StageCall("filter", options)],
        input: input.joined(separator: "\n"))
      scenario.lanes = lanes
      return try scenario.run()
    }
    let whole = try run(["sortedBy": .text(key)], lanes: 1).lines
    for lanes in [1, 3] {
      let first = try run(["sortedBy": .text(key), "limit": 50], lanes: lanes)
      #expect(first.lines == Array(whole.prefix(50)))
      let tally = first.report.steps.first { $0.name == "sort" }?.tally
      #expect(tally?.entered == 6000)
      #expect(tally?.passed == 50)
    }
  }

  @Test func functionsDecide() throws {
    let functions = CountingFunctions { $0.integer(.pixelWidth) == 3 }
    #expect(try names(CountingFunctions.reference, functions: functions) == "ae")
  }

  @Test func anAssetThatAFunctionFailsIsReported() throws {
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("filter", CountingFunctions.reference)],
      input: lines)
    scenario.functions = CountingFunctions { asset -> Bool in
      if asset.string(of: .localIdentifier) == "b" { asset.fail(stage: "filter", "rule.lua:3: no") }
      return true
    }
    let outcome = try scenario.run()
    #expect(try outcome.names.joined() == "acde")
    #expect(outcome.reasons == ["rule.lua:3: no"])
  }

  @Test func aDamagedFileIsSortedLast() throws {
    let folder = try TemporaryDirectory()
    try folder.write([], to: "a.jpg")
    try folder.write(PNGPicture(width: 2, height: 2), to: "b.png")
    let outcome = try Scenario(
      [StageCall("source"), StageCall("filter", ["sortedBy": "-pixelWidth"])],
      library: folder.path
    ).run()
    #expect(try outcome.names == ["b.png", "a.jpg"])
    #expect(outcome.reasons == [])
    for step in outcome.report.steps {
      #expect(step.tally.entered == step.tally.passed + step.tally.dropped + step.tally.failed)
      #expect(step.tally.dropped == 0)
    }
  }

  @Test func anUnknownFieldToSortByIsReported() {
    let found = CompiledFilter(["sortedBy": ["-creationDat"]])
    #expect(found.messages == ["no field called \"creationDat\" to sort by"])
    #expect(found.problems.first?.suggestion == "creationDate")
  }
}
