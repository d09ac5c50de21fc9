import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The library of a user who does not name one on the command line.
@Suite struct UserLibraryTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (seed, folder) in ["named", "configured", "home/Pictures"].enumerated() {
      try world.picture("\(folder.split(separator: "/")[0]).png", seed: UInt64(seed), in: folder)
    }
  }

  private func run(
    _ words: [String], library: String? = nil, terminal: Terminal? = nil, input: String = ""
  ) async throws -> ProgramResult {
    var program = world.program(words, input: input.utf8, terminal: terminal)
    program.environment["SHOTFLOW_LIBRARY"] = library
    return try await program.result()
  }

  private func configure(_ text: String) throws {
    try world.directory.write(text, to: "config/shotflow/config.lua")
  }

  private var configuration: String { world.path("config/shotflow/config.lua") }

  private func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename)
  }

  @Test func theOptionComesBeforeTheVariableAndThatBeforeTheConfiguration() async throws {
    let rule = try world.libraryRule()
    try configure("-- mine\n\nreturn { library = \"\(world.path("configured"))\" }\n")
    let configured = try await run(["run", rule])
    #expect(try names(configured) == ["configured.png"])
    #expect(
      configured.errorText
        == "shotflow: library \"\(world.path("configured"))\", from \"\(configuration)\"\n")
    let variable = try await run(["run", rule], library: world.path("named"))
    #expect(try names(variable) == ["named.png"])
    #expect(
      variable.errorText == "shotflow: library \"\(world.path("named"))\", from SHOTFLOW_LIBRARY\n")
    let option = try await run(
      ["run", rule, "--library", world.path("home/Pictures")], library: world.path("named"))
    #expect(try names(option) == ["home.png"])
    #expect(option.errorText == "")
    #expect(try names(await run(["run", rule], library: "")) == ["configured.png"])
  }

  @Test func whatTheUserNamedNeedsNoPermission() async throws {
    let rule = try world.libraryRule("classify { own = { mediaType = \"image\" } }")
    #expect(try await run(["run", rule], library: world.path("named")).status == .exited(0))
    try configure("return { library = \"\(world.path("configured"))\" }\n")
    #expect(try await run(["run", rule]).status == .exited(0))
    #expect(try await world.run("auth", "log").text == "")
  }

  @Test func aRuleThatComesAlongMayReadAGuessedLibrary() async throws {
    try world.picture(in: "home/Pictures/Screenshots")
    let copy = try world.rule(
      try await world.shell("cat '\(ProgramWorld.recentRule)'").result().text, named: "copy.lua")
    for (rule, memory) in [(ProgramWorld.recentRule, "once"), (copy, "again")] {
      let result = try await run(["run", rule, "--now", ProgramWorld.now])
      #expect(result.status == .exited(0), "\(memory): \(result.errorText)")
      #expect(result.errorText == "")
      #expect(try names(result) == [ProgramWorld.screenshot])
      _ = try await world.run("ledger", "forget", "--memory", "recent")
    }
  }

  @Test(arguments: [
    "Screenshots/Screenshot from 2015-09-27 21-29-28.png",
    "Screenshots/Screenshot_20150927_212928.png", "Screenshot_20150927_212928.png",
    "Flameshot/2015-09-27_21-29.png",
  ])
  func theScreenshotsOfDesktopsAreInIt(_ path: String) async throws {
    let parts = path.split(separator: "/").map(String.init)
    let folder = (["home/Pictures"] + parts.dropLast()).joined(separator: "/")
    try world.picture(try #require(parts.last), seed: 50, in: folder)
    let result = try await run(["run", ProgramWorld.recentRule, "--now", "2015-09-27T21:29:29Z"])
    #expect(try names(result) == [parts.last], "\(result.errorText)")
  }

  @Test func anyOtherRuleAsksForAGuessedLibrary() async throws {
    let rule = try world.libraryRule()
    let refused = try await run(["run", rule])
    #expect(refused.status == .exited(77))
    #expect(refused.text == "")
    let pictures = world.path("home/Pictures")
    let grant = "shotflow auth grant \(rule) --library \(pictures)"
    #expect(
      refused.errorText
        == "shotflow: the rule \"rule\" has no permission for the library \"\(pictures)\" yet; "
        + "to allow it for one run: --library \(pictures); to grant it: \(grant)\n")
    #expect(try await run(["auth", "request", rule]).status == .exited(77))
    #expect(try await run(["auth", "grant", rule]).status == .exited(0))
    #expect(try await run(["auth", "status", rule]).text.contains("authorized  the library"))
    #expect(try names(await run(["run", rule])) == ["home.png"])
    #expect(try await run(["auth", "deny", rule]).status == .exited(0))
    #expect(try await run(["run", rule]).status == .exited(77))
  }

  @Test func aPermissionCanBeTakenBackWhateverIsConfigured() async throws {
    let rule = try world.libraryRule()
    #expect(try await run(["auth", "grant", rule]).status == .exited(0))
    try configure("nonsense\n")
    let result = try await run(["auth", "revoke", rule])
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains("took back 1 decision"))
  }

  @Test func aGuessedLibraryCanBeGivenInPart() async throws {
    try world.picture("other.png", seed: 9, in: "home/Pictures")
    let rule = try world.libraryRule()
    #expect(try await run(["auth", "limit", rule, "other.png"]).status == .exited(0))
    #expect(try names(await run(["run", rule])) == ["other.png"])
    // The whole of it is another question, and so is what is hidden.
    let hidden = try world.rule("return pipeline { source { includeHidden = true } }")
    let result = try await run(["run", hidden])
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("hidden assets too"))
  }

  @Test func aGuessIsAskedOnTheTerminal() async throws {
    let rule = try world.libraryRule()
    let program = try world.program(["run", rule], terminal: Terminal(showsOutput: false)).start()
    #expect(await program.showed("library   \(world.path("home/Pictures"))"))
    #expect(await program.showed("May it see the pictures?"))
    program.send("a")
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(try names(result) == ["home.png"])
  }

  @Test func nothingIsOpenedToExplainARuleWithoutPermission() async throws {
    let rule = try world.libraryRule()
    let result = try await run(["explain", rule])
    #expect(result.status == .exited(0))
    #expect(result.text.contains("access   notDetermined: the library"))
    let shipped = try await run(["explain", ProgramWorld.albumsRule])
    #expect(shipped.status == .exited(0))
    #expect(!shipped.text.contains("access"))
  }

  @Test func aBrowserTakesTheUsersLibrary() async throws {
    let request = "{\"id\":1,\"range\":[0,9]}\n"
    let guessed = try await run(["browse"], input: request)
    #expect(try guessed.records().map(\.filename) == ["home.png", nil])
    let named = try await run(["browse"], library: world.path("named"), input: request)
    #expect(try named.records().map(\.filename) == ["named.png", nil])
    try configure(
      "return { library = { \"\(world.path("named"))\", \"\(world.path("configured"))\" } }\n")
    let several = try await run(["browse"], input: request)
    #expect(several.status == .exited(64))
    #expect(several.errorText.contains("name one: --library FOLDER"))
  }

  @Test func severalLibrariesCanBeConfigured() async throws {
    try configure("return { library = {\r\n\"\(world.path("named"))\", \"~/Pictures\" } }\r\n")
    let result = try await run(["run", try world.libraryRule()])
    #expect(try names(result) == ["named.png", "home.png"])
    #expect(result.errorText.hasPrefix("shotflow: libraries \"\(world.path("named"))\", \""))
  }

  @Test(arguments: [
    ("return { libary = '/x' }", 1, "no setting is called \"libary\"; did you mean \"library\"?"),
    ("\n-- a\nreturn { allow = 'exec' }", 3, "no setting is called \"allow\"; there are color"),
    ("return { library = 'Pictures' }", 1, "library takes a path that begins with / or ~/"),
    ("return { library = '' }", 1, "library takes a path that begins with / or ~/"),
    ("return { library = 5 }", 1, "library is a path or a list of paths, not a number"),
    (
      "return {\n color = 'allways' }", 2,
      "color is auto, always or never, not \"allways\"; did you"
    ),
    ("return { color = always }", 1, "unknown name \"always\""),
    ("return { progress = true }", 1, "progress is auto, bar, plain, json or none, not true"),
    ("return { format = 'xml' }", 1, "format is ndjson, "),
    ("return { rules = 'all' }", 1, "rules is a table, such as { recent = {"),
    ("return { rules = { recent = 1 } }", 1, "recent is a table, such as { window"),
    ("return { 'x' }", 1, "the table that is returned has names"),
    ("return options { a = 1 }", 1, "the file has no options"),
    ("library = '~/Pictures'\nreturn nil", 0, "the file returns a table, such as return {"),
    ("return { library = function() end }", 0, "a setting can't be a function"),
    ("return {\n", 2, "unexpected symbol near <eof>"),
    ("return os.getenv('HOME')", 1, "unknown name \"os\""),
    ("while true do end", 1, "the rule ran more than 10000000 instructions"),
  ])
  func aWrongConfigurationIsReportedWithItsLine(
    _ text: String, _ line: Int, _ message: String
  ) async throws {
    try configure(text)
    for words in [
      ["run", ProgramWorld.recentRule], ["browse"], ["explain", ProgramWorld.albumRule],
      ["find", "-l", world.path("named")], ["config", "check"], ["config", "show"],
    ] {
      let result = try await run(words)
      #expect(result.status == .exited(64))
      #expect(result.text == "")
      let place = line == 0 ? configuration : "\(configuration):\(line)"
      #expect(result.errorText.hasPrefix("\(place): \(message)"), "\(result.errorText)")
    }
  }

  @Test(arguments: [
    ("chmod 666 config.lua", "other users can write it; to change that: chmod go-w"),
    ("chmod 620 config.lua", "other users can write it"),
    ("chmod 777 .", "other users can write its folder"),
    (
      "mkdir theirs; chmod 777 theirs; mv config.lua theirs; ln -s theirs/config.lua config.lua",
      "its folder"
    ),
    ("rm config.lua; mkfifo config.lua", "is not an ordinary file"),
    ("rm config.lua; mkdir config.lua", "is not an ordinary"),
  ])
  func aConfigurationThatOthersCouldHaveWrittenIsRefused(
    _ change: String, _ message: String
  ) async throws {
    try configure("return { library = \"\(world.path("configured"))\" }\n")
    _ = try await world.shell("cd config/shotflow && \(change)").result()
    let result = try await run(["run", ProgramWorld.recentRule])
    #expect(result.status == .exited(77))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("the configuration \"\(configuration)\" is refused"))
    #expect(result.errorText.contains(message), "\(result.errorText)")
    // It may set more than the library.
    #expect(
      try await run(["run", try world.libraryRule()], library: world.path("named")).status
        == .exited(77))
  }

  @Test func anOldConfigurationIsReportedWithTheRemedy() async throws {
    let former = try world.directory.write("library = /x\n", to: "config/shotflow/config")
    let result = try await run(["run", ProgramWorld.recentRule])
    #expect(result.status == .exited(64))
    #expect(
      result.errorText == "shotflow: \"\(former)\" is no longer read; name its libraries in"
        + " \"\(configuration)\": return { library = \"~/Pictures\" }\n")
    #expect(try await run(["config", "check"]).status == .exited(64))
    // Where the library is named, nothing of it was of use.
    let named = try await run(["run", try world.libraryRule()], library: world.path("named"))
    #expect(named.status == .exited(0))
    try configure("return {}")
    #expect(try names(await run(["find", "--limit", "1"])) == ["home.png"])
  }

  @Test(.needs(.unprivilegedUser)) func aConfigurationOfAnotherUserIsRefused() async throws {
    try world.directory.makeFolder("config/shotflow")
    // A file of root's, which the user can read.
    #expect(symlink("/etc/passwd", configuration) == 0)
    let result = try await world.runUnprivileged("run", ProgramWorld.recentRule)
    #expect(result.status == .exited(77))
    #expect(result.text == "")
    #expect(result.errorText.contains("refused: it belongs to another user"), "\(result.errorText)")
  }

  @Test func aConfigurationOfOnesOwnMayBeALink() async throws {
    try world.directory.write(
      "return { library = \"\(world.path("configured"))\" }\n", to: "dotfiles/config")
    try world.directory.makeFolder("config/shotflow")
    #expect(symlink(world.path("dotfiles/config"), configuration) == 0)
    #expect(try names(await run(["run", try world.libraryRule()])) == ["configured.png"])
  }

  @Test func aConfiguredLibraryGivesARuleNothingThatItNamesItself() async throws {
    try configure("return { library = \"\(world.path("configured"))\" }\n")
    let rule = try world.rule(
      "return pipeline { source { library = \"\(world.path("configured"))\" } }")
    let result = try await run(["run", rule], library: world.path("configured"))
    #expect(result.status == .exited(77))
    #expect(result.text == "")
    #expect(!result.errorText.contains("SHOTFLOW_LIBRARY"))
  }

  @Test func aRuleThatReadsNoLibraryTakesNone() async throws {
    let rule = try world.inputRule()
    let result = try await run(["run", rule, "named/named.png"], library: "/nowhere")
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    try configure("nonsense\n")
    #expect(try await run(["check", ProgramWorld.recentRule]).status == .exited(0))
  }

  @Test func aMissingNamedLibraryIsReportedWithItsOrigin() async throws {
    let result = try await run(["run", ProgramWorld.recentRule], library: "/nowhere")
    #expect(result.status == .exited(66))
    #expect(
      result.errorLines == [
        "shotflow: library \"/nowhere\", from SHOTFLOW_LIBRARY",
        "shotflow: library \"/nowhere\": no such file or folder",
      ])
  }

  @Test(.needs(.ownMounts)) func aPolicyForbidsAGuessedLibraryAsWell() async throws {
    try world.makePolicy("restrict library \(world.path("home/Pictures"))\n")
    let result = try await world.underPolicy("run \(ProgramWorld.recentRule)").result()
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("the administrator's policy"))
  }
}
