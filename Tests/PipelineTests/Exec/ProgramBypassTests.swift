import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// Records that a program must not get go past it.
@Suite(.timeLimit(.minutes(5))) struct ProgramBypassTests {
  init() {
    // As the tool does: a program that has read enough is no reason to end.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Every record says that it was offered elsewhere; every third was taken.
  private static func record(_ number: Int) -> String {
    let outcome = number % 3 == 0 ? "accepted" : "dismissed"
    return #"{"v":1,"kind":"asset","localIdentifier":"\#(number)","mediaType":"image","#
      + #""prompt":{"rule":"other","outcome":"\#(outcome)"}}"#
  }

  private func scenario(_ scripts: String..., records: Int) -> Scenario {
    var scenario = Scenario(
      [StageCall("source", ["stdin": true])]
        + scripts.map { StageCall("exec", .list(["sh", "-c", .text($0)])) },
      input: (0..<records).map { Self.record($0) + "\n" }.joined())
    scenario.capabilities = [.exec, .write]
    return scenario
  }

  private static let marking = "sed 's/^{/{\"marked\":true,/'"

  @Test func whatWasRefusedGoesPastProgramsInItsOrder() throws {
    let count = 30_000
    let outcome = try scenario(Self.marking, "cat", records: count).run()
    let names = try outcome.names.compactMap { Int($0) }
    #expect(names.sorted() == Array(0..<count))
    let marked = zip(names, outcome.lines).filter { $1.contains("\"marked\":true") }.map(\.0)
    #expect(marked == Array(stride(from: 0, to: count, by: 3)))
    #expect(names.filter { $0 % 3 != 0 } == (0..<count).filter { $0 % 3 != 0 })
    let tallies = outcome.report.steps.filter { $0.name == "exec" }.map(\.tally)
    #expect(tallies.map(\.entered) == [count, count] && tallies.map(\.passed) == [count, count])
    #expect(outcome.report.emitted == count && outcome.report.failureCount == 0)
  }

  /// A program that has written half a line holds up no asset that bypasses it.
  @Test func aProgramInTheMidstOfALineHoldsNobodyUp() throws {
    let outcome = try scenario(
      "printf '{\"v\":1,\"kind\":\"asset\",'; cat > /dev/null; echo '\"localIdentifier\":\"last\"}'",
      records: 30_000
    ).run()
    #expect(outcome.lines.count == 20_001)
    #expect(try outcome.names.contains("last"))
  }

  @Test func aProgramThatHasReadEnoughEndsTheSource() throws {
    let outcome = try scenario("head -1", records: 100_000).run()
    #expect(outcome.lines.count { $0.contains("accepted") } == 1)
    #expect(outcome.report.read < 100_000)
  }

  @Test func whenNothingMoreIsWantedAllEnd() throws {
    var scenario = scenario("cat", records: 100_000)
    scenario.stages.append(StageCall("filter", ["limit": 7]))
    #expect(try scenario.run().lines.count == 7)
  }

  @Test func aProgramForWhichNothingIsTakenIsNotStarted() throws {
    let folder = try TemporaryDirectory()
    func run(_ notify: ArgumentValue, _ notifier: (any Notifier)?) throws -> Scenario.Outcome {
      var scenario = scenario("touch '\(folder.path("made"))'; cat", records: 5)
      scenario.stages.insert(StageCall("notify", notify), at: 1)
      scenario.notifier = notifier
      return try scenario.run()
    }
    let isMade = { FileManager.default.fileExists(atPath: folder.path("made")) }
    #expect(try run([:], nil).lines.count == 5)
    let refused = try run(["keep": "all"], RecordedNotifier([]))
    #expect(refused.lines.count == 5 && refused.report.isFruitless)
    #expect(try run([:], RecordedNotifier([])).lines.isEmpty)
    #expect(!isMade())
    let taken = try run(["keep": "all"], RecordedNotifier([.dismissed, .accepted]))
    #expect(taken.lines.count == 5 && isMade())
    #expect(taken.report.programProblems == [])
  }

  @Test func aProgramThatCanNotBeStartedIsReportedBeforeTheQuestion() throws {
    let folder = try TemporaryDirectory()
    let tool = try folder.write("#!/nowhere\n", to: "tool")
    var scenario = Scenario(
      [
        StageCall("source", ["stdin": true]), StageCall("notify"),
        StageCall("exec", .list([.text(tool)])),
      ], input: Self.record(0) + "\n")
    scenario.capabilities = [.exec]
    let notifier = RecordedNotifier([.accepted])
    scenario.notifier = notifier
    #expect(throws: RunProblem.self) { try scenario.run() }
    #expect(notifier.questions.isEmpty)
  }

  @Test func allOfItIsUnattendedWhereTheRuleSaysSo() throws {
    var scenario = scenario(Self.marking, records: 5)
    scenario.stages.insert(StageCall("notify", ["unattended": true]), at: 1)
    let outcome = try scenario.run()
    #expect(outcome.lines.count { $0.contains("\"marked\":true") } == 5)
    #expect(outcome.lines.allSatisfy { $0.contains("delivered") })
  }
}
