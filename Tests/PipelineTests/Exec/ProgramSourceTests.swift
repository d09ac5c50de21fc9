import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// Programs whose records are the source of a run.
@Suite(.timeLimit(.minutes(5))) struct ProgramSourceTests {
  private func scenario(
    _ script: String, _ options: [ArgumentMember] = [], behind: [StageCall] = []
  ) -> Scenario {
    let words = ArgumentMember("exec", .list(["sh", "-c", .text(script)]))
    var scenario = Scenario([StageCall("source", .table([words] + options), line: 3)] + behind)
    scenario.capabilities = [.exec, .write]
    return scenario
  }

  private static let lines =
    #"for n in 1 2 3; do echo "{\"v\":1,\"localIdentifier\":\"$n\",\"mediaType\":\"image\",\"mood\":\"m$n\"}"; done"#

  @Test func itsRecordsAreTheAssets() throws {
    let outcome = try scenario(
      Self.lines, [ArgumentMember("fields", ["mood": "text"])],
      behind: [StageCall("filter", ["mood": .list(["m1", "m3"]), "sortedBy": "-mood"])]
    ).run()
    #expect(try outcome.names == ["3", "1"])
    #expect(outcome.report.read == 3)
    #expect(outcome.report.programProblems == [])
  }

  @Test func itReadsNothing() throws {
    #expect(try scenario("cat; \(Self.lines)").run().lines.count == 3)
  }

  @Test func itIsEndedOnceEnoughCame() throws {
    let outcome = try scenario(
      "while :; do \(Self.lines); done", behind: [StageCall("filter", ["limit": 5])]
    ).run()
    #expect(outcome.lines.count == 5)
    #expect(outcome.report.programProblems == [])
  }

  @Test func itsStatusAndBadLinesAreReported() throws {
    let outcome = try scenario("echo hello; \(Self.lines); exit 6").run()
    #expect(outcome.lines.count == 3)
    #expect(outcome.report.failures.map(\.asset) == ["exec \"sh\", line 1"])
    #expect(outcome.report.programProblems == ["exec \"sh\" ended with status 6"])
  }

  @Test func aDryRunStartsNothing() throws {
    let folder = try TemporaryDirectory()
    var scenario = scenario(": > \(folder.path("made"))")
    scenario.isDryRun = true
    let outcome = try scenario.run()
    #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
    #expect(
      outcome.report.notes == ["dry run: exec \"sh\" is not started, so there are no assets"])
  }

  @Test func interruptingEndsIt() throws {
    var scenario = scenario("echo ready >&2; exec sleep 1000")
    let cancellation = scenario.cancellation
    scenario.notices = RunNotices { _ in cancellation.cancel() }
    #expect(throws: RunProblem.cancelled) { _ = try scenario.run() }
  }

  @Test func itGoesWithNoOtherSource() throws {
    for option in [
      ArgumentMember("stdin", true), ArgumentMember("album", "Trip"),
      ArgumentMember("library", "~/Pictures"), ArgumentMember("albums", .list(["Trip"])),
    ] {
      #expect {
        _ = try scenario("true", [option]).plan()
      } throws: {
        "\($0)".contains("it goes with neither stdin, albums nor library")
      }
    }
    #expect(try scenario("true").plan().programs.map(\.words) == [["sh", "-c", "true"]])
  }
}
