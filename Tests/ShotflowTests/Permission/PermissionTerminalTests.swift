import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A rule asks for a library on a terminal: what is shown, which keys answer, what holds afterwards.
@Suite struct PermissionTerminalTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (place, name) in ["a.png", "b.png", "c.png"].enumerated() {
      try world.picture(name, seed: UInt64(place))
    }
  }

  private func rule(
    _ source: String = "library = \"pictures\"", about: String = "Shows trips.",
    wants: String = "\"to show the newest\"", named name: String = "trips.lua"
  ) throws -> String {
    try world.rule(
      """
      return pipeline { about = "\(about)", wants = { \(wants) }, source { \(source) } }
      """, named: name)
  }

  /// Runs a rule, waits for each text and answers it with keys.
  private func talk(
    _ arguments: [String], _ steps: (shown: String, keys: String)..., columns: UInt16 = 80
  ) async throws -> ProgramResult {
    let program = try world.program(
      arguments, terminal: Terminal(columns: columns, showsOutput: false)
    ).start()
    for step in steps {
      #expect(await program.showed(step.shown), "\(step.shown) in \(program.errorOutput)")
      program.send(step.keys)
    }
    return await program.result()
  }

  private func log() async throws -> [String] {
    try await world.run("auth", "log").lines.dropFirst().map { line in
      line.split(separator: " ", omittingEmptySubsequences: true)[1...2].joined(separator: " ")
    }
  }

  private static let question = "May it see the pictures?"

  @Test func theUserSeesWhatIsAskedAndWhyAndAllowsIt() async throws {
    let rule = try rule("library = \"pictures\", includeHidden = true")
    let result = try await talk(["run", rule], (Self.question, "a"))
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 3)
    for line in [
      "The rule \"trips\" asks for a permission.", "  rule      \(rule)  (",
      "  library   \(world.library)  (hidden pictures too)", "  it says   \"Shows trips.\"",
      "  because   \"to show the newest\"",
      "granted; to take it back: shotflow auth revoke \(rule) --library \(world.library)",
    ] {
      #expect(result.errorText.contains(line), "\(line)")
    }
    // It is not asked again, on a terminal or elsewhere.
    #expect(try await talk(["run", rule]).status == .exited(0))
    #expect(try await world.run("run", rule).lines.count == 3)
    #expect(try await log() == ["question authorized"])
  }

  @Test(arguments: ["\u{1B}", "q", "n", "\u{4}"])
  func whoLeavesItIsAskedAgain(_ key: String) async throws {
    let rule = try rule()
    let result = try await talk(["run", rule], (Self.question, key))
    #expect(result.status == .exited(77))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("left open"))
    #expect(try await world.run("auth", "status", rule).text.contains("notDetermined"))
    #expect(try await log() == ["question notDetermined"])
  }

  @Test func whoDeniesIsNeverAskedAgain() async throws {
    let rule = try rule()
    let result = try await talk(["run", rule], (Self.question, "d"))
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("to change that: shotflow auth grant \(rule)"))
    for _ in 0..<2 {
      let again = try await talk(["run", rule])
      #expect(again.status == .exited(77))
      #expect(again.errorText.contains("was denied the library"))
      #expect(!again.errorText.contains(Self.question))
    }
    // Nor by a new text in the same place.
    _ = try self.rule(about: "Better now.")
    #expect(try await talk(["run", rule]).errorText.contains("was denied"))
    _ = try await world.run("auth", "grant", rule)
    #expect(try await talk(["run", rule]).status == .exited(0))
  }

  @Test(.needs(.ownMounts)) func whatAnAdministratorForbidsIsNotAsked() async throws {
    try world.makePolicy("restrict library \(world.library)\n")
    let terminal = Terminal(columns: 80, showsOutput: false)
    let result = try await world.underPolicy("run \(try rule())", terminal: terminal).result()
    #expect(result.status == .exited(77))
    #expect(result.output.isEmpty)
    #expect(
      result.errorText.contains("the administrator's policy (/etc/shotflow/policy:1) forbids"))
    #expect(!result.errorText.contains(Self.question))
    #expect(!result.errorText.contains("auth grant"))
    // The user did not decide it, so nothing is left when the policy goes.
    #expect(try await world.run("auth", "log").text == "")
  }

  @Test func anAnswerCanHoldAfterEdits() async throws {
    let rule = try rule()
    let first = try await talk(["run", rule], (Self.question, "e"))
    #expect(first.status == .exited(0))
    _ = try self.rule(about: "Edited.")
    #expect(try await talk(["run", rule]).status == .exited(0))
    _ = try self.rule(wants: "\"to show the newest\", \"and more\"")
    let wider = try await talk(["run", rule], (Self.question, "\u{1B}"))
    #expect(wider.status == .exited(77))
    #expect(wider.errorText.contains("and more"))
  }

  @Test func anAnswerHoldsForTheTextThatWasAskedAbout() async throws {
    let rule = try rule()
    _ = try await talk(["run", rule], (Self.question, "a"))
    _ = try self.rule(about: "Edited.")
    let edited = try await talk(["run", rule], (Self.question, "\u{1B}"))
    #expect(edited.status == .exited(77))
  }

  @Test func whoChoosesShowsThoseAlone() async throws {
    let rule = try rule()
    let result = try await talk(
      ["run", rule], (Self.question, "c"),
      ("0 marked, 3 of 3 listed", "\t\t"), ("2 marked, 3 of 3 listed", "\u{1B}[A\t\t"),
      ("* 3  ", "\r"))
    #expect(result.status == .exited(0))
    let names = try result.records().compactMap(\.localIdentifier)
    #expect(names.count == 2)
    #expect(result.errorText.contains("granted for 2 assets"))
    #expect(try await world.run("run", rule).records().compactMap(\.localIdentifier) == names)
    #expect(try await world.run("auth", "status", rule).text.contains("limited to 2 assets"))
  }

  @Test(arguments: ["\u{1B}", "\u{4}"]) func whoLeavesTheChoiceLeavesItOpen(_ keys: String)
    async throws
  {
    let rule = try rule()
    let result = try await talk(
      ["run", rule], (Self.question, "c"), ("0 marked", "xyz\r"),
      ("No name has", keys))
    #expect(result.status == .exited(77))
    #expect(try await world.run("auth", "status", rule).text.contains("notDetermined"))
  }

  @Test(arguments: [1, 2]) func interruptingLeavesItOpen(_ depth: Int) async throws {
    let rule = try rule()
    let steps = [(Self.question, "c"), ("0 marked", "")]
    let program = try world.program(["run", rule], terminal: Terminal(showsOutput: false)).start()
    for (place, step) in steps.prefix(depth).enumerated() {
      #expect(await program.showed(step.0))
      program.send(place == depth - 1 ? "\u{3}" : step.1)
    }
    let result = await program.result()
    #expect(result.status == .exited(130))
    #expect(result.output.isEmpty)
    #expect(try await world.run("auth", "status", rule).text.contains("notDetermined"))
  }

  @Test func whatWasTypedBeforeAnswersNothing() async throws {
    let rule = try rule()
    // It starts when the terminal has what was typed.
    let program = try world.shell(
      "bash -c 'until read -t 0; do sleep 0.01; done'; exec \"$shotflow\" run '\(rule)'",
      terminal: Terminal(showsOutput: false)
    ).start()
    program.send("yaaaa\n")
    #expect(await program.showed(Self.question))
    // Return agrees to nothing either, nor does a letter that is no answer.
    program.send("\r\ry")
    program.send("\u{1B}")
    #expect(await program.result().status == .exited(77))
    #expect(try await world.run("auth", "status", rule).text.contains("notDetermined"))
  }

  @Test func aRulesTextCantPassForTheQuestion() async throws {
    let rule = try rule(
      about: "\\27[2J\\27[HAllowed.\\n  library   nothing\\r\u{202E}drow", wants: "\"\\7\\155\"",
      named: "x\u{1B}[31my.lua")
    let result = try await talk(["run", rule], (Self.question, "\u{1B}"))
    #expect(!result.errorText.contains("\u{1B}[2J"))
    #expect(!result.errorText.contains("x\u{1B}[31my"))
    #expect(!result.errorText.contains("\u{202E}"))
    #expect(!result.errorText.contains("\u{7}"))
    #expect(!result.errorText.contains("\n  library   nothing"))
    #expect(
      result.errorText.contains("\\x1b[2J\\x1b[HAllowed.\\n  library   nothing\\r\\u{202e}drow"))
  }

  @Test func aLongTextDoesNotPushTheQuestionAway() async throws {
    let reasons = (1...12).map { "\"reason \($0)\"" }.joined(separator: ", ")
    let rule = try rule(
      about: String(repeating: "buy now ", count: 2000), wants: reasons)
    let result = try await talk(["run", rule], ("[a/e/c/d/Esc]", "\u{1B}"), columns: 40)
    #expect(result.errorText.utf8.count < 2500)
    #expect(result.errorText.contains("and 7 more"))
    #expect(result.errorText.contains(world.library))
  }

  @Test(arguments: ["< /dev/null", "2> errors", "< /dev/null 2> errors"])
  func asksOnlyIfInputAndErrorsAreTheTerminal(_ redirection: String) async throws {
    let rule = try rule()
    let result = try await world.shell(
      "\"$shotflow\" run \(rule) \(redirection); echo \"status $?\"", terminal: Terminal()
    ).result()
    #expect(result.errorText.contains("status 77"))
    #expect(!result.errorText.contains(Self.question))
  }

  @Test func recordsStaySilentWhileItIsAsked() async throws {
    let rule = try rule()
    let result = try await talk(["run", rule], (Self.question, "a"))
    #expect(result.lines.allSatisfy { $0.hasPrefix("{\"v\":1") })
    #expect(!result.errorText.contains("\"kind\""))
  }

  @Test func aTriedStateIsAskedAndNotKept() async throws {
    let rule = try rule()
    _ = try await world.run("auth", "deny", rule)
    let result = try await talk(
      ["run", rule, "--auth", "notDetermined"], (Self.question, "a"))
    #expect(result.status == .exited(0))
    #expect(try await world.run("auth", "status", rule).text.contains("denied"))
  }

  @Test func aRequestAsksWithoutARun() async throws {
    let rule = try rule()
    let denied = try await talk(["auth", "request", rule], (Self.question, "d"))
    #expect(denied.status == .exited(77))
    _ = try await world.run("auth", "revoke", rule)
    let result = try await talk(["auth", "request", rule], (Self.question, "a"))
    #expect(result.status == .exited(0))
    #expect(result.output.isEmpty)
    #expect(try await world.run("auth", "request", rule).status == .exited(0))
  }

  @Test(arguments: ["a", "d", "\u{1B}"])
  func allThatARuleNeedsIsAskedOnce(key: String) async throws {
    let folder = world.path("copies")
    let rule = try world.rule(
      """
      return pipeline {
        about = "Shows trips.",
        wants = { "to show the newest", exec = "to convert", write = "to keep" },
        source { library = "pictures" }, exec { "true" }, copy { to = "\(folder)/" },
      }
      """, named: "trips.lua")
    let result = try await talk(["run", rule], ("May it do all of that?", key))
    for line in [
      "The rule \"trips\" asks for 3 permissions.", "  library   \(world.library)",
      "  because   \"to show the newest\"", "  to        start other programs",
      "  starts    \"true\"", "  because   \"to convert\"",
      "  does      copy files to \"\(folder)/\"",
      "  because   \"to keep\"",
    ] {
      #expect(result.errorText.contains(line), "\(line)")
    }
    let state = ["a": "authorized", "d": "denied"][key] ?? "notDetermined"
    #expect(try await log() == Array(repeating: "question \(state)", count: 3))
    #expect(result.status == .exited(key == "a" ? 0 : 77))
    if key == "a" {
      #expect(result.errorText.contains("--allow exec --allow write"))
      #expect(try await world.run("run", rule).status == .exited(0))
    }
  }

  @Test func whoChoosesAllowsTheRest() async throws {
    let rule = try rule(wants: "exec = \"to convert\"")
    let result = try await talk(
      ["run", rule], ("May it do all of that?", "c"), ("0 marked", "\t\r"))
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 1)
    let status = try await world.run("auth", "status", rule).text
    #expect(status.contains("limited to 1 asset"))
    #expect(status.contains("exec: to start other programs"))
  }

  @Test func onlyWhatIsUndecidedIsAsked() async throws {
    let rule = try rule(wants: "exec = \"to convert\"")
    _ = try await world.run("auth", "grant", rule, "--library", world.library)
    let result = try await talk(["run", rule], ("May it start other programs?", "a"))
    #expect(result.status == .exited(0))
    #expect(!result.errorText.contains("  library"))
  }
}
