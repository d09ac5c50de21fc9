import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// The types that a rule declares for what a program gives.
@Suite(.timeLimit(.minutes(5))) struct DeclaredFieldTests {
  init() {
    // As the tool does: a program that has read enough is no reason to end.
    signal(SIGPIPE, SIG_IGN)
  }

  /// A program that gives the second of three assets a member of its own.
  private func scenario(
    _ value: String, as type: String, _ options: [ArgumentMember] = []
  ) -> Scenario {
    let script = "sed -u '/\"b\"/s/}$/,\"own\":\(value)}/'"
    let words = ["sh", "-c", script].enumerated().map {
      ArgumentMember("\($0.offset + 1)", .text($0.element))
    }
    let fields = ArgumentMember("fields", .table([ArgumentMember("own", .text(type))]))
    var scenario = Scenario(
      [
        StageCall("source", ["stdin": true]),
        StageCall("exec", .table(words + [fields] + options), line: 7),
      ],
      input: ["a", "b", "c"].map {
        #"{"v":1,"kind":"asset","localIdentifier":"\#($0)","mediaType":"image"}"# + "\n"
      }.joined())
    scenario.capabilities = [.exec, .write]
    return scenario
  }

  private static let batch = ArgumentMember("batch", .integer(2))

  @Test(arguments: [
    ("3", "text", "the number 3", "a text"),
    (#""3""#, "integer", #"the text "3""#, "a whole number"),
    ("3.5", "integer", "the number 3.5", "a whole number"),
    ("true", "number", "true", "a number"), ("0", "flag", "the number 0", "true or false"),
    (#""soon""#, "date", #"the text "soon""#, "a date"),
    (#"["a",2]"#, "texts", #"the list ["a",2]"#, "a list of texts"),
    (#""a""#, "texts", #"the text "a""#, "a list of texts"),
    (#"{"a":1}"#, "text", #"the object {"a":1}"#, "a text"),
  ])
  func anotherTypeIsAFailureOfItsAsset(
    _ value: String, _ type: String, _ given: String, _ wanted: String
  ) throws {
    for options in [[Self.batch], []] {
      let outcome = try scenario(value, as: type, options).run()
      #expect(try outcome.names == ["a", "c"])
      #expect(outcome.report.failures.map(\.asset) == ["b"])
      #expect(
        outcome.reasons == [
          "exec \"sh\" gives \"own\" as \(given), and the rule declares \(wanted)"
        ])
    }
  }

  @Test(arguments: [
    (#""x""#, "text"), ("3", "integer"), ("3.0", "integer"), ("3", "number"), ("3.5", "number"),
    ("false", "flag"), (#""2015-09-27T21:29:28Z""#, "date"), (#"["a","b"]"#, "texts"),
    ("[]", "texts"), ("null", "text"), ("null", "date"),
  ])
  func theDeclaredTypePasses(_ value: String, _ type: String) throws {
    for options in [[Self.batch], []] {
      let outcome = try scenario(value, as: type, options).run()
      #expect(try outcome.names == ["a", "b", "c"])
      #expect(outcome.report.failureCount == 0)
    }
  }

  @Test func onErrorStopEndsTheRun() throws {
    let stop = ArgumentMember("onError", "stop")
    #expect(
      throws: RunProblem.programFailed(
        "b: exec: exec \"sh\" gives \"own\" as the number 3, and the rule declares a text")
    ) { _ = try scenario("3", as: "text", [Self.batch, stop]).run() }
  }

  @Test func membersThatAreNotDeclaredAreAnything() throws {
    var scenario = scenario("3", as: "text")
    scenario.stages[1] = StageCall(
      "exec",
      .table([
        ArgumentMember("1", "sh"), ArgumentMember("2", "-c"),
        ArgumentMember("3", "sed -u 's/}$/,\"own\":3}/'"), Self.batch,
      ]))
    #expect(try scenario.run().names == ["a", "b", "c"])
  }
}
