import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// Runs that programs cut.
@Suite(.timeLimit(.minutes(5))) struct ProgramChainTests {
  init() {
    // As the tool does: a program that has read enough is no reason to end.
    signal(SIGPIPE, SIG_IGN)
  }

  private static func record(_ number: Int) -> String {
    #"{"v":1,"kind":"asset","localIdentifier":"\#(number)","pixelWidth":\#(number),"#
      + #""note":"something that the tool itself does not know"}"#
  }

  private static func records(_ count: Int) -> String {
    (0..<count).map { record($0) + "\n" }.joined()
  }

  private func scenario(_ words: [String]..., records: Int, behind: [StageCall] = []) -> Scenario {
    let calls = words.map { StageCall("exec", .list($0.map(ArgumentValue.text))) }
    var scenario = Scenario(
      [StageCall("source", ["stdin": true])] + calls + behind, input: Self.records(records))
    scenario.capabilities = [.exec]
    return scenario
  }

  private func run(
    _ words: String..., records: Int, behind: [StageCall] = []
  ) throws -> Scenario.Outcome {
    try scenario(words, records: records, behind: behind).run()
  }

  private func shell(
    _ script: String, records: Int, behind: [StageCall] = []
  ) throws -> Scenario.Outcome {
    try scenario(["sh", "-c", script], records: records, behind: behind).run()
  }

  @Test func whatAProgramWritesGoesOnInOrder() throws {
    let outcome = try run("cat", records: 30_000)
    #expect(outcome.lines.count == 30_000)
    #expect(outcome.lines == (0..<30_000).map(Self.record))
    #expect(outcome.report.read == 30_000)
    #expect(outcome.report.emitted == 30_000)
    #expect(outcome.report.programProblems == [])
    #expect(outcome.report.failureCount == 0)
  }

  @Test func stagesStandBeforeBetweenAndBehindPrograms() throws {
    var scenario = scenario(
      ["cat"], records: 2000,
      behind: [
        StageCall("filter", ["sortedBy": "-pixelWidth"]),
        StageCall("exec", .list(["sed", "-n", "1,20p"])),
        StageCall("filter", ["offset": 5, "limit": 10]),
      ])
    scenario.stages.insert(
      StageCall("filter", ["pixelWidth": .calling("at_most", 1000)]), at: 1)
    let outcome = try scenario.run()
    #expect(try outcome.names == (986...995).reversed().map { "\($0)" })
    #expect(outcome.report.read == 2000)
    #expect(outcome.report.emitted == 10)
    let steps = outcome.report.steps.filter { $0.name == "exec" }
    #expect(steps.map(\.tally.entered) == [1001, 1001])
    #expect(steps.map(\.tally.passed) == [1001, 20])
  }

  @Test func aProgramMayReadAllBeforeItWrites() throws {
    let outcome = try run("tac", records: 30_000)
    #expect(outcome.lines.first == Self.record(29_999))
    #expect(outcome.lines.count == 30_000)
  }

  @Test func aProgramMayWriteMuchBeforeItReads() throws {
    let outcome = try shell(
      "yes '\(Self.record(7))' | head -30000; cat > /dev/null", records: 30_000)
    #expect(outcome.lines.count == 30_000)
    #expect(outcome.lines.allSatisfy { $0 == Self.record(7) })
  }

  @Test func aProgramThatHasReadEnoughEndsTheSourceQuietly() throws {
    let outcome = try run("head", "-1", records: 100_000)
    #expect(outcome.lines == [Self.record(0)])
    #expect(outcome.report.programProblems == [])
    #expect(outcome.report.failureCount == 0)
    #expect(outcome.report.read < 100_000)
  }

  @Test func aProgramThatNobodyReadsIsEnded() throws {
    let outcome = try shell(
      "yes '\(Self.record(7))'", records: 1, behind: [StageCall("filter", ["limit": 3])])
    #expect(outcome.lines.count == 3)
    #expect(outcome.report.programProblems == [])
  }

  @Test func aStatusOtherThanZeroIsReported() throws {
    let outcome = try shell("cat; exit 5", records: 10)
    #expect(outcome.lines.count == 10)
    #expect(outcome.report.programProblems == ["exec \"sh\" ended with status 5"])
  }

  @Test func aSignalIsReported() throws {
    let outcome = try shell("cat; kill -9 $$", records: 10)
    #expect(outcome.lines.count == 10)
    #expect(
      outcome.report.programProblems == ["exec \"sh\" was ended by signal 9 (SIGKILL)"])
  }

  @Test func aBadLineIsOneFailure() throws {
    let outcome = try shell("echo hello; cat; echo '{\"v\":'", records: 10)
    #expect(outcome.lines.count == 10)
    #expect(
      outcome.report.failures.map(\.asset) == ["exec \"sh\", line 1", "exec \"sh\", line 12"])
    #expect(outcome.reasons.allSatisfy { $0.hasPrefix("is no record: ") })
    #expect(outcome.report.programProblems == [])
  }

  @Test func aLineWithoutEndEndsTheRun() throws {
    #expect(throws: RunProblem.programFailed("exec \"sh\": a line is longer than 16 MiB")) {
      _ = try shell("cat /dev/zero", records: 10)
    }
  }

  @Test func aProgramsMessagesArePassedOnAndBounded() throws {
    let said = Said()
    var scenario = scenario(
      ["sh", "-c", "echo one >&2; printf two >&2; cat"], records: 1)
    scenario.notices = RunNotices { said.add($0) }
    _ = try scenario.run()
    #expect(said.lines == ["one", "two"])

    let much = Said()
    scenario.stages[1] = StageCall("exec", .list(["sh", "-c", "yes | head -100000 >&2; cat"]))
    scenario.notices = RunNotices { much.add($0) }
    #expect(try scenario.run().lines.count == 1)
    #expect(much.lines.count == 32 * 1024 + 1)
    #expect(much.lines.last == "exec \"sh\" said too much; the rest is left out")
  }

  @Test func interruptingEndsAProgramThatDoesNothing() throws {
    var scenario = scenario(
      ["sh", "-c", "echo ready >&2; exec sleep 1000"], records: 30_000)
    let cancellation = scenario.cancellation
    scenario.notices = RunNotices { _ in cancellation.cancel() }
    #expect(throws: RunProblem.cancelled) { _ = try scenario.run() }
  }

  @Test func whatAProgramLeavesBehindEndsWithIt() throws {
    let seconds = "\(getpid())\(UInt16.random(in: 10000...65535))"
    let scenario = scenario(["sh", "-c", "setsid sleep \(seconds) & cat"], records: 1)
    #expect(try scenario.run().lines.count == 1)
    #expect(!ProcessTable.has("sleep", seconds))
  }

  @Test func aDryRunStartsNothing() throws {
    let folder = try TemporaryDirectory()
    var scenario = scenario(["touch", folder.path("made")], records: 3)
    scenario.capabilities = [.exec, .write]
    scenario.isDryRun = true
    let outcome = try scenario.run()
    #expect(outcome.lines.count == 3)
    #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
    #expect(
      outcome.report.notes
        == ["dry run: exec \"touch\" is not started; these are the records that it would get"])
  }

  @Test func anOfferBeforeAProgramIsAskedOnce() throws {
    var scenario = scenario(["cat"], records: 3)
    scenario.stages.insert(StageCall("notify"), at: 1)
    let notifier = RecordedNotifier([.accepted, .dismissed, .accepted])
    scenario.notifier = notifier
    let outcome = try scenario.run()
    #expect(notifier.questions.count == 3)
    // What was refused goes no further.
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.allSatisfy { $0.contains("\"prompt\":{") })
  }

  @Test func aProgramThatIsMissingEndsTheRunBeforeAnythingIsWritten() throws {
    let problem =
      "rules/test.lua:1: exec: there is no program \"no-such-program\" in PATH;"
      + " install it, or name it by its path"
    #expect(throws: RunProblem.missingProgram(problem)) {
      _ = try scenario(["cat"], ["no-such-program"], records: 3).run()
    }
  }
}

/// Lines that were said; guarded by `lock`.
private final class Said: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var lines: [String] { lock.withLock { all } }

  func add(_ line: String) { lock.withLock { all.append(line) } }
}
