import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Plugins from repositories: added at a commit, never changed by themselves.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct PluginRepositoryTests {
  private let world: ProgramWorld
  private let folder: String

  init() throws {
    world = try ProgramWorld()
    folder = world.path("config/shotflow/plugins/tidy")
  }

  private func runTidy() async throws -> ProgramResult {
    try await world.runRule("use \"tidy\" return pipeline { source { stdin = true }, tidy {} }")
  }

  @Test(arguments: ["", "file://"]) func isAddedAtOneCommitAndWorks(_ scheme: String) async throws {
    try await world.makeOrigin()
    let result = try await world.run(
      "plugins", "add", "\(scheme)\(world.path("origin"))@v1", "--yes")
    #expect(result.status == .exited(0), "\(result.errorText)")
    for text in ["tidy 1: is tidy", "files   init.lua, part.lua", "role    filter", "fields  none"]
    {
      #expect(result.errorText.contains(text), "\(result.errorText)")
    }
    #expect(try await runTidy().lines.count == 4)
    #expect(!FileManager.default.fileExists(atPath: folder + "/.git"))
    let lock = try String(
      contentsOfFile: world.path("config/shotflow/plugins.lock"), encoding: .utf8)
    #expect(lock.hasPrefix("{\"name\":\"tidy\",\"url\":\"\(scheme)"))
    #expect(lock.contains("\"ref\":\"v1\",\"commit\":\""))
    let list = try await world.run("plugins", "list", "--json")
    #expect(list.text.contains("\"from\":\"added\""))
    // The next commit plays no part.
    try world.directory.write(ProgramWorld.tidy("2", keeps: "false"), to: "origin/init.lua")
    try await world.commit("v2")
    #expect(try await runTidy().lines.count == 4)
    let again = try await world.addOrigin()
    #expect(again.errorText.contains("was added already"))
  }

  @Test func nothingIsAddedUnlessTheUserAgrees() async throws {
    try await world.makeOrigin()
    let result = try await world.run("plugins", "add", "\(world.path("origin"))@v1")
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("there is no terminal to ask on; --yes agrees"))
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try await runTidy().status == .exited(65))
  }

  /// Starts `plugins add` on a terminal, and returns once it asks.
  private func askedToAdd() async throws -> RunningProgram {
    try await world.makeOrigin()
    let program = try world.program(
      ["plugins", "add", "\(world.path("origin"))@v1"],
      terminal: Terminal(columns: 80, showsOutput: false)
    ).start()
    #expect(await program.showed("Add it?"))
    return program
  }

  @Test(arguments: [("y", true), ("n", false)])
  func onATerminalTheUserDecides(_ key: String, _ isAdded: Bool) async throws {
    let program = try await askedToAdd()
    program.send(key)
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains(isAdded ? "added; a rule says" : "nothing was added"))
    #expect(FileManager.default.fileExists(atPath: folder) == isAdded)
  }

  @Test func aPluginThatCameMeanwhileStays() async throws {
    let program = try await askedToAdd()
    try world.directory.write("-- mine", to: "config/shotflow/plugins/tidy/init.lua")
    program.send("y")
    let result = await program.result()
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("there is a plugin \"tidy\" of your own"))
    #expect(try world.directory.text(of: "config/shotflow/plugins/tidy/init.lua") == "-- mine")
    #expect(!FileManager.default.fileExists(atPath: world.path("config/shotflow/plugins.lock")))
  }

  /// One that was lost from the lock would be taken for the user's own.
  @Test func severalAreAddedAtATime() async throws {
    let names = (1...8).map { "plugin\($0)" }
    try await world.makeOrigin()
    for name in names {
      let text = ProgramWorld.tidy("1").replacing("\"tidy\"", with: "\"\(name)\"")
      try world.directory.write(text, to: "origin/init.lua")
      try await world.commit(name)
    }
    try await withThrowingTaskGroup(of: ProgramResult.self) { group in
      for name in names { group.addTask { try await world.addOrigin(name) } }
      for try await result in group { #expect(result.status == .exited(0), "\(result.errorText)") }
    }
    let lock = try world.directory.text(of: "config/shotflow/plugins.lock")
    #expect(lock.split(separator: "\n").count == names.count)
  }

  /// As by programs that keep configurations in one folder, with links to it.
  @Test func aConfigurationMayBeBehindALink() async throws {
    try world.directory.makeFolder("kept/shotflow")
    try world.directory.makeFolder("config")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("config/shotflow"), withDestinationPath: world.path("kept/shotflow"))
    try await world.makeOrigin()
    let result = try await world.addOrigin()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try world.directory.text(of: "kept/shotflow/plugins.lock").contains("tidy"))
    #expect(try await runTidy().lines.count == 4)
  }

  @Test func theLockMayBeInTheFolderOfPlugins() async throws {
    try world.directory.write("", to: "config/shotflow/plugins/kept.lock")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("config/shotflow/plugins.lock"),
      withDestinationPath: world.path("config/shotflow/plugins/kept.lock"))
    try await world.makeOrigin()
    let result = try await world.addOrigin()
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  /// Two configurations whose locks are links to one file.
  @Test func aSharedLockKeepsThePluginsOfBoth() async throws {
    try await world.makeOrigin()
    try world.directory.write("", to: "kept/plugins.lock")
    for configuration in ["config", "other"] {
      try world.directory.makeFolder("\(configuration)/shotflow")
      try FileManager.default.createSymbolicLink(
        atPath: world.path("\(configuration)/shotflow/plugins.lock"),
        withDestinationPath: world.path("kept/plugins.lock"))
    }
    let names = (1...6).map { "plugin\($0)" }
    for name in names {
      let text = ProgramWorld.tidy("1").replacing("\"tidy\"", with: "\"\(name)\"")
      try world.directory.write(text, to: "origin/init.lua")
      try await world.commit(name)
    }
    try await withThrowingTaskGroup(of: ProgramResult.self) { group in
      for (place, name) in names.enumerated() {
        var program = world.program([
          "plugins", "add", "\(world.path("origin"))@\(name)", "--yes",
        ])
        program.environment["XDG_CONFIG_HOME"] = world.path(place % 2 == 0 ? "config" : "other")
        let adding = program
        group.addTask { try await adding.result() }
      }
      for try await result in group { #expect(result.status == .exited(0), "\(result.errorText)") }
    }
    let lock = try world.directory.text(of: "kept/plugins.lock")
    #expect(lock.split(separator: "\n").count == names.count)
  }

  @Test func anUpdateShowsWhatChangesAndIsTakenAsAWhole() async throws {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    #expect(
      try await world.run("plugins", "update", "tidy").errorText.contains("is at commit"))
    try world.directory.write(ProgramWorld.tidy("2", keeps: "false"), to: "origin/init.lua")
    try FileManager.default.removeItem(atPath: world.path("origin/part.lua"))
    try await world.commit("v2")
    let asked = try await world.run("plugins", "update", "tidy", "--to", "v2")
    #expect(asked.status == .exited(77))
    #expect(
      asked.errorText.contains(
        "  -  name = \"tidy\", role = \"filter\", api = { 1, 1 }, version = \"1\""),
      "\(asked.errorText)")
    #expect(asked.errorText.contains("version = \"2\", summary"))
    #expect(!asked.errorText.contains(".looking-"))
    #expect(try await runTidy().lines.count == 4)
    let result = try await world.run("plugins", "update", "tidy", "--to", "v2", "--yes")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.errorText.contains("changed init.lua"))
    #expect(result.errorText.contains("removed part.lua"))
    #expect(try await runTidy().output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder + "/part.lua"))
  }

  @Test func aRewrittenRepositoryIsReportedAndChangesNothing() async throws {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    try FileManager.default.removeItem(atPath: world.path("origin"))
    try await world.makeOrigin()
    try world.directory.write(ProgramWorld.tidy("6", keeps: "false"), to: "origin/init.lua")
    try await world.git("add", "--all")
    try await world.git("commit", "--quiet", "--amend", "--message", "another")
    try await world.git("tag", "--force", "v1")
    try await world.git("reflog", "expire", "--expire=now", "--all")
    try await world.git("gc", "--quiet", "--prune=now")
    let result = try await world.run("plugins", "update", "tidy", "--yes")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("was rewritten: commit"), "\(result.errorText)")
    #expect(result.errorText.contains("nothing was changed"))
    #expect(try await runTidy().lines.count == 4)
  }

  @Test func aPluginThatChangedSinceItWasAddedIsRefused() async throws {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    try world.directory.write(
      ProgramWorld.tidy("1", keeps: "false"), to: "config/shotflow/plugins/tidy/init.lua")
    let result = try await runTidy()
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("the plugin \"tidy\" changed since it was added"))
    // So does one that is named on the command line alone.
    for words in [
      ["stage", "tidy", ""], ["run", "-e", "use \"tidy\" return pipeline { source {}, tidy {} }"],
    ] {
      let typed = try await world.program(words).result()
      #expect(typed.status == .exited(65), "\(words)")
      #expect(typed.errorText.contains("changed since it was added"))
    }
    let check = try await world.run("check", world.path("rule.lua"))
    #expect(check.status == .exited(65))
    #expect(
      try await world.run("plugins", "list").text.contains("its files are not those of commit"))
    #expect(
      try await world.run("plugins", "update", "tidy", "--yes").errorText
        .contains("changed init.lua"))
    #expect(try await runTidy().lines.count == 4)
    try world.directory.write("-- more\n", to: "config/shotflow/plugins/tidy/more.lua")
    #expect(try await runTidy().status == .exited(65))
    #expect(try await world.run("plugins", "keep", "tidy").status == .exited(0))
    #expect(try await runTidy().lines.count == 4)
  }

  @Test func removeTakesAwayWhatWasAddedAndNothingElse() async throws {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    #expect(try await world.run("plugins", "remove", "tidy").status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: folder))
    try world.plugin("own", role: "filter", "", process: "return true")
    let result = try await world.run("plugins", "remove", "own")
    #expect(result.status == .exited(64))
    #expect(
      result.errorText.hasPrefix(
        "shotflow: \"own\" is a plugin of your own, not one of a repository"))
    let own = world.path("config/shotflow/plugins/own.lua")
    #expect(result.errorText.hasSuffix("delete: \(own)\n"))
    #expect(try await world.run("plugins", "path", "own").status == .exited(0))
    let none = try await world.run("plugins", "remove", "none")
    #expect(none.errorText.contains("\"none\" was not added from a repository; none was"))
  }

  @Test func aRepositoryHasPlainFilesAlone() async throws {
    try await world.makeOrigin()
    try FileManager.default.createSymbolicLink(
      atPath: world.path("origin/link.lua"), withDestinationPath: "/etc/passwd")
    try await world.commit("v2")
    let result = try await world.addOrigin("v2")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("\"link.lua\" is a symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(.needs(.program("ssh"))) func theReasonOfSSHIsNamed() async throws {
    let result = try await world.run("plugins", "add", "ssh://localhost:1/x@v1", "--yes")
    #expect(result.status == .exited(65))
    #expect(
      result.errorText.hasPrefix(
        "shotflow: can't fetch \"v1\" of \"ssh://localhost:1/x\": ssh: connect to host localhost port 1:"
      ),
      "\(result.errorText)")
  }

  @Test(.needs(.unprivilegedUser)) func aFolderThatCanNotBeMadeIsNamedWithItsCause() async throws {
    try world.directory.makeFolder("closed")
    chmod(world.path("closed"), 0o555)
    chmod(world.directory.path, 0o777)
    _ = try await world.shell("cp $shotflow tool && chmod 755 tool").result()
    var program = Requirement.asNobody(world.path("tool"), ["plugins", "add", "/tmp@v1", "--yes"])
    program.environment = world.environment
    program.environment["XDG_CONFIG_HOME"] = world.path("closed")
    program.workingFolder = world.directory.path
    let result = try await program.result()
    #expect(result.status == .exited(73))
    #expect(
      result.errorText
        == "tool: can't write \"\(world.path("closed"))/shotflow\": permission denied\n")
  }

  @Test func aBrokenPluginIsNotAdded() async throws {
    try await world.makeOrigin()
    try world.directory.write(
      "return stage { name = \"tidy\", role = \"filter\" }", to: "origin/init.lua")
    try await world.commit("v3")
    let result = try await world.addOrigin("v3")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("a plugin says which versions of the contract"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
