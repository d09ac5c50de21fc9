import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Programs in Python that rules start, with the module that comes along.
@Suite(.timeLimit(.minutes(5)), .needs(.program("python3"))) struct PythonLibraryTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("tmp")
  }

  private static func record(_ number: Int) -> String {
    #"{"v":1,"kind":"asset","localIdentifier":"\#(number)","mediaType":"image","pixelWidth":\#(number)}"#
      + "\n"
  }

  /// Writes a program by another: a child that another test starts meanwhile would inherit a file open
  /// for writing, which can't be executed.
  private func write(_ program: String) async throws {
    try world.directory.write(
      "#!/usr/bin/env python3\nimport shotflow\n\n" + program, to: "tool.txt")
    _ = try await world.shell("cat tool.txt > tool.py && chmod +x tool.py").result()
  }

  /// Runs a rule beside a program in Python.
  private func run(
    _ program: String, _ stages: String, records: Int = 4, _ arguments: [String] = []
  ) async throws -> ProgramResult {
    try await write(program)
    let rule = try world.rule(
      """
      return pipeline {
        wants = { exec = "to choose" },
        \(stages.replacingOccurrences(of: "TOOL", with: "\"./tool.py\"")),
      }

      """)
    let input = (0..<records).map(Self.record).joined()
    return try await world.program(
      ["run", rule, "--allow", "exec"] + arguments, input: input.utf8
    ).result()
  }

  private static let stage = """
    @shotflow.stage
    def mood(asset):
        print("looking at", asset["localIdentifier"])
        width = asset["pixelWidth"]
        if width == 0:
            return None
        if width == 2:
            raise ValueError("too dark")
        return True if width == 3 else {"mood": "glad"}

    """

  @Test(arguments: ["", ", batch = 1", ", batch = 3"])
  func aFunctionIsAStage(options: String) async throws {
    let result = try await run(
      Self.stage,
      "source { stdin = true }, exec { TOOL, fields = { mood = \"text\" }\(options) }")
    #expect(result.status == .exited(3))
    #expect(result.lines.count == 2)
    #expect(result.lines.first?.contains("\"mood\":\"glad\"") == true)
    #expect(result.lines.last.map { $0 + "\n" } == Self.record(3))
    #expect(result.errorText.contains("shotflow: 2: ValueError: too dark"))
    #expect(result.errorText.contains("looking at 0"))
  }

  @Test func aFunctionIsASource() async throws {
    let result = try await run(
      """
      @shotflow.source
      def numbers():
          for number in range(3):
              yield {"v": 1, "localIdentifier": str(number), "mediaType": "image"}

      """, "source { exec = { TOOL } }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 3)
  }

  @Test func aFunctionAnswersOffers() async throws {
    let result = try await run(
      """
      @shotflow.notifier
      def ask(asset):
          return "accepted" if asset["pixelWidth"] > 1 and asset["offer"]["title"] else "dismissed"

      """, "source { stdin = true }, notify { by = { TOOL } }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 2)
  }

  @Test func aProgramThatFailsBeforeItsEndIsReported() async throws {
    let result = try await run(
      "@shotflow.stage\ndef f(asset): return True\n\nraise KeyError(\"setting\")\n",
      "source { stdin = true }, exec { TOOL }")
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("KeyError: 'setting'"))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["import shotflow", "from shotflow import stage"])
  func aProgramWithoutAFunctionSaysHowToNameOne(_ line: String) async throws {
    for stages in ["exec { TOOL }", "exec { TOOL, batch = 1 }"] {
      let result = try await run(
        "\(line)\n\ndef mood(asset):\n    return True\n", "source { stdin = true }, \(stages)")
      #expect(result.status == .exited(3), "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "the program has no function for shotflow: write @shotflow.stage, @shotflow.source or"
            + " @shotflow.notifier in the line above one"))
    }
  }

  @Test func aTestOfAProgramImportsItAndEndsAsItLikes() async throws {
    try await write("@shotflow.stage\ndef f(asset): return {\"mood\": \"glad\"}\n")
    try world.directory.write(
      "import tool\nassert tool.f({}) == {\"mood\": \"glad\"}\n", to: "check.py")
    var program = world.shell("python3 check.py")
    program.environment["PYTHONPATH"] = "\(Checkout.path)/python"
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.errorText == "" && result.text == "")
  }

  /// Passes a record through a program that a rule names.
  private func pass(
    through program: String, in folder: String = ".", pythonPath: String = ""
  ) async throws -> ProgramResult {
    let rule = try world.rule(
      "return pipeline { wants = { exec = \"x\" }, source { stdin = true },"
        + " exec { \(program) } }\n")
    return try await world.shell(
      "cd \(folder) && printf '%s' '\(Self.record(1))' | PYTHONPATH=\(pythonPath) \"$shotflow\" run"
        + " '\(rule)' --allow exec"
    ).result()
  }

  @Test func nothingIsImportedFromTheFolderAtHand() async throws {
    try world.directory.write("raise SystemExit(9)\n", to: "elsewhere/json.py")
    try await write("@shotflow.stage\ndef f(asset): return True\n")
    let result = try await pass(through: #""./tool.py""#, in: "elsewhere", pythonPath: ":.")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 1)
  }

  /// With these options, Python looks into the working folder first.
  @Test(arguments: [
    #""-c", "import json, sys; [print(line, end='') for line in sys.stdin]""#,
    #""-Bc", "import json, sys; [print(line, end='') for line in sys.stdin]""#,
    #""-m", "json.tool", "--json-lines", "--compact""#,
  ])
  func codeImportsNothingFromTheFolderAtHand(words: String) async throws {
    try world.directory.write("raise SystemExit(9)\n", to: "elsewhere/json.py")
    let result = try await pass(
      through: #""/usr/bin/env", "python3", \#(words)"#, in: "elsewhere")
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  /// Options behind a script are its own.
  @Test func aScriptImportsFromItsOwnFolder() async throws {
    try world.directory.write("name = 'neighbour'\n", to: "neighbour.py")
    try await write("import neighbour\n@shotflow.stage\ndef f(asset): return True\n")
    for program in [
      #""./tool.py", "-c", "x""#,
      #""/usr/bin/env", "python3", "-W", "ignore", "tool.py", "-c", "x""#,
    ] {
      let result = try await pass(through: program)
      #expect(!result.errorText.contains("neighbour"), "\(result.errorText)")
    }
  }

  @Test func aSourceAndANotifierNeedPermission() async throws {
    for stages in [
      "source { exec = { \"cat\" } }", "source { stdin = true }, notify { by = { \"cat\" } }",
    ] {
      let bare = try world.rule("return pipeline { \(stages) }\n")
      let check = try await world.run("check", bare)
      #expect(check.errorText.contains("wants"), "\(check.errorText)")
      let rule = try world.rule("return pipeline { wants = { exec = \"x\" }, \(stages) }\n")
      #expect(try await world.run("check", rule).status == .exited(0))
      let run = try await world.run("run", rule)
      #expect(run.status == .exited(77), "\(run.errorText)")
      let explained = try await world.run("explain", rule)
      #expect(explained.output.isEmpty == false)
      #expect("\(explained.lines)".contains("cat"))
    }
  }

  @Test func aSourceThatIsAProgramIsNotWatched() async throws {
    let rule = try world.rule(
      "return pipeline { wants = { exec = \"x\" }, source { exec = { \"cat\" } } }\n")
    let result = try await world.run("watch", rule, "--allow", "exec", "-l", world.library)
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("the source of the rule is the program \"cat\""))
  }
}
