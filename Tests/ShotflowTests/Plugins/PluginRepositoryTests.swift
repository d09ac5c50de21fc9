import Foundation
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

  private static func text(_ version: String, keeps: String = "true") -> String {
    """
    return stage {
      name = "tidy", role = "filter", api = { 1, 1 }, version = "\(version)", summary = "is tidy",
      process = function(asset) return \(keeps) end,
    }
    """
  }

  private func git(_ words: String...) async throws {
    let result = try await RunProgram(
      "/usr/bin/git",
      ["-C", world.path("origin"), "-c", "user.name=a", "-c", "user.email=a@b.c"] + words,
      environment: ["HOME": world.path("home"), "GIT_CONFIG_NOSYSTEM": "1"]
    ).result()
    #expect(result.status == .exited(0), "git \(words): \(result.errorText)")
  }

  /// A repository with the plugin, tagged v1.
  private func makeOrigin() async throws {
    try world.directory.makeFolder("origin")
    try await git("init", "--quiet", "--initial-branch=main")
    try world.directory.write(Self.text("1"), to: "origin/init.lua")
    try world.directory.write("return 1", to: "origin/part.lua")
    try await commit("v1")
  }

  private func commit(_ tag: String) async throws {
    try await git("add", "--all")
    try await git("commit", "--quiet", "--message", tag)
    try await git("tag", "--force", tag)
  }

  private func add(_ ref: String = "v1") async throws -> ProgramResult {
    try await world.run("plugins", "add", "\(world.path("origin"))@\(ref)", "--yes")
  }

  private func runTidy() async throws -> ProgramResult {
    try await world.runRule("use \"tidy\" return pipeline { source { stdin = true }, tidy {} }")
  }

  @Test(arguments: ["", "file://"]) func isAddedAtOneCommitAndWorks(_ scheme: String) async throws {
    try await makeOrigin()
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
    try world.directory.write(Self.text("2", keeps: "false"), to: "origin/init.lua")
    try await commit("v2")
    #expect(try await runTidy().lines.count == 4)
    let again = try await add()
    #expect(again.errorText.contains("was added already"))
  }

  @Test func nothingIsAddedUnlessTheUserAgrees() async throws {
    try await makeOrigin()
    let result = try await world.run("plugins", "add", "\(world.path("origin"))@v1")
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("there is no terminal to ask on; --yes agrees"))
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try await runTidy().status == .exited(65))
  }

  @Test(arguments: [("y", true), ("n", false)])
  func onATerminalTheUserDecides(_ key: String, _ isAdded: Bool) async throws {
    try await makeOrigin()
    let program = try world.program(
      ["plugins", "add", "\(world.path("origin"))@v1"],
      terminal: Terminal(columns: 80, showsOutput: false)
    ).start()
    #expect(await program.showed("Add it?"))
    program.send(key)
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains(isAdded ? "added; a rule says" : "nothing was added"))
    #expect(FileManager.default.fileExists(atPath: folder) == isAdded)
  }

  @Test func anUpdateShowsWhatChangesAndIsTakenAsAWhole() async throws {
    try await makeOrigin()
    _ = try await add()
    #expect(
      try await world.run("plugins", "update", "tidy").errorText.contains("is at commit"))
    try world.directory.write(Self.text("2", keeps: "false"), to: "origin/init.lua")
    try FileManager.default.removeItem(atPath: world.path("origin/part.lua"))
    try await commit("v2")
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
    try await makeOrigin()
    _ = try await add()
    try FileManager.default.removeItem(atPath: world.path("origin"))
    try await makeOrigin()
    try world.directory.write(Self.text("6", keeps: "false"), to: "origin/init.lua")
    try await git("add", "--all")
    try await git("commit", "--quiet", "--amend", "--message", "another")
    try await git("tag", "--force", "v1")
    try await git("reflog", "expire", "--expire=now", "--all")
    try await git("gc", "--quiet", "--prune=now")
    let result = try await world.run("plugins", "update", "tidy", "--yes")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("was rewritten: commit"), "\(result.errorText)")
    #expect(result.errorText.contains("nothing was changed"))
    #expect(try await runTidy().lines.count == 4)
  }

  @Test func aPluginThatChangedSinceItWasAddedIsRefused() async throws {
    try await makeOrigin()
    _ = try await add()
    try world.directory.write(
      Self.text("1", keeps: "false"), to: "config/shotflow/plugins/tidy/init.lua")
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
    try await makeOrigin()
    _ = try await add()
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
    try await makeOrigin()
    try FileManager.default.createSymbolicLink(
      atPath: world.path("origin/link.lua"), withDestinationPath: "/etc/passwd")
    try await commit("v2")
    let result = try await add("v2")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("\"link.lua\" is a symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func noHookOfARepositoryOrOfTheUserRuns() async throws {
    try await makeOrigin()
    let hook = "#!/bin/sh\ntouch \(world.path("ran"))\n"
    for name in ["post-checkout", "pre-auto-gc", "reference-transaction", "post-update"] {
      for place in ["origin/.git/hooks", "templates/hooks"] {
        let path = try world.directory.write(hook, to: "\(place)/\(name)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
    }
    try world.directory.write(
      "[init]\n  templateDir = \(world.path("templates"))\n"
        + "[core]\n  hooksPath = \(world.path("templates/hooks"))\n", to: "home/.gitconfig")
    #expect(try await add().status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: world.path("ran")))
  }

  @Test(arguments: [
    ("ext::sh -c id@v1", "can't be fetched"), ("http://example.org/x.git@v1", "can't be fetched"),
    ("nowhere@v1", "there is no repository"), ("--upload-pack=id@v1", "is no address"),
    ("origin", "name what is to be added"), ("origin@--x", "names no tag, branch or commit"),
    ("origin@v9", "can't fetch \"v9\""),
  ])
  func anAddressThatIsNoneIsRefused(_ address: String, _ message: String) async throws {
    try await makeOrigin()
    let result = try await world.program(["plugins", "add", "--yes", "--", address]).result()
    #expect(result.status == .exited(address == "origin@v9" ? 65 : 64))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test func aBrokenPluginIsNotAdded() async throws {
    try await makeOrigin()
    try world.directory.write(
      "return stage { name = \"tidy\", role = \"filter\" }", to: "origin/init.lua")
    try await commit("v3")
    let result = try await add("v3")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("a plugin says which versions of the contract"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
