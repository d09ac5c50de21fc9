import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// Programs that are waited for: `exec` with `batch`, `timeout` or `onError`.
@Suite(.timeLimit(.minutes(5))) struct AskedProgramTests {
  private let folder: TemporaryDirectory

  init() throws {
    // As the tool does: a program that has read enough is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryDirectory()
  }

  private static func record(_ number: Int) -> String {
    #"{"v":1,"kind":"asset","localIdentifier":"\#(number)","pixelWidth":\#(number),"mediaType":"image"}"#
  }

  private func scenario(
    _ script: String, in shell: String = "sh", records: Int, _ options: [ArgumentMember] = [],
    behind: [StageCall] = []
  ) -> Scenario {
    let words = [shell, "-c", script].enumerated().map {
      ArgumentMember("\($0.offset + 1)", .text($0.element))
    }
    let calls = [
      StageCall("source", ["stdin": true]), StageCall("exec", .table(words + options), line: 7),
    ]
    var scenario = Scenario(
      calls + behind, input: (0..<records).map { Self.record($0) + "\n" }.joined())
    scenario.capabilities = [.exec, .write]
    return scenario
  }

  private func batch(_ count: Int) -> ArgumentMember {
    ArgumentMember("batch", .integer(Int64(count)))
  }

  private func timeout(_ text: String) -> ArgumentMember { ArgumentMember("timeout", .text(text)) }

  /// Answers line by line, by what a shell does with `$line`.
  private func loop(_ body: String) -> String {
    "while IFS= read -r line; do case $line in \(body) *) printf '%s\\n' \"$line\";; esac; done"
  }

  /// A shell that does something only when it is started first.
  private func once(_ action: String) -> String {
    "[ -e \(folder.path("begun")) ] || { : > \(folder.path("begun")); \(action); }"
  }

  @Test func answersGoOnInTheOrderOfTheAssets() throws {
    // Reads all of a batch, and answers from its end.
    let script =
      "while IFS= read -r a && IFS= read -r b; do printf '%s\\n%s\\n' \"$b\" \"$a\"; done"
    let outcome = try scenario(script, records: 300, [batch(2)]).run()
    #expect(outcome.lines == (0..<300).map(Self.record))
    #expect(outcome.report.failureCount == 0)
    #expect(outcome.report.programProblems == [])
  }

  @Test func itGetsNoMoreThanABatchBeforeItsAnswers() throws {
    let script =
      "while IFS= read -r a; do IFS= read -r b; IFS= read -r c; IFS= read -t 0.2 -r d && exit 9;"
      + " printf '%s\\n%s\\n%s\\n' \"$a\" \"$b\" \"$c\"; done"
    var scenario = scenario("", records: 9, [])
    scenario.stages[1] = StageCall(
      "exec",
      .table([
        ArgumentMember("1", "bash"), ArgumentMember("2", "-c"), ArgumentMember("3", .text(script)),
        batch(3),
      ]))
    #expect(try scenario.run().lines == (0..<9).map(Self.record))
  }

  @Test func nullLeavesOutAndAnErrorFailsOneAsset() throws {
    let script = loop(
      #"*'"1"'*) echo null;; *'"2"'*) echo '{"v":1,"error":"too \"dark\"","localIdentifier":"2"}';;"#
    )
    let outcome = try scenario(script, records: 5, [batch(5)]).run()
    #expect(try outcome.names == ["0", "3", "4"])
    #expect(outcome.report.failures.map(\.asset) == ["2"])
    #expect(outcome.reasons == ["too \"dark\""])
    #expect(outcome.report.failures.map(\.stage) == ["exec"])
  }

  @Test func aProgramThatIsNotWaitedForMaySayTheSame() throws {
    let script = loop(
      #"*'"1"'*) echo null;; *'"2"'*) echo '{"v":1,"error":"dark","localIdentifier":"2"}';;"#)
    let outcome = try scenario(script, records: 5).run()
    #expect(try outcome.names == ["0", "3", "4"])
    #expect(outcome.report.failures.map(\.asset) == ["2"])
    #expect(outcome.reasons == ["dark"])
  }

  @Test func aMemberCalledErrorOfAnAssetIsNoFailure() throws {
    var scenario = scenario("cat", records: 0, [batch(2)])
    scenario.input = Array(
      (#"{"v":1,"kind":"asset","localIdentifier":"a","mediaType":"image","error":"blur"}"# + "\n")
        .utf8)
    let outcome = try scenario.run()
    #expect(try outcome.texts("error") == ["blur"])
    #expect(outcome.report.failureCount == 0)
  }

  @Test func onErrorStopEndsTheRun() throws {
    let script = loop(#"*'"1"'*) echo '{"error":"dark","localIdentifier":"1"}';;"#)
    #expect(throws: RunProblem.programFailed("1: exec: dark")) {
      _ = try scenario(script, records: 5, [ArgumentMember("onError", "stop")]).run()
    }
  }

  @Test func textAndRecordsOfOtherAssetsAreNamedAndDropped() throws {
    let script =
      "while IFS= read -r line; do echo hello; echo '\(Self.record(77))'; printf '%s\\n' \"$line\"; done"
    let outcome = try scenario(script, records: 2, [batch(1)]).run()
    #expect(outcome.lines == (0..<2).map(Self.record))
    #expect(outcome.report.failureCount == 4)
    #expect(outcome.reasons[0].hasPrefix("is no record"))
    #expect(
      outcome.reasons[1]
        == "is a record of an asset that it was not given, or answered before; it writes one line"
        + " for each record that it reads")
  }

  @Test func textWithoutEndEndsTheRun() throws {
    #expect(
      throws: RunProblem.programFailed(
        "exec \"sh\" wrote 1000 lines that answer nothing; it writes one line for each record that it"
          + " reads")
    ) { _ = try scenario("yes", records: 2, [batch(1)]).run() }
  }

  @Test func aProgramThatIsLateIsEndedAndStartedAgain() throws {
    let script = loop(#"*'"1"'*) sleep 1000;;"#)
    let outcome = try scenario(script, records: 4, [batch(4), timeout("1s")]).run()
    #expect(try outcome.names == ["0", "2", "3"])
    #expect(outcome.report.failures.map(\.asset) == ["1"])
    #expect(outcome.reasons == ["\"sh\" gave no answer within 1s"])
  }

  @Test func aProgramThatNeverAnswersEndsTheRun() throws {
    do {
      _ = try scenario("cat > /dev/null", records: 9, [batch(3), timeout("0.1s")]).run()
      Issue.record("the run should have failed")
    } catch RunProblem.programFailed(let reason) {
      #expect(
        reason.hasPrefix("rules/test.lua:7: exec: \"sh\" gave no answer within 100ms three times"))
    }
  }

  @Test func aProgramThatDiesIsStartedAgainOnceWithWhatItHad() throws {
    let script = "IFS= read -r line; \(once("exit 5")); printf '%s\\n' \"$line\"; cat"
    let outcome = try scenario(script, records: 10, [batch(4)]).run()
    #expect(outcome.lines == (0..<10).map(Self.record))
    #expect(outcome.report.failureCount == 0)
    #expect(outcome.report.programProblems == [])
  }

  /// One answers line by line, the other when it has read three.
  @Test(arguments: [1, 3])
  func anAssetAtWhichItAlwaysDiesIsSetAside(_ size: Int) throws {
    let script = loop(#"*'"2"'*) exit 5;; *'"6"'*) exit 5;;"#)
    let outcome = try scenario(script, records: 9, [batch(size)]).run()
    #expect(try outcome.names == ["0", "1", "3", "4", "5", "7", "8"])
    #expect(outcome.report.failures.map(\.asset) == ["2", "6"])
    #expect(
      Set(outcome.reasons) == ["\"sh\" ended with status 5 twice before it answered for it"])
  }

  /// A program reads two records, and it is not the first one that it dies of.
  @Test func noAssetPaysForTheOneBehindIt() throws {
    let script =
      "while IFS= read -r one; do case $one in *'\"1\"'*) exit 5;; esac; IFS= read -r -t 1 two;"
      + " case $two in *'\"1\"'*) exit 5;; esac; printf '%s\\n' \"$one\"; [ -z \"$two\" ] || printf"
      + " '%s\\n' \"$two\"; done"
    let outcome = try scenario(script, in: "bash", records: 4, [batch(4)]).run()
    #expect(try outcome.names == ["0", "2", "3"])
    #expect(outcome.report.failures.map(\.asset) == ["1"])
  }

  @Test(arguments: [(nil, 2), ("stop", 0)] as [(String?, Int)])
  func aProgramThatDiesOfEverythingEndsTheRun(_ onError: String?, _ last: Int) throws {
    let stop = onError.map { [ArgumentMember("onError", .text($0))] } ?? []
    let problem =
      "rules/test.lua:7: exec: \"sh\" ended with status 5 once more, before it answered for"
      + " \"\(last)\"; give it that record alone to see why"
    #expect(throws: RunProblem.programFailed(problem)) {
      _ = try scenario("IFS= read -r line; exit 5", records: 9, [batch(2)] + stop).run()
    }
  }

  @Test func itsStatusAtTheEndIsReported() throws {
    let outcome = try scenario("cat; exit 4", records: 3, [batch(3)]).run()
    #expect(outcome.lines.count == 3)
    #expect(outcome.report.programProblems == ["exec \"sh\" ended with status 4"])
  }

  @Test func moreThanAPipeHoldsPassesInOneBatch() throws {
    let outcome = try scenario("cat", records: 5000, [batch(10_000)]).run()
    #expect(outcome.lines == (0..<5000).map(Self.record))
  }

  @Test func itAnswersForNoMoreThanALimitWants() throws {
    let seen = folder.path("seen")
    let script = "tee -a \(seen)"
    let outcome = try scenario(
      script, records: 1000, [batch(64)], behind: [StageCall("filter", ["limit": 3])]
    ).run()
    #expect(outcome.lines.count == 3)
    #expect(try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").count == 3)
  }

  @Test func whenSaysWhichAssetsItGets() throws {
    let wide = ArgumentMember("when", ["pixelWidth": .calling("at_least", 3)])
    // A program that leaves out all that it gets.
    for options in [[wide, batch(2)], [wide]] {
      let outcome = try scenario(loop("*) echo null;;"), records: 6, options).run()
      #expect(try outcome.names == ["0", "1", "2"])
    }
  }

  @Test func albumsAndChangesPass() throws {
    var scenario = scenario("cat", records: 0, [batch(2)])
    scenario.input = Array(
      """
      {"v":1,"kind":"album","localIdentifier":"x","title":"Trip","count":3}
      {"v":1,"kind":"change","type":"inserted","asset":\(Self.record(5))}

      """.utf8)
    let outcome = try scenario.run()
    #expect(try outcome.texts("kind") == ["album", "asset"])
    #expect(try outcome.texts("change") == ["", "inserted"])
    #expect(outcome.report.failureCount == 0)
  }

  @Test func aDryRunStartsNothing() throws {
    var scenario = scenario(": > \(folder.path("made")); cat", records: 3, [batch(1)])
    scenario.isDryRun = true
    #expect(try scenario.run().lines.count == 3)
    #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
  }

  @Test func interruptingEndsAProgramThatIsAsked() throws {
    var scenario = scenario("echo ready >&2; exec sleep 1000", records: 3, [batch(1)])
    let cancellation = scenario.cancellation
    scenario.notices = RunNotices { _ in cancellation.cancel() }
    #expect(throws: RunProblem.cancelled) { _ = try scenario.run() }
  }

  @Test func theAnswersMembersAreFields() throws {
    let script = "sed -u 's/}$/,\"mood\":\"glad\"}/'"
    let outcome = try scenario(
      script, records: 2, [batch(1), ArgumentMember("fields", ["mood": "text"])],
      behind: [StageCall("filter", ["mood": "glad", "pixelWidth": 1])]
    ).run()
    #expect(try outcome.texts("mood") == ["glad"])
  }
}
