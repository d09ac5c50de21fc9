import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `plugins list`, `info`, `path`, `new`, `test` and `definitions`.
@Suite struct PluginCommandTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  @Test(arguments: ["classify", "filter", "map", "key", "text"])
  func aNewPluginOfEachRoleKeepsTheContract(_ role: String) async throws {
    let made = try await world.run("plugins", "new", "mine", "--role", role)
    #expect(made.status == .exited(0), "\(made.errorText)")
    let path = world.path("config/shotflow/plugins/mine")
    #expect(made.lines == ["\(path).lua", "\(path)_test.lua"])
    let tests = try await world.run("test", "\(path)_test.lua")
    #expect(tests.status == .exited(0), "\(tests.text)\(tests.errorText)")
    #expect(tests.lines.contains { $0.hasPrefix("  ok") })
    let test = try await world.run("plugins", "test", "mine")
    #expect(test.status == .exited(0), "\(test.errorText)")
    #expect(test.lines.last == "mine keeps the contract")
    let list = try await world.run("plugins", "list", "--json")
    #expect(list.lines.count == 1)
    #expect(list.lines[0].contains("\"name\":\"mine\",\"role\":\"\(role)\",\"version\":\"0.1\""))
    let again = try await world.run("plugins", "new", "mine", "--role", role)
    #expect(again.status == .exited(64))
    #expect(again.errorText.contains("there is a plugin \"mine\" already"))
  }

  @Test func aPluginMayBeWrittenAnywhere() async throws {
    try world.directory.makeFolder("rules")
    #expect(
      try await world.run("plugins", "new", "rules/nearby.lua").lines
        == ["rules/nearby.lua", "rules/nearby_test.lua"])
    #expect(try await world.run("plugins", "test", "rules/nearby.lua").status == .exited(0))
    #expect(try await world.run("test", "rules").status == .exited(0))
    try world.directory.write(
      "return pipeline { source { stdin = true }, require(\"nearby\") {} }", to: "rules/a.lua")
    #expect(try await world.run("check", "rules/a.lua").status == .exited(0))
  }

  @Test func theTestsOfANewPluginFailWhenItIsBroken() async throws {
    let made = try await world.run("plugins", "new", "mine.lua", "--role", "filter")
    #expect(made.status == .exited(0))
    let text = try String(contentsOfFile: world.path("mine.lua"), encoding: .utf8)
    try world.directory.write(text.replacing(">= o.least", with: "< o.least"), to: "mine.lua")
    let result = try await world.run("test", "mine_test.lua")
    #expect(result.status == .exited(3))
    #expect(result.text.contains("FAIL  wide pictures stay"))
  }

  @Test func aFolderThatCannotBeListedIsNotTakenForAnEmptyOne() async throws {
    try world.directory.write("", to: "config/shotflow/plugins")
    let list = try await world.run("plugins", "list")
    #expect(list.status == .exited(3))
    #expect(list.errorText.contains("config/shotflow/plugins\": not a directory"))
    #expect(!list.errorText.contains("there are no plugins"))
    let info = try await world.run("plugins", "info", "mine")
    #expect(info.status != .exited(0))
    #expect(info.errorText.contains("not a directory"))
  }

  @Test(.needs(.unprivilegedUser))
  func aPluginsFolderThatCannotBeReadIsNotTakenForAnEmptyOne() async throws {
    try world.directory.write("", to: "config/shotflow/plugins/mine/init.lua")
    let folder = try world.makeFolder("config/shotflow/plugins/mine", mode: 0)
    defer { chmod(folder, 0o755) }
    let list = try await world.runUnprivileged("plugins", "list")
    #expect(list.status == .exited(3))
    #expect(list.errorText.contains("plugins/mine\": permission denied"), "\(list.errorText)")
    #expect(!list.errorText.contains("there are no plugins"))
    let info = try await world.runUnprivileged("plugins", "info", "mine")
    #expect(info.errorText.contains("plugins/mine\": permission denied"))
    let other = try await world.runUnprivileged("plugins", "info", "other")
    #expect(other.errorText.contains("no plugin is called \"other\""))
  }

  @Test func aLinkToNothingIsNotTakenForAnEmptyFolder() async throws {
    try world.directory.makeFolder("config/shotflow")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("config/shotflow/plugins"), withDestinationPath: world.path("gone"))
    let list = try await world.run("plugins", "list")
    #expect(list.status == .exited(3))
    #expect(list.errorText.contains("config/shotflow/plugins\": no such file or directory"))
  }

  @Test func nothingIsWrittenWhereTestsAreAlready() async throws {
    try world.directory.write("mine", to: "mine_test.lua")
    let result = try await world.run("plugins", "new", "mine.lua")
    #expect(result.status == .exited(73))
    #expect(result.errorText.contains("\"mine_test.lua\": a file of that name exists already"))
    #expect(!FileManager.default.fileExists(atPath: world.path("mine.lua")))
  }

  @Test func aPluginInAFolderHasItsTestsThere() async throws {
    try world.directory.write(
      """
      return stage { name = "own", role = "filter", api = 1, summary = "is own",
        process = function(asset) return asset.filename == "a" end }
      """, to: "mine/init.lua")
    try world.directory.write(
      """
      return { stage = "own {}", tests = {
        { name = "a stays", assets = { { filename = "a" }, { filename = "b" } }, expect = { { filename = "a" } } },
      } }
      """, to: "mine/own_test.lua")
    let result = try await world.run("test", "mine")
    #expect(result.status == .exited(0), "\(result.text)\(result.errorText)")
  }

  @Test func aProgramIsHeldToItsContract() async throws {
    for (name, text) in [("copy", "exec cat"), ("rude", "echo hello; exec cat")] {
      try world.directory.write("#!/bin/sh\n\(text)\n", to: name)
      chmod(world.path(name), 0o755)
    }
    let kept = try await world.run("plugins", "test", world.path("copy"))
    #expect(kept.status == .exited(0), "\(kept.errorText)")
    #expect(kept.lines.last?.hasSuffix("copy keeps the contract") == true)
    let broken = try await world.run("plugins", "test", world.path("rude"))
    #expect(broken.status == .exited(3))
    #expect(broken.errorText.contains("with a line that is no record: hello"))
    try world.directory.write("#!/bin/sh\nexec cat\n", to: "plain")
    let plain = try await world.run("plugins", "test", "./plain")
    #expect(plain.status == .exited(64))
    #expect(plain.errorText.contains("it is not executable: chmod +x ./plain"))
  }

  /// Metadata is read when the function asks for it.
  @Test func aPluginMayReadMetadata() async throws {
    try world.plugin(
      "lens", role: "classify", "fields = { lens = { \"text\", \"the lens\" } },",
      process: "return asset.exif and { lens = asset.exif.LensModel }")
    let test = try await world.run("plugins", "test", "lens")
    #expect(test.status == .exited(0), "\(test.errorText)")
  }

  @Test func theAssetsOfItsTestsAreSamples() async throws {
    try world.plugin(
      "rare", role: "classify", "fields = { rare = { \"flag\", \"is rare\" } },",
      process: "if asset.title == \"A rare one\" then return { rare = true } end")
    let alone = try await world.run("plugins", "test", "rare")
    #expect(
      alone.errorText
        == "shotflow: rare: gives no sample the field \"rare\"; an asset of a test in rare_test.lua"
        + " has to get it\n")
    try world.directory.write(
      """
      return { stage = "rare {}", tests = { {
        name = "finds it", assets = { { filename = "a.jpg", title = "A rare one" } }, count = 1,
      } } }
      """, to: "config/shotflow/plugins/rare_test.lua")
    let test = try await world.run("plugins", "test", "rare")
    #expect(test.status == .exited(0), "\(test.errorText)")
  }

  @Test func aFolderIsTestedFromWhereverTheUserIs() async throws {
    try world.directory.write("return 3", to: "mine/deep/part.lua")
    try world.directory.write(
      """
      local part = require("own.deep.part")
      return stage { name = "own", role = "filter", api = 1, summary = "is own",
        process = function() return part == 3 end }
      """, to: "mine/init.lua")
    for word in ["mine/", "./mine/init.lua", "."] {
      var program = world.program(["plugins", "test", word])
      if word == "." { program.workingFolder = world.path("mine") }
      let result = try await program.result()
      #expect(result.lines.last == "own keeps the contract", "\(word): \(result.errorText)")
    }
  }

  @Test(arguments: [
    ("filter", "classify", "\"filter\" is a stage that comes with the program"),
    ("near", "key", "\"near\" is a word of every rule"), ("Big", "classify", "is made of a-z"),
    ("good", "sourc", "the role of a plugin in Lua is one of"),
    ("a_test", "filter", "\"a_test.lua\" would be a file of tests"),
  ])
  func noPluginIsWrittenThatCouldNotWork(
    _ name: String, _ role: String, _ message: String
  ) async throws {
    let result = try await world.run("plugins", "new", name, "--role", role)
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: world.path("config/shotflow/plugins")))
  }

  /// Each mistake, and the promise that it breaks.
  @Test(arguments: [
    ("return { much = asset.pixelWidth + 1 }", "fails for a sample: "),
    ("print(asset.filename) return { much = 1 }", "prints, which belongs to rules"),
    ("count = (count or 0) + 1 return { much = count }", "fails for a sample: "),
    ("total = total + 1 return { much = total }", "gives something else in four lanes than in one"),
    (
      "total = 1 - total return { much = total }",
      "gives an asset something else once it has seen another"
    ),
    ("return nil", "gives no sample the field \"much\""),
    ("while true do end", "does not run on samples"),
  ])
  func testNamesWhatIsWrong(_ work: String, _ violation: String) async throws {
    let path = try world.plugin(
      "faulty",
      """
      total = 0
      return stage { name = "faulty", role = "classify", api = 1, summary = "x",
        fields = { much = "number" }, process = function(asset, o) \(work) end }
      """)
    let result = try await world.run("plugins", "test", path)
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("shotflow: faulty: \(violation)"), "\(result.errorText)")
    #expect(result.output.isEmpty)
  }

  @Test func listNamesWhatIsBroken() async throws {
    try world.plugin("broken", "return stage { name = }")
    try world.plugin("fine", role: "filter", "", process: "return true")
    let result = try await world.run("plugins", "list", "--json")
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 2)
    #expect(result.lines[0].contains("\"problem\":\"line 1: unexpected symbol near '}'\""))
    #expect(result.lines[1].contains("\"summary\":\"is a test\""))
    let table = try await world.run("plugins", "list")
    #expect(table.text.contains("line 1: unexpected symbol"))
    let columns = try await world.run("plugins", "list", "--format", "csv", "--fields", "name,role")
    #expect(
      columns.text == "name,role\r\nbroken,\r\nfine,filter\r\n"
        || columns.text == "name,role\nbroken,\nfine,filter\n")
  }

  @Test func infoExplainsOptionsAndFields() async throws {
    try world.plugin(
      "sharp", role: "classify",
      """
      fields = { sharp = { "number", "how sharp it is" } },
      options = { least = { "number", "the least of it", default = 3 } },
      """, process: "return 1")
    let result = try await world.run("plugins", "info", "sharp")
    for text in ["the least of it", "default 3", "how sharp it is", "role     classify"] {
      #expect(result.text.contains(text), "\(result.text)")
    }
    let stages = try await world.run("stages")
    #expect(stages.lines.contains("sharp  is a test"))
    #expect(try await world.run("stages", "sharp").text.contains("how sharp it is"))
    #expect(try await world.run("stages", "shrap").errorText.contains("did you mean \"sharp\"?"))
    let near = try await world.run("plugins", "info", "shrap")
    #expect(near.status == .exited(64))
    #expect(near.errorText.contains("did you mean \"sharp\"?"))
  }

  @Test func editorsGetDefinitions() async throws {
    try world.plugin(
      "sharp", role: "classify",
      "fields = { sharpness = \"number\" }, options = { least = \"date\" },",
      process: "return 1")
    let result = try await world.run("plugins", "definitions")
    let path = try #require(result.lines.first)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("---@meta\n"))
    #expect(text.contains("---@class shotflow.Asset\n---@field sharpness? number sharpness\n"))
    #expect(text.contains("---@field least? string least\n"))
    #expect(text.contains("\nfunction sharp(options) end\n"))
    let rule = try await world.run("new", "trip")
    #expect(rule.status == .exited(0))
    let settings = try String(
      contentsOfFile: world.path("config/shotflow/rules/.luarc.json"), encoding: .utf8)
    #expect(settings.contains("rules/_meta"))
    #expect(settings.contains(world.path("config/shotflow/plugins/_meta")))
  }
}
