import AssetSupport
import Foundation
import PipelineSupport
import State
import TestSupport
import Testing

/// Programs that answer offers.
@Suite(.timeLimit(.minutes(5))) struct OfferProgramTests {
  private let folder: TemporaryDirectory
  private let state: LedgerFolder

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryDirectory()
    state = try LedgerFolder(syncing: false)
    for name in ["a", "b", "c"] { try folder.write(name, to: "\(name).txt") }
  }

  private func run(
    _ script: String, _ options: [ArgumentMember] = [],
    _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> Scenario.Outcome {
    let by = ArgumentMember("by", .list(["sh", "-c", .text(script)]))
    var scenario = Scenario(
      [
        StageCall("source", ["everything": true]), StageCall("dedupe", ["memory": "m"]),
        StageCall("notify", .table([by] + options), line: 4),
      ], library: folder.path)
    scenario.ledger = state.ledger
    scenario.capabilities = [.exec]
    change(&scenario)
    return try scenario.run()
  }

  private var states: [OfferState] {
    get throws { try state.open().entries().reversed().map(\.state) }
  }

  private static func answering(_ cases: String) -> String {
    "while IFS= read -r line; do case $line in \(cases) esac; done"
  }

  @Test func itsOutcomesAreThoseOfTheLedgerAndTheRecords() throws {
    let outcome = try run(
      Self.answering(
        #"*'"a.txt"'*) echo '{"outcome":"accepted","action":"send"}';; *'"b.txt"'*) echo '{"outcome":"dismissed"}';; *) echo '{"v":1,"outcome":"accepted"}';;"#
      ), [ArgumentMember("actions", ["send": "Send"])])
    #expect(try outcome.names == ["a.txt", "c.txt"])
    let actions = try outcome.records.map { ($0["prompt"] as? [String: Any])?["action"] as? String }
    #expect(actions == ["send", "default"])
    #expect(
      try states == [.settled(.accepted), .settled(.dismissed), .settled(.accepted)])
  }

  @Test func itGetsTheRecordWithTheQuestion() throws {
    let outcome = try run(
      Self.answering(
        #"*'"offer":{"title":"Send a.txt?","milliseconds":2000,"actions":["default","send"]}'*) echo '{"outcome":"accepted"}';; *) echo '{"outcome":"dismissed"}';;"#
      ),
      [
        ArgumentMember("title", "Send {filename}?"), ArgumentMember("dismiss", "2s"),
        ArgumentMember("actions", ["send": "Send"]),
      ])
    #expect(try outcome.names == ["a.txt"])
  }

  @Test func oneThatSaysNothingInTimeIsEnded() throws {
    let outcome = try run("exec sleep 1000", [ArgumentMember("dismiss", "0.1s")])
    #expect(outcome.lines == [])
    #expect(try states == Array(repeating: .settled(.expired), count: 3))
  }

  @Test func anAnswerThatIsNoneDecidesNothing() throws {
    for (answer, problem) in [
      ("hello", "wrote a line that is no JSON"), ("{}", "wrote a line without an outcome"),
      (#"{"outcome":"accepted","action":"burn"}"#, "chose the action \"burn\""),
      (#"{"error":"no screen"}"#, "failed: no screen"),
    ] {
      #expect {
        _ = try run(Self.answering("*) echo '\(answer)';;"))
      } throws: {
        "\($0)".contains(
          "rules/test.lua:4: by: \\\"sh\\\" \(problem.replacing("\"", with: "\\\""))")
      }
    }
    #expect {
      _ = try run("read -r line; exit 5")
    } throws: {
      "\($0)".contains("ended with status 5 without an answer")
    }
    // All are offered again by the next run.
    #expect(try run(Self.answering("*) echo '{\"outcome\":\"accepted\"}';;")).lines.count == 3)
  }

  @Test func aDryRunStartsNothing() throws {
    #expect(try run("exit 9") { $0.isDryRun = true }.lines.count == 3)
  }

  @Test func itAnswersOneQuestionAfterTheOther() throws {
    #expect {
      _ = try run("true", [ArgumentMember("together", true)])
    } throws: {
      "\($0)".contains("a program is asked about one asset after the other")
    }
  }
}
