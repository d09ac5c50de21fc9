import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules by name: the places where they are looked for, and the messages about missing ones.
@Suite struct RuleNameTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png")
    try world.directory.makeFolder("share/rules")
  }

  private static let listing =
    "return pipeline { about = \"Lists all.\", source {}, filter { filename = present } }"

  /// A rule of the user's.
  @discardableResult
  private func own(_ name: String, _ text: String = listing) throws -> String {
    try world.directory.write(text, to: "config/shotflow/rules/\(name).lua")
  }

  /// A rule that ships, where the program looks for such.
  @discardableResult
  private func shipped(_ name: String, _ text: String = listing) throws -> String {
    try world.directory.write(text, to: "share/rules/\(name).lua")
  }

  private func run(_ words: String..., terminal: Terminal? = nil) async throws -> ProgramResult {
    try await run(words, terminal: terminal)
  }

  private func run(_ words: [String], terminal: Terminal? = nil) async throws -> ProgramResult {
    var program = world.program(words, terminal: terminal)
    program.environment["SHOTFLOW_SHARE"] = world.path("share")
    return try await program.result()
  }

  private func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename)
  }

  @Test func theUsersAndThoseThatShipAreFound() async throws {
    try own("mine")
    try shipped("theirs")
    for name in ["mine", "theirs"] {
      let result = try await run("run", name, "-l", world.library)
      #expect(try names(result) == ["a.png"], "\(result.errorText)")
      #expect(result.errorText == "")
      #expect(try await run("check", name).text == "\(name): ok, 2 stages\n")
      #expect(try await run("explain", name, "-l", world.library).text.contains("rule     \(name)"))
      #expect(try await run("auth", "status", name).status == .exited(0))
      #expect(try await run("run", name, "--help").text.contains("Lists all."))
      #expect(try await run("fields", name).status == .exited(0))
    }
  }

  @Test func theProgramsOfACheckoutAndOfAPrefixHaveTheirRules() async throws {
    let here = try await world.run("check", "recent", "pick", "albums")
    #expect(here.status == .exited(0), "\(here.errorText)")
    try world.directory.makeFolder("prefix/bin")
    _ = try await RunProgram("/bin/cp", [Products.shotflow, world.path("prefix/bin/tool")]).result()
    func check(_ name: String) async throws -> ProgramResult {
      try await RunProgram(
        world.path("prefix/bin/tool"), ["check", name], environment: world.environment
      ).result()
    }
    #expect(try await check("theirs").status == .exited(64))
    try world.directory.write(Self.listing, to: "prefix/share/shotflow/rules/theirs.lua")
    #expect(try await check("theirs").text == "theirs: ok, 2 stages\n")
  }

  @Test func theUsersRuleComesBeforeTheOneThatShips() async throws {
    try shipped("both")
    let mine = try own("both", "return pipeline { source {}, filter { filename = absent } }")
    for words in [["both"], ["run", "both"], ["both", "--user"], ["run", "--user", "both"]] {
      let result = try await run(words + ["-l", world.library])
      #expect(result.status == .exited(0))
      #expect(result.text == "", "\(words)")
      #expect(result.errorText == "")
    }
    for words in [["both", "--shipped"], ["run", "both", "--shipped"]] {
      #expect(try names(await run(words + ["-l", world.library])) == ["a.png"], "\(words)")
    }
    let explained = try await run("explain", "--shipped", "both", "-l", world.library)
    #expect(explained.errorText == "")
    let both = try await run("both", "--user", "--shipped")
    #expect(both.status == .exited(64))
    #expect(both.errorText.hasPrefix("shotflow: --user and --shipped exclude each other; "))
    try FileManager.default.removeItem(atPath: mine)
    #expect(try names(await run("both", "-l", world.library)) == ["a.png"])
    // What ships is never the user's.
    try shipped("theirs")
    let missing = try await run("run", "theirs", "--user")
    #expect(missing.status == .exited(64))
    #expect(
      missing.errorText
        == "shotflow: no rule of your own is called \"theirs\"; without --user it is"
        + " the one that ships\n")
  }

  @Test func aRuleIsACommand() async throws {
    try own("mine")
    try own("find", "return pipeline { about = \"Not the command.\", source { album = \"none\" } }")
    let path = try world.rule(Self.listing, named: "rules/x.lua")
    for words in [["mine"], ["rules/x.lua"], [path], ["--color", "never", "mine"]] {
      #expect(try names(await run(words + ["-l", world.library])) == ["a.png"], "\(words)")
    }
    // A command keeps its name, and run reaches the rule.
    #expect(try await run("find", "--help").text.contains("--print-rule"))
    #expect(try await run("run", "find", "--help").text.contains("Not the command."))
    for words in [["mine", "--help"], ["help", "mine"]] {
      let help = try await run(words).text
      #expect(help.contains("Lists all.") && help.contains("USAGE: shotflow mine ["), "\(help)")
    }
    #expect(try await run("run", "find", "--help").text.contains("USAGE: shotflow run find ["))
    let near = try await run("mien", "--limit", "3")
    #expect(near.status == .exited(64))
    #expect(
      near.errorText
        == "shotflow: no command or rule is called \"mien\"; did you mean \"mine\"?\n")
    // The folder at hand is not searched, and an option of the rule is one behind its name, too.
    _ = try world.rule(Self.listing, named: "here.lua")
    #expect(try await run("here").status == .exited(64))
    try own(
      "some",
      "local o = options { most = 1 } return pipeline { source {}, filter { limit = o.most } }")
    try world.picture("b.png", seed: 2)
    #expect(try names(await run("some", "--most", "2", "-l", world.library)).count == 2)
  }

  @Test func theFolderAtHandIsNeverSearched() async throws {
    _ = try world.rule(Self.listing, named: "here.lua")
    _ = try world.rule(Self.listing, named: "plain")
    for (name, file) in [("here", "./here.lua"), ("plain", "./plain")] {
      let result = try await run("run", name, "-l", world.library)
      #expect(result.status == .exited(64))
      #expect(
        result.errorText
          == "shotflow: no rule is called \"\(name)\"; for the file in this folder, type \(file)\n")
      #expect(try await run("run", file, "-l", world.library).status == .exited(0))
    }
    // A word that ends with .lua is a path.
    #expect(try await run("run", "here.lua", "-l", world.library).status == .exited(0))
  }

  @Test func aMisspeltNameIsReportedWithTheNearest() async throws {
    try own("holiday")
    let result = try await run("run", "holidy")
    #expect(result.status == .exited(64))
    #expect(
      result.errorText == "shotflow: no rule is called \"holidy\"; did you mean \"holiday\"?\n")
    let far = try await run("check", "nothing")
    #expect(far.status == .exited(64))
    #expect(
      far.errorText == "shotflow: no rule is called \"nothing\"; \"shotflow rules\" lists them;"
        + " a path needs its / or .lua\n")
  }

  @Test func aNamedRuleIsPermittedByItsContent() async throws {
    try world.picture("home.png", seed: 7, in: "home/Pictures")
    let path = try own("mine")
    // Others can write it, so it is no rule of the user's own.
    chmod(path, 0o666)
    let refused = try await run("run", "mine")
    #expect(refused.status == .exited(77))
    #expect(refused.errorText.contains("to grant it: shotflow auth grant \(path) --library"))
    #expect(try await run("auth", "grant", "mine").status == .exited(0))
    #expect(try names(await run("run", path)) == ["home.png"])
    // A shipped text needs none, wherever its file is; another text in that place does.
    let recent = try await world.shell("cat '\(ProgramWorld.recentRule)'").result().text
    try shipped("recent", recent)
    #expect(try await run("run", "recent").status == .exited(0))
    try shipped("recent", recent + "\n")
    #expect(try await run("run", "recent").status == .exited(77))
  }

  @Test func aFileOrFolderComesBeforeARuleForThePicker() async throws {
    try own("pictures")
    try own("mine")
    func pick(_ words: String...) async throws {
      var program = world.program(["pick"] + words, terminal: Terminal())
      program.environment["SHOTFLOW_SHARE"] = world.path("share")
      let started = try program.start()
      #expect(await started.showed("0 marked, 1 of 1 listed"))
      started.send("\u{1B}")
      #expect(await started.result().status == .exited(0))
    }
    try await pick("pictures")
    try await pick("mine", "-l", world.library)
  }

  @Test func rulesAreListedWithWhatTheyAreForAndBrokenOnesWithTheReason() async throws {
    try shipped("both")
    try own("both", "return pipeline { about = \"Mine.\", source {} }")
    try own("broken", "return pipeline {\n fliter {} }")
    try own(
      "needs",
      "local o = options { to = required(\"x\") } return pipeline { source { album = o.to } }")
    try world.directory.makeFolder("config/shotflow/rules/folder.lua")
    struct Line: Decodable, Equatable {
      let name, origin, path: String
      let about, problem, needsOption: String?
    }
    let result = try await run("rules")
    #expect(result.status == .exited(0))
    let lines = try result.decodedLines(as: Line.self)
    #expect(lines.map(\.name) == ["both", "both", "broken", "needs"])
    #expect(lines.map(\.origin) == ["user", "shipped", "user", "user"])
    #expect(lines.map(\.about) == ["Mine.", "Lists all.", nil, nil])
    #expect(lines.map(\.needsOption) == [nil, "--shipped", nil, nil])
    #expect(lines[2].problem == "line 2: unknown function \"fliter\"; did you mean \"filter\"?")
    #expect(lines[3].problem == nil)
    let table = try await run("rules", terminal: Terminal())
    let text = table.text + table.errorText
    #expect(text.contains("both    shipped (--shipped)  Lists all."), "\(text)")
    #expect(text.contains("broken  user                 broken: line 2: unknown function"))
  }

  @Test func aNewRuleRunsAsItIs() async throws {
    let made = try await run("new", "trip")
    #expect(made.status == .exited(0))
    #expect(made.text == world.path("config/shotflow/rules/trip.lua") + "\n")
    #expect(
      made.errorText == "shotflow: written; to try it: shotflow trip -l LIBRARY --dry-run\n")
    #expect(try await run("check", "trip").status == .exited(0))
    #expect(
      try names(await run("run", "trip", "-l", world.library, "--limit", "1")) == ["a.png"])
    let again = try await run("new", "trip")
    #expect(again.status == .exited(73))
    #expect(again.errorText.contains("trip.lua\": a file of that name exists already"))
  }

  @Test func aNewRuleCanBeginAsAnother() async throws {
    let path = try shipped("both")
    let made = try await run("new", "both", "--from", "both")
    #expect(
      made.errorText
        == "shotflow: written; to try it: shotflow both -l LIBRARY --dry-run\n")
    #expect(
      try String(contentsOfFile: made.text.trimmingCharacters(in: .newlines), encoding: .utf8)
        == String(contentsOfFile: path, encoding: .utf8))
    let placed = try await run("new", "./mine.lua", "--from", path)
    #expect(placed.text == "./mine.lua\n")
    #expect(placed.errorText.contains("shotflow ./mine.lua -l LIBRARY --dry-run"))
    #expect(try await run("run", "mine.lua", "-l", world.library).status == .exited(0))
  }

  @Test(arguments: [
    ("a b", 64, "a rule's name is letters, digits, - and _, not \"a b\""),
    ("..", 64, "a rule's name is letters, digits, - and _"),
    ("nowhere/x.lua", 73, "can't write \"nowhere/x.lua\": no such file or directory"),
    ("nowhere/", 64, "a rule is a name such as trip"),
  ])
  func aNameThatNoRuleCanHaveIsRefused(name: String, status: Int32, message: String) async throws {
    let result = try await run("new", name)
    #expect(result.status == .exited(status))
    #expect(result.text == "")
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }
}
