import Foundation
import LuaBridge
import Pipeline
import ProgramSupport
import Samples
import TestSupport
import Testing

@testable import Engine

/// Shards give the bytes that one run gives, however a library is cut and in whatever order shards are
/// done.
@Suite struct ShardEqualityTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let names = ["IMG_", "Screenshot from 2015-09-27 21-29-", "b", "caf\u{E9}", "cafe\u{301}"]
    for number in 0..<60 {
      let place = ["", "trip/", "trip/day/", ".hidden/", "other/"][number % 5]
      let name = names[number % 7 % 5]
      try folder.write(
        JPEGPicture(width: 16 + number % 9 * 5, height: 8, seed: UInt64(number % 40)) {
          $0.exif = EXIFBlock {
            $0.make = "Maker"
            $0.model = "Maker \(number % 3)"
            if number % 4 > 0 {
              $0.dateTimeOriginal = "2019:05:0\(1 + number % 5) 10:00:0\(number % 7)"
            }
          }
        },
        to: "library/\(place)\(name)\(number).jpg")
    }
    try folder.write("no picture", to: "library/notes.txt")
    try folder.write("no picture", to: "library/broken.jpg")
    try folder.write(PNGPicture(width: 4, height: 4), to: "library/trip/tiny.PNG")
  }

  private func context() -> RunContext {
    RunContext(
      components: .builtin, now: Instant("2019-06-01T00:00:00Z")!, ruleName: "random",
      libraries: [folder.path("library")], ledgerPath: "/nonexistent/ledger", input: InputOptions())
  }

  private func written(_ body: (Int32) throws -> Void) throws -> [UInt8] {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    try body(fileno(file))
    lseek(fileno(file), 0, SEEK_SET)
    return try ShardText.bytes(of: fileno(file))
  }

  private func planned(_ text: String) throws -> (plan: PipelinePlan, rule: LoadedRule) {
    let loader = RuleLoader(words: RuleVocabulary(.builtin), printer: RulePrinter { _ in })
    let now = context().request.now
    let rule = try loader.load(RuleFile(path: "a.lua", source: text), now: now)
    let builder = PlanBuilder(components: .builtin, rulePath: "a.lua", now: now)
    return (try builder.plan(rule.stages, sources: rule.sources), rule)
  }

  /// Returns the library, and the places of all assets in it.
  private func places() throws -> (library: LibraryPlace, assets: [ShardPlace]) {
    let library = try #require(try context().places(named: context().request.libraries).first)
    var places: [ShardPlace] = []
    try context().places(of: library) { places.append($0) }
    return (library, places)
  }

  /// Returns the merged output of shards of the library, cut at these places.
  private func merged(
    _ plan: PipelinePlan, _ rule: LoadedRule, at cuts: [Int],
    _ generator: inout SeededGenerator
  ) throws -> [UInt8] {
    let cut = try plan.cut()
    let (place, places) = try places()
    let ends = (cuts.map { min($0, places.count) } + [places.count]).sorted()
    let shards = zip([0] + ends, ends).map { Array(places[$0..<$1]) }
    // In any order, as on several machines.
    var results: [Int: ShardResult] = [:]
    for number in shards.indices.shuffled(using: &generator) {
      let bytes = try written { descriptor in
        _ = try ShardRun(plan, cut, of: shards[number], in: context(), functions: rule).run(
          on: place, to: descriptor, lanes: 1 + number % 2)
      }
      results[number] = try ShardResult(bytes)
    }
    var rest: [ShardPlace] = []
    let bytes = try written { descriptor in
      var merge = ShardMerge(cut, in: context(), to: descriptor)
      for number in shards.indices { try merge.add(try #require(results[number])) }
      _ = try merge.finish()
      let unclear = merge.unclear
      if !unclear.isEmpty {
        let hashed = try written { descriptor in
          _ = try ShardRun(plan, cut, of: unclear, in: context(), functions: rule).run(
            .contents, on: place, to: descriptor, lanes: 2)
        }
        merge.learn(contents: [try ShardResult(hashed)])
      }
      rest = merge.places
    }
    guard case .again = cut.merge else { return bytes }
    return try written { descriptor in
      var own = context()
      own.looksOnly(at: rest, of: place)
      _ = try PipelineRun(
        plan, in: own, functions: rule, outputDescriptor: descriptor, lanes: 2
      ).run()
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
  }

  @Test(arguments: 0..<20)
  func randomRulesGiveTheSameBytes(_ group: Int) throws {
    var generator = SeededGenerator(seed: UInt64(group) &+ 71)
    for number in 0..<10 {
      let text = RandomRule(seed: UInt64(group * 10 + number)).text
      let (plan, rule) = try planned(text)
      let whole = try written { descriptor in
        _ = try PipelineRun(
          plan, in: context(), functions: rule, outputDescriptor: descriptor, lanes: 2
        ).run()
      }
      // One shard, two, one that is empty, seven; and, which takes longer than all these, one for each
      // asset or so.
      let some = (0..<6).map { _ in Int.random(in: 0...63, using: &generator) }
      var ways: [[Int]] = [[], [some[0]], [0, 20, 20], some]
      if number == 0 || Effort.isFull { ways.append(Array(1..<99)) }
      for cuts in ways {
        let bytes = try merged(plan, rule, at: cuts, &generator)
        let (lines, expected) = (Self.lines(bytes), Self.lines(whole))
        #expect(lines == expected, "\(text), cut at \(cuts)")
      }
    }
  }

  @Test func aResultThatIsCutOffOrChangedIsRefused() throws {
    let (plan, rule) = try planned("return pipeline { source {} }")
    let (place, places) = try places()
    let whole = try written { descriptor in
      _ = try ShardRun(plan, try plan.cut(), of: places, in: context(), functions: rule).run(
        on: place, to: descriptor, lanes: 1)
    }
    #expect(try ShardResult(whole).read == places.count)
    for length in stride(from: 0, to: whole.count, by: 997) {
      #expect(throws: ShardProblem.self) { try ShardResult(Array(whole[..<length])) }
    }
    for place in stride(from: 0, to: whole.count, by: 1009) {
      var other = whole
      other[place] ^= 1
      #expect(throws: ShardProblem.self) { try ShardResult(other) }
    }
  }

  @Test func aResultOfAnotherPartIsRefused() throws {
    let (plan, rule) = try planned("return pipeline { source {} }")
    let (place, places) = try places()
    let middle = places.count / 2
    let result = try ShardResult(
      try written { descriptor in
        _ = try ShardRun(
          plan, try plan.cut(), of: Array(places[..<middle]), in: context(), functions: rule
        ).run(on: place, to: descriptor, lanes: 1)
      })
    try result.check(isOf: middle, at: 0...(middle - 1))
    try result.check(isOf: middle, at: nil)
    #expect(throws: ShardProblem.self) { try result.check(isOf: middle + 1, at: 0...middle) }
    #expect(throws: ShardProblem.self) { try result.check(isOf: middle - 1, at: nil) }
    #expect(throws: ShardProblem.self) {
      try result.check(isOf: middle, at: middle...(2 * middle - 1))
    }
  }

  @Test func aFileThatIsGoneIsAFailureOfItsShard() throws {
    let (plan, rule) = try planned("return pipeline { source {} }")
    let (place, _) = try places()
    let names = ["trip/tiny.PNG", "trip/gone.jpg", "away/gone.jpg", ".hidden/b8.jpg"]
    let places = names.enumerated().map {
      ShardPlace(ordinal: $0, identifier: OwnedBytes(Array($1.utf8)))
    }
    let result = try ShardResult(
      try written { descriptor in
        _ = try ShardRun(plan, try plan.cut(), of: places, in: context(), functions: rule).run(
          on: place, to: descriptor, lanes: 1)
      })
    #expect(result.failures.map(\.asset) == ["trip/gone.jpg", "away/gone.jpg"])
    #expect(result.failed == 2)
  }

  @Test(arguments: [
    ("source { albums = { \"albumRegular\" } }", "lists albums"),
    ("source { stdin = true }", "only a library has shards"),
    ("source { library = \"/x\" }", "names the library itself"),
    ("source {}, observe {}", "observe compares"),
  ])
  func aRuleThatCannotBeCutSaysWhy(_ stages: String, _ reason: String) throws {
    let (plan, _) = try planned("return pipeline { \(stages) }")
    do throws(ShardProblem) {
      _ = try plan.cut()
      Issue.record("it was cut")
    } catch {
      #expect(error.description.contains(reason))
    }
  }
}
