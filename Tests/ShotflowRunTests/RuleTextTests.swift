import ProgramSupport
import TestSupport
import Testing

/// Rules that are in no file: on the command line, on standard input, in a pipe.
@Suite struct RuleTextTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png")
  }

  private static let listing = "return pipeline { source {}, filter { limit = 1 } }"

  private func run(_ words: String..., input: String = "") async throws -> ProgramResult {
    try await world.program(words, input: input.utf8).result()
  }

  private func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename)
  }

  @Test func theCommandLineHoldsARule() async throws {
    let result = try await run("run", "-e", Self.listing, "-l", world.library)
    #expect(try names(result) == ["a.png"], "\(result.errorText)")
    let lines = try await run(
      "run", "-e", "--[[ two lines ]] local n = 1", "-l", world.library, "-e",
      "return pipeline { source {}, filter { limit = n } }")
    #expect(try names(lines) == ["a.png"], "\(lines.errorText)")
    #expect(try await run("check", "-e", Self.listing).text == "-e: ok, 2 stages\n")
    #expect(
      try await run("explain", "-e", Self.listing, "-l", world.library).text
        .contains("limit    in order"))
    #expect(try await run("run", "-e").errorText.hasPrefix("shotflow: -e takes a value; "))
  }

  @Test(arguments: [["pictures/a.png", "-e"], ["-e"]])
  func otherWordsAreTheRulesOwn(before: [String]) async throws {
    let text =
      "local o = options { n = { 0, \"n\" } }"
      + " return pipeline { source { stdin = true }, filter(function() return o.n == 7 end) }"
    let behind = before.count == 1 ? ["pictures/a.png"] : []
    let words = ["run"] + before + [text, "--n", "7"] + behind
    let result = try await world.program(words).result()
    #expect(try names(result) == ["a.png"], "\(result.errorText)")
  }

  @Test func standardInputHoldsARule() async throws {
    let result = try await run("run", "-", "-l", world.library, input: Self.listing)
    #expect(try names(result) == ["a.png"], "\(result.errorText)")
    for command in ["check", "explain"] {
      #expect(try await run(command, "-", input: Self.listing).status == .exited(0))
    }
    let records = "return pipeline { source { stdin = true } }"
    let both = try await run("run", "-", input: records)
    #expect(both.status == .exited(64))
    #expect(both.text == "")
    #expect(both.errorText.contains("standard input holds the rule, so it can't hold records"))
    let named = try await run("run", "-", "pictures/a.png", input: records)
    #expect(try names(named) == ["a.png"], "\(named.errorText)")
  }

  @Test(arguments: ["/dev/fd/5", "/proc/self/fd/5"]) func aPipeHoldsARule(_ path: String)
    async throws
  {
    let script =
      "echo '\(Self.listing)' | { exec 5<&0; \"$shotflow\" run \(path) -l pictures < /dev/null; }"
    let result = try await world.shell(script).result()
    #expect(try names(result) == ["a.png"], "\(result.errorText)")
    let wrong = try await world.shell(
      "echo 'return pipeline { fliter {} }' | \"$shotflow\" run /dev/stdin"
    ).result()
    #expect(wrong.status == .exited(65))
    #expect(
      wrong.errorLines.prefix(3) == [
        "/dev/stdin:1: unknown function \"fliter\"; did you mean \"filter\"?",
        "    return pipeline { fliter {} }", "                      ^^^^^^",
      ])
  }

  @Test func aPipeIsBoundedAndAnswersForWhatItHolds() async throws {
    let endless = try await world.shell(
      "\"$shotflow\" check /dev/fd/0 < /dev/zero; echo $?"
    ).result()
    #expect(endless.text == "65\n")
    #expect(endless.errorText.contains("is larger than 1 MiB"))
    let closed = try await world.shell("\"$shotflow\" check /dev/fd/999; echo $?").result()
    #expect(closed.text == "65\n")
    #expect(closed.errorText.contains("/dev/fd/999: can't be read: bad file descriptor"))
    // A pipe with a name may have no writer, and would be waited for.
    let named = try await world.shell("mkfifo rule.lua; \"$shotflow\" check rule.lua").result()
    #expect(named.errorText.contains("is not a regular file"))
  }

  @Test func problemsQuoteTheText() async throws {
    for (words, input) in [
      (["run", "-e", "return pipeline {\nfliter {} }"], ""),
      (["run", "-"], "return pipeline {\nfliter {} }"),
    ] {
      let result = try await world.program(words, input: input.utf8).result()
      #expect(result.status == .exited(65))
      #expect(
        result.errorLines.prefix(3) == [
          "\(words[1]):2: unknown function \"fliter\"; did you mean \"filter\"?",
          "    fliter {} }", "    ^^^^^^",
        ])
    }
  }

  @Test func aTextIsPermittedForOneRunOrAsItIs() async throws {
    try world.picture("home.png", seed: 7, in: "home/Pictures")
    let home = world.path("home/Pictures")
    let listing = "return pipeline { source { library = \"\(home)\" } }"
    let refused = try await run("run", "-e", listing)
    #expect(refused.status == .exited(77))
    #expect(
      refused.errorText == "shotflow: the rule \"-e\" has no permission for the library \"\(home)\""
        + " yet; to allow it for one run: --library \(home)\n")
    let exec =
      "return pipeline { wants = { exec = \"x\" }, source { stdin = true }, exec { \"cat\" } }"
    let program = try await run("run", "-e", exec, "pictures/a.png")
    #expect(
      program.errorText.contains(
        "has no permission to start other programs yet; to allow it for one run: --allow exec"))
    let asked = try world.program(
      ["run", "-e", listing], terminal: Terminal(columns: 100, showsOutput: false)
    ).start()
    #expect(await asked.showed("May it see the pictures?  [a/c/d, Esc leaves it]"))
    asked.send("a")
    let result = await asked.result()
    #expect(try names(result) == ["home.png"])
    #expect(result.errorText.contains("rule      a text that is in no file  ("))
    #expect(result.errorText.contains("to take it back: shotflow auth revoke "))
    #expect(try names(await run("run", "-e", listing)) == ["home.png"])
    #expect(try await run("run", "-e", listing + " ").status == .exited(77))
    let digest = try await run("auth", "status").lines[1].split(separator: " ")[2]
    #expect(try await run("auth", "revoke", "\(digest)").errorText.contains("took back 1 decision"))
    #expect(try await run("run", "-e", listing).status == .exited(77))
  }

  @Test func aTextHasThePluginsAndNoFolderOfItsOwn() async throws {
    try world.directory.write("return filter { limit = 1 }", to: "config/shotflow/plugins/one.lua")
    try world.directory.write("return filter { limit = 1 }", to: "beside.lua")
    let text = "return pipeline { source {}, require \"one\" }"
    #expect(try names(await run("run", "-e", text, "-l", world.library)) == ["a.png"])
    let other = try await run("run", "-e", "return pipeline { source {}, require \"beside\" }")
    #expect(other.status == .exited(65))
    #expect(other.errorText.contains("no module \"beside\""))
  }

  @Test func aTerminalShowsTheReasonForTheWait() async throws {
    let rule = try world.inputRule()
    let program = try world.program(["run", rule], terminal: Terminal(showsOutput: false)).start()
    #expect(await program.showed("waiting for paths or records, one a line; Ctrl-D ends them"))
    program.send("pictures/a.png\n\u{4}")
    #expect(try names(await program.result()) == ["a.png"])
    let typed = try world.program(
      ["run", "-", "-l", world.library], terminal: Terminal(showsOutput: false)
    ).start()
    #expect(await typed.showed("type the rule; Ctrl-D ends it"))
    typed.send(Self.listing + "\n\u{4}")
    #expect(try names(await typed.result()) == ["a.png"])
  }
}
