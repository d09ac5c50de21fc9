import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `make install` makes a folder that works, `make uninstall` takes all of it away.
@Suite(.needs(.program("make"))) struct InstallTests {
  private let installed: Installation

  init() throws {
    installed = try Installation()
  }

  private struct Finding: Decodable { let topic, text: String }

  @Test func theToolFindsItsProgramsAndRulesWhereverTheyAre() async throws {
    let made = try await installed.make("install", ["STRIP": "strip"])
    try #require(made.status == .exited(0), "\(made.errorText)")
    let findings = try await installed.shotflow("doctor", "--json").decodedLines(as: Finding.self)
    let programs = [
      ("decoder", "shotflow-decode"), ("exec", "shotflow-exec"), ("page", "shotflow-page"),
    ]
    for (topic, program) in programs {
      let found = try #require(findings.first { $0.topic == topic }?.text)
      #expect(URL(fileURLWithPath: found).standardized.path == helper(program))
      #expect(try size(of: helper(program)) < size(of: "\(Installation.programs)/\(program)"))
    }
    try installed.world.picture()
    let run = try await installed.shotflow(
      "run", installed.path("share/shotflow/rules/recent.lua"), "--library",
      installed.world.library, "--now", ProgramWorld.now)
    #expect(run.status == .exited(0), "\(run.errorText)")
    #expect(try run.records().map(\.filename) == [ProgramWorld.screenshot])
  }

  @Test func theRulesDocumentsAndEditorDefinitionsAreThere() async throws {
    #expect(try await installed.make("install").status == .exited(0))
    let files = try installed.files()
    let rules = Checkout.files(in: "rules").filter { $0.hasSuffix(".lua") }
    #expect(rules.contains("rules/recent.lua") && rules.contains("rules/_meta/shotflow.lua"))
    for rule in rules {
      #expect(files.contains("share/shotflow/\(rule)"))
      #expect(
        FileManager.default.contentsEqual(
          atPath: "\(Checkout.path)/\(rule)", andPath: installed.path("share/shotflow/\(rule)")))
    }
    for document in [
      "README.md", "docs/tour.md", "docs/install.md", "docs/guide/dates.md",
      "docs/cookbook/find.md",
      "LICENSE", "copyright",
    ] {
      #expect(files.contains("share/doc/shotflow/\(document)"))
    }
    for page in ["shotflow", "shotflow-run", "shotflow-ledger-list"] {
      #expect(files.contains("share/man/man1/\(page).1"))
    }
  }

  @Test func eachShellGetsItsCompletions() async throws {
    #expect(try await installed.make("install").status == .exited(0))
    let bash = installed.path("share/bash-completion/completions/shotflow")
    #expect(try await RunProgram("/bin/bash", ["-n", bash]).result().status == .exited(0))
    #expect(try String(contentsOfFile: bash, encoding: .utf8).contains("complete "))
    let zsh = installed.path("share/zsh/site-functions/_shotflow")
    #expect(try String(contentsOfFile: zsh, encoding: .utf8).hasPrefix("#compdef shotflow"))
    let fish = installed.path("share/fish/vendor_completions.d/shotflow.fish")
    #expect(try String(contentsOfFile: fish, encoding: .utf8).contains("complete -c"))
    let debian = try await installed.make("install", ["ZSH_FOLDER": "share/zsh/vendor-completions"])
    #expect(debian.status == .exited(0))
    #expect(try installed.files().contains("share/zsh/vendor-completions/_shotflow"))
    #expect(try !installed.files().contains("share/zsh/site-functions/_shotflow"))
  }

  @Test func uninstallLeavesWhatOthersHavePutThere() async throws {
    #expect(try await installed.make("install").status == .exited(0))
    let others = ["bin/other", "share/shotflow/rules/mine.lua"]
    for path in others { try installed.write("mine", to: path) }
    #expect(try await installed.make("uninstall").status == .exited(0))
    #expect(try installed.files() == others)
    #expect(!FileManager.default.fileExists(atPath: installed.path("libexec/shotflow")))
    let again = try await installed.script("uninstall")
    #expect(again.status == .exited(66))
    #expect(
      again.errorText.contains("nothing is installed in \"\(installed.path("").dropLast())\""))
  }

  @Test func installRemovesWhatTheReleaseBeforeHad() async throws {
    #expect(try await installed.make("install").status == .exited(0))
    let files = try installed.files()
    try installed.write("return pipeline {}", to: "share/shotflow/rules/old.lua")
    let list = "share/shotflow/installed-files"
    let text = try String(contentsOfFile: installed.path(list), encoding: .utf8)
    try installed.write(text + "share/shotflow/rules/old.lua\n", to: list)
    #expect(try await installed.make("install").status == .exited(0))
    #expect(try installed.files() == files)
  }

  @Test func uninstallRemovesNothingOutsideOfThePrefix() async throws {
    for path in ["/etc/passwd", "../kept", "share/../../kept", ""] {
      try installed.write("bin/tool\n\(path)\n", to: "share/shotflow/installed-files")
      try installed.write("tool", to: "bin/tool")
      try installed.world.directory.write("kept", to: "package/opt/kept")
      let result = try await installed.script("uninstall")
      #expect(result.status == .exited(65))
      #expect(result.errorText.contains("nothing was removed"))
      #expect(try installed.files() == ["bin/tool", "share/shotflow/installed-files"])
      #expect(FileManager.default.fileExists(atPath: installed.world.path("package/opt/kept")))
    }
  }

  @Test func missingProgramsAndWrongFoldersAreReported() async throws {
    let empty = try installed.world.directory.makeFolder("empty")
    let unbuilt = try await installed.script("install", ["PROGRAMS": empty])
    #expect(unbuilt.status == .exited(66))
    #expect(
      unbuilt.errorText
        == "install: there is no shotflow in \"\(empty)\"; build it with \"make build\"\n")
    let relative = try await installed.script("install", ["PREFIX": "usr"])
    #expect(relative.status == .exited(64))
    #expect(relative.errorText.contains("absolute path, not \"usr\""))
    try installed.world.directory.write("a file", to: "package")
    let blocked = try await installed.script("install")
    #expect(blocked.status == .exited(73))
    #expect(blocked.errorText.contains("choose another PREFIX"))
  }

  private func helper(_ program: String) -> String {
    URL(fileURLWithPath: installed.path("libexec/shotflow/\(program)")).standardized.path
  }

  private func size(of path: String) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size]
    return try #require(size as? Int)
  }
}
