import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Repositories and addresses that want more than a plugin may have.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct HostileRepositoryTests {
  private let world: ProgramWorld
  private let folder: String

  init() throws {
    world = try ProgramWorld()
    folder = world.path("config/shotflow/plugins/tidy")
  }

  @Test func noHookOfARepositoryOrOfTheUserRuns() async throws {
    try await world.makeOrigin()
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
    #expect(try await world.addOrigin().status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: world.path("ran")))
  }

  /// The fixture is valid: a clone with these settings runs what it names.
  @Test func neitherAttributesNorModulesOfARepositoryRunAnything() async throws {
    try await world.makeOrigin()
    let mark = world.path("ran")
    try world.directory.write(
      "*.lua filter=evil diff=evil ident text eol=crlf\n", to: "origin/.gitattributes")
    try world.directory.write(
      "[submodule \"x\"]\n  path = x\n  url = ext::sh -c \"touch \(mark)\"\n",
      to: "origin/.gitmodules")
    try await world.commit("v2")
    try world.directory.write(
      """
      [filter "evil"]
        smudge = "touch \(mark); cat"
      [diff "evil"]
        textconv = "touch \(mark); cat"
        command = "touch \(mark)"
      [protocol "ext"]
        allow = always

      """, to: "home/.gitconfig")
    let clone = try await RunProgram(
      "/usr/bin/git", ["clone", "--quiet", world.path("origin"), world.path("clone")],
      environment: ["HOME": world.path("home"), "GIT_CONFIG_NOSYSTEM": "1"]
    ).result()
    #expect(clone.status == .exited(0) && unlink(mark) == 0, "\(clone.errorText)")
    #expect(try await world.addOrigin("v2").status == .exited(0))
    #expect(
      try world.directory.text(of: "config/shotflow/plugins/tidy/init.lua")
        == ProgramWorld.tidy("1"))
    try world.directory.write(ProgramWorld.tidy("2"), to: "origin/init.lua")
    try await world.commit("v3")
    let update = try await world.run("plugins", "update", "tidy", "--to", "v3", "--yes")
    #expect(update.errorText.contains("version = \"2\", summary"))
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test(arguments: ["* binary\n", ""]) func noFileHidesItsChanges(_ attributes: String) async throws
  {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    try world.directory.write(attributes, to: "origin/.gitattributes")
    try world.directory.write(
      "-- \u{0}\n" + ProgramWorld.tidy("2", keeps: "false"), to: "origin/init.lua")
    try await world.commit("v2")
    let asked = try await world.run("plugins", "update", "tidy", "--to", "v2")
    #expect(asked.errorText.contains("version = \"2\", summary"), "\(asked.errorText)")
    #expect(!asked.errorText.contains("\u{0}"))
  }

  @Test func namesOfOneTextAreRefused() async throws {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    for name in ["\u{E9}", "e\u{301}"] {
      try world.directory.write("return 1", to: "origin/\(name).lua")
    }
    try await world.commit("v2")
    let result = try await world.run("plugins", "update", "tidy", "--to", "v2", "--yes")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("two files are called"), "\(result.errorText)")
  }

  /// Words of a lock that somebody edited.
  @Test(arguments: [
    ("url", "ext::sh -c touch% ran"), ("url", "--upload-pack=touch ran"),
    ("url", "ssh://-oProxyCommand=touch ran/x"), ("url", "http://localhost:1/x"),
    ("ref", "--upload-pack=touch ran"),
  ])
  func noAddressInTheLockStartsAnything(_ member: String, _ value: String) async throws {
    try await world.makeOrigin()
    _ = try await world.addOrigin()
    let lock = "config/shotflow/plugins.lock"
    let origin = member == "url" ? world.path("origin") : "v1"
    let text = try world.directory.text(of: lock)
      .replacing("\"\(member)\":\"\(origin)\"", with: "\"\(member)\":\"\(value)\"")
    #expect(text.contains(value))
    try world.directory.write(text, to: lock)
    let result = try await world.run("plugins", "update", "tidy", "--yes")
    #expect(result.status == .exited(65))
    let files = FileManager.default.enumerator(atPath: world.directory.path)
    #expect(files?.contains { ($0 as? String)?.hasSuffix("ran") == true } == false)
  }

  @Test(arguments: [
    ("ext::sh -c id@v1", "can't be fetched"), ("http://example.org/x.git@v1", "can't be fetched"),
    ("nowhere@v1", "there is no repository"), ("--upload-pack=id@v1", "is no address"),
    ("origin", "name what is to be added"), ("origin@--x", "names no tag, branch or commit"),
    ("origin@v9", "can't fetch \"v9\""),
  ])
  func anAddressThatIsNoneIsRefused(_ address: String, _ message: String) async throws {
    try await world.makeOrigin()
    let result = try await world.program(["plugins", "add", "--yes", "--", address]).result()
    #expect(result.status == .exited(address == "origin@v9" ? 65 : 64))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  /// Each folder has ten entries of one folder below it, so that few objects are a tree of any size.
  @Test(arguments: [true, false]) func aTreeWithoutAnEndIsRefused(_ hasFiles: Bool) async throws {
    try await world.makeOrigin()
    let script = """
      set -e; cd '\(world.path("origin"))'
      if \(hasFiles); then
        object=$(echo return 1 | git hash-object -w --stdin) && mode="100644 blob"
      else
        object=$(git mktree < /dev/null) && mode="040000 tree"
      fi
      for level in 1 2 3 4 5 6 7 8 9 10; do
        object=$(for name in 0 1 2 3 4 5 6 7 8 9; do printf '%s %s\\t%s\\n' "$mode" $object $name; done |
          git mktree) && mode="040000 tree"
      done
      commit=$(git -c user.name=a -c user.email=a@b.c commit-tree -m bomb $object) && git tag bomb $commit
      """
    let made = try await RunProgram("/bin/sh", ["-c", script]).result()
    #expect(made.status == .exited(0), "\(made.errorText)")
    let result = try await world.addOrigin("bomb")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("too large for a plugin"), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: ["init.lua", "tidy.lua"])
  func aPluginThatIsTooLargeIsNamed(_ name: String) async throws {
    try await world.makeOrigin()
    for old in ["init.lua", "part.lua"] {
      try FileManager.default.removeItem(atPath: world.path("origin/\(old)"))
    }
    try world.directory.write(String(repeating: "--\n", count: 1 << 19), to: "origin/\(name)")
    try await world.commit("v2")
    let result = try await world.addOrigin("v2")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("is larger than 1 MiB"), "\(result.errorText)")
    #expect(!result.errorText.contains(".looking-"), "\(result.errorText)")
    #expect(!result.errorText.contains(" :"), "\(result.errorText)")
  }

  @Test(arguments: [
    "https://me:hidden@host.invalid/x.git@v1", "https://me:hidden@host.invalid/x.git",
    "https://hidden@host.invalid/x.git@v1", "http://me:hidden@host.invalid/x.git@v1",
    "ftp://me:hid@den@host.invalid/x.git@v1", "ssh://me:hidden@host.invalid/x.git@--x",
    "https://me:hidden@host.invalid/\u{7}@v1", "https://hidden\u{D4E}@host.invalid/x@v1",
    "https://me\u{D4E}:\u{301}hidden\u{D4E}@host.invalid/x@v1",
    "https://host.invalid/x?key=hidden@v1",
    "https://host.invalid/x#hidden@v1", "ssh://host.invalid/x?hidden@v1",
  ])
  func anAddressWithAPasswordIsRefusedAndNotRepeated(_ address: String) async throws {
    let result = try await world.program(["plugins", "add", "--yes", "--", address]).result()
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("the address names a user or a password"))
    #expect(!result.errorText.contains("hid"), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: world.path("config/shotflow/plugins.lock")))
  }

  /// Earlier versions kept it.
  @Test func aPasswordInTheLockIsNeitherUsedNorRepeated() async throws {
    let lock = """
      {"name":"tidy","url":"https://me:hidden@host.invalid/x.git","ref":"v1","commit":"0","digest":"0"}

      """
    try world.plugin("tidy", role: "filter", "", process: "return true")
    try world.directory.write(lock, to: "config/shotflow/plugins.lock")
    for words in [["list"], ["list", "--json"], ["update", "tidy", "--yes"]] {
      let result = try await world.program(["plugins"] + words).result()
      #expect(!(result.text + result.errorText).contains("hidden"), "\(words)")
      if words[0] == "update" {
        #expect(result.status == .exited(65))
        #expect(result.errorText.contains("in plugins.lock has a password"))
      }
    }
  }

  #if os(Linux)
    /// The processes that have a text among their words.
    private func processes(with text: String) -> [Int32] {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return numbers.compactMap(Int32.init).filter { number in
        let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline")
        return words?.range(of: Data(text.utf8)) != nil
      }
    }

    /// git waits for ever for a repository whose HEAD is a pipe.
    @Test(arguments: [[SIGINT], [SIGTERM], [SIGINT, SIGINT], [SIGTERM, SIGTERM], [SIGKILL]])
    func nothingIsLeftOfGitThatWaits(_ signals: [Int32]) async throws {
      try await world.makeOrigin()
      unlink(world.path("origin/.git/HEAD"))
      mkfifo(world.path("origin/.git/HEAD"), 0o600)
      let program = try world.program(
        ["plugins", "add", "\(world.path("origin"))@v1", "--yes"]
      ).start()
      let isWaiting = {
        processes(with: world.path("origin")).contains { number in
          FileManager.default.contents(atPath: "/proc/\(number)/cmdline")?
            .range(of: Data("upload-pack".utf8)) != nil
        }
      }
      while !isWaiting() { try await Task.sleep(for: .milliseconds(5)) }
      for signal in signals { program.signal(signal) }
      let result = await program.result()
      #expect(result.status == .exited(130) || signals == [SIGKILL], "\(result.errorText)")
      if signals.count == 1, signals != [SIGKILL] {
        #expect(result.errorText == "shotflow: interrupted; nothing was changed\n")
      }
      while !processes(with: world.directory.path).isEmpty {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  #endif
}
