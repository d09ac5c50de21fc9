import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules that the user wrote into the own folder, or typed, and the library that is guessed.
@Suite struct OwnRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("own.png", in: "home/Pictures")
    try world.directory.write("return pipeline { source {} }\n", to: Self.rule)
    chmod(world.path(Self.rule), 0o644)
    for folder in ["config", "config/shotflow", "config/shotflow/rules"] {
      chmod(world.path(folder), 0o755)
    }
  }

  private static let rule = "config/shotflow/rules/mine.lua"

  private func run(_ words: String...) async throws -> ProgramResult {
    try await world.program(words).result()
  }

  @Test func theyMayReadIt() async throws {
    for words in [["run", "mine"], ["mine"], ["run", world.path(Self.rule)]] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(0), "\(words): \(result.errorText)")
      #expect(try result.records().map(\.filename) == ["own.png"])
    }
    let typed = try await run("run", "-e", "return pipeline { source {} }")
    #expect(try typed.records().map(\.filename) == ["own.png"])
    #expect(try await run("auth", "log").text == "")
    #expect(try await run("auth", "status", "mine").text.contains("authorized  the library"))
  }

  @Test func aDecisionComesFirst() async throws {
    #expect(try await run("auth", "deny", "mine").status == .exited(0))
    #expect(try await run("mine").status == .exited(77))
    #expect(try await run("auth", "revoke", "mine").status == .exited(0))
    let revoked = try await run("mine")
    #expect(revoked.status == .exited(77))
    #expect(revoked.errorText.contains("to grant it: shotflow auth grant"))
    #expect(try await run("auth", "grant", "mine").status == .exited(0))
    #expect(try await run("mine").status == .exited(0))
    #expect(try await run("mine", "--auth", "restricted").status == .exited(77))
    #expect(try await run("mine", "--auth", "notDetermined").status == .exited(77))
  }

  @Test func itsCapabilitiesAreAskedFor() async throws {
    try world.directory.write(
      "return pipeline { wants = { write = \"to copy\" }, source {}, copy { to = \"/tmp/x/\" } }\n",
      to: Self.rule)
    let result = try await run("mine")
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("no permission to write files"))
  }

  /// Others can write them, or somebody else wrote them.
  @Test(arguments: ["chmod g+w rules/mine.lua", "chmod o+w rules", "mv rules/mine.lua other.lua"])
  func thoseThatOthersCanWriteAsk(_ change: String) async throws {
    let changed = try await world.shell(
      "cd config/shotflow; \(change); test -e rules/mine.lua || ln -s ../other.lua rules/mine.lua"
    ).result()
    try #require(changed.status == .exited(0))
    #expect(try await run("mine").status == .exited(77))
  }

  @Test func oneWithAModuleAsks() async throws {
    try world.directory.write("return {}\n", to: "config/shotflow/rules/part.lua")
    try world.directory.write(
      "require(\"part\")\nreturn pipeline { source {} }\n", to: Self.rule)
    #expect(try await run("mine").status == .exited(77))
  }

  @Test func oneBesideTheFolderAsks() async throws {
    try world.directory.write("return pipeline { source {} }\n", to: "config/shotflow/mine.lua")
    #expect(try await run("run", "config/shotflow/mine.lua").status == .exited(77))
  }
}
