import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct ProgramExecTests {
  private func problems(_ argument: ArgumentValue) -> [String] {
    let stages = [StageCall("source", ["stdin": true]), StageCall("exec", argument, line: 2)]
    return Scenario(stages).problems
  }

  @Test func aProgramAndItsArgumentsAreTexts() throws {
    #expect(problems(["jq", "-c", "."]) == [])
    #expect(problems(["jq", 5]) == ["exec takes texts, not 5"])
    #expect(problems(["jq", ["x"]]) == ["exec takes texts, not a list"])
    #expect(problems("jq") == ["exec takes a list of texts, not \"jq\""])
    #expect(problems(["jq", "a\0b"]) == ["exec takes texts without NUL, and a program has a name"])
    #expect(problems([""]) == ["exec takes texts without NUL, and a program has a name"])
    let none =
      "exec names a program, such as exec { \"jq\", \"-c\", \"select(.pixelWidth > 1000)\" }"
    #expect(problems([]) == [none])
  }

  @Test func itsOptionsAreChecked() throws {
    #expect(
      problems(["1": "jq", "shell": true]) == ["exec has no option called \"shell\""])
    #expect(problems(["1": "jq", "when": ["mediaType": "image"]]) == [])
    #expect(problems(["1": "jq", "batch": 0]) == ["batch is from 1 to 10000, not 0"])
    #expect(problems(["1": "jq", "batch": 10_001]) == ["batch is from 1 to 10000, not 10001"])
    #expect(
      problems(["1": "jq", "timeout": 0]) == ["timeout is longer than nothing, such as \"30s\""])
    #expect(
      problems(["1": "jq", "onError": "ignore"])
        == ["onError takes \"skip\" or \"stop\", not \"ignore\""])
    let words: [ArgumentMember] = (1...11).map { ArgumentMember("\($0)", .text("w\($0)")) }
    let fields = ArgumentMember("fields", ["mood": "text"])
    let plan = try Scenario([
      StageCall("source", ["stdin": true]), StageCall("exec", .table([fields] + words.reversed())),
      StageCall("filter", ["mood": "x"]),
    ]).plan()
    #expect(plan.programs.map(\.words) == [(1...11).map { "w\($0)" }])
    #expect(plan.additions.map { $0.fields.map(\.name) } == [["mood"]])
  }

  @Test func argumentsHaveFieldsInBraces() throws {
    func exec(_ words: [ArgumentValue], _ args: [ArgumentValue]) -> ArgumentValue {
      .table(
        words.enumerated().map { ArgumentMember("\($0.offset + 1)", $0.element) }
          + [ArgumentMember("args", .list(args))])
    }
    #expect(problems(exec(["convert"], ["{path}", "{title|none}.jpg"])) == [])
    #expect(
      problems(exec(["jq", "-c"], ["{filename, title: .x}", "{\"a\":1}", "${title}"])) == [])
    #expect(
      problems(exec(["convert"], ["{title:lowr}"]))
        == ["in args, no function is called \"lowr\"; did you mean \"lower\"?"])
    #expect(
      problems(["1": "convert", "args": ["{path}"], "batch": 2]) == [
        "a program with args reads and writes no records, so it has no batch and no fields"
      ])
    // A value is no text that a shell obeys.
    let shell =
      "in args, a value is an argument and no part of a shell's program; write \"$1\" there, and"
      + " behind it \"sh\" and the value"
    #expect(problems(exec(["/bin/sh", "-c"], ["echo {title}"])) == [shell])
    #expect(problems(exec(["env", "bash", "-ec"], ["echo {title}"])) == [shell])
    #expect(problems(exec(["sh", "-c", "echo \"$1\"", "sh"], ["{title}"])) == [])
    let plan = try Scenario([
      StageCall("source", ["stdin": true]), StageCall("exec", exec(["a", "{path}"], ["{title}"])),
    ]).plan()
    #expect(plan.programs.map(\.words) == [["a", "{path}", "{title}"]])
  }

  @Test func noWordCanPassForTwo() throws {
    let stages = [
      StageCall("source", ["stdin": true]), StageCall("exec", ["a\", \"b", "c\\"], line: 3),
    ]
    #expect(
      try Scenario(stages).plan().programs.map(\.text) == [#""a\", \"b", "c\\""#])
  }

  @Test func aPlanShowsItsPrograms() throws {
    let stages = [
      StageCall("source", ["stdin": true]), StageCall("exec", ["a", "b c"], line: 3),
      StageCall("filter", ["limit": 1]), StageCall("exec", ["d"], line: 9),
    ]
    let plan = try Scenario(stages).plan()
    #expect(plan.programs.map(\.text) == ["\"a\", \"b c\"", "\"d\""])
    #expect(plan.programs.map(\.line) == [3, 9])
    #expect(plan.steps.map(\.detail).contains("\"a\", \"b c\""))
  }

  @Test func testsBehindAProgramAreNotDoneBeforeIt() throws {
    let stages = [
      StageCall("source"), StageCall("exec", ["cat"]),
      StageCall("filter", ["filename": "a.jpg"]),
    ]
    #expect(try Scenario(stages).plan().query.predicate == .always)
  }

  @Test(.enabled(if: Scenario.knows("observe"))) func itTakesAlbumsAndNoObserving() {
    func problems(_ stages: [StageCall]) -> String {
      do {
        _ = try Scenario(stages).plan()
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      problems([StageCall("source", ["albums": ["albumRegular"]]), StageCall("exec", ["cat"])])
        == "")
    #expect(
      problems([StageCall("source"), StageCall("exec", ["cat"]), StageCall("observe")])
        .contains("exec does not go with observe"))
  }
}
