import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Decisions about rules, made and shown by commands.
@Suite struct AuthCommandTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    for (place, name) in ["a.png", "trip/b.png", "trip/c.png"].enumerated() {
      try world.picture(name, seed: UInt64(place))
    }
    rule = try world.rule("return pipeline { source { library = \"pictures\" } }\n")
  }

  private struct Line: Decodable {
    let kind: String
    let status: String
    let rule: String
    let digest: String
    let library: String?
    let capability: String?
    let count: Int?
    let note: String?
  }

  private func states(_ arguments: String...) async throws -> [String] {
    let result = try await world.program(["auth", "status", "--json"] + arguments).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.decodedLines(as: Line.self).map { line in
      "\(line.status) \(line.library ?? line.capability ?? "") \(line.count ?? -1)"
    }
  }

  @Test func aDecisionIsShownAndTakenBack() async throws {
    let library = world.library
    #expect(try await states() == [])
    #expect(try await states(rule) == ["notDetermined \(library) -1"])
    for (verb, state) in [("grant", "authorized"), ("deny", "denied")] {
      #expect(try await world.run("auth", verb, rule).status == .exited(0))
      #expect(try await states(rule) == ["\(state) \(library) -1"])
      #expect(try await states() == ["\(state) \(library) -1"])
    }
    let revoked = try await world.run("auth", "revoke", rule)
    #expect(revoked.errorText == "shotflow: took back 1 decision\n")
    #expect(try await states(rule) == ["notDetermined \(library) -1"])
    let log = try await world.run("auth", "log", "--json").decodedLines(as: Line.self)
    #expect(log.map(\.status) == ["authorized", "denied", "notDetermined"])
    #expect(log.allSatisfy { $0.kind == "decision" && $0.rule == "rule" })
  }

  @Test func assetsAreChosenByIdentifierByPathOrByRecords() async throws {
    _ = try await world.run("auth", "limit", rule, "trip/b.png", "\(world.library)/a.png")
    #expect(
      try await world.run("run", rule).records().map(\.localIdentifier)
        == ["a.png", "trip/b.png"])
    #expect(try await states(rule) == ["limited \(world.library) 2"])
    _ = try await world.run("auth", "limit", rule, "--add", input: "trip/c.png\n")
    #expect(try await states(rule) == ["limited \(world.library) 3"])
    let trips = try world.rule(
      "return pipeline { source {}, filter { folderPath = \"trip\" } }", named: "trips.lua")
    let piped = try await world.shell(
      "\"$shotflow\" run \(trips) --library pictures | \"$shotflow\" auth limit \(rule)"
    ).result()
    #expect(piped.status == .exited(0), "\(piped.errorText)")
    #expect(
      try await world.run("run", rule).records().map(\.localIdentifier)
        == ["trip/b.png", "trip/c.png"])
  }

  @Test func recordsOfAnotherLibraryChooseNothing() async throws {
    try world.picture("x.png", seed: 9, in: "elsewhere")
    let all = try world.libraryRule(named: "all.lua")
    let piped = try await world.shell(
      "\"$shotflow\" run \(all) --library elsewhere | \"$shotflow\" auth limit \(rule)"
    ).result()
    #expect(piped.status == .exited(66))
    #expect(piped.errorText.contains("is an asset of"))
    #expect(try await states(rule) == ["notDetermined \(world.library) -1"])
    #expect(try await world.run("auth", "limit", rule).status == .exited(64))
  }

  @Test func aRuleThatIsGoneIsNamedByItsHash() async throws {
    _ = try await world.run("auth", "grant", rule)
    let digest = try #require(
      try await world.run("auth", "status", "--json").decodedLines(as: Line.self).first?.digest)
    unlink(rule)
    let revoked = try await world.run("auth", "revoke", String(digest.prefix(12)))
    #expect(revoked.errorText.contains("took back 1 decision"))
    #expect(try await states() == [])
  }

  @Test func everythingIsTakenBackAtOnce() async throws {
    _ = try await world.run("auth", "grant", rule)
    _ = try await world.run("auth", "grant", rule, "--library", world.path("pictures/trip"))
    #expect(try await world.run("auth", "revoke").status == .exited(64))
    #expect(try await world.run("auth", "revoke", "--all").status == .exited(0))
    #expect(try await states() == [])
  }

  @Test func aLibraryThatIsNotThereIsNotGranted() async throws {
    let result = try await world.run("auth", "grant", rule, "--library", "none")
    #expect(result.status == .exited(66))
    #expect(try await world.run("auth", "grant", "none.lua").status == .exited(65))
    let asksNothing = try world.libraryRule(named: "named.lua")
    #expect(try await world.run("auth", "grant", asksNothing).status == .exited(64))
    #expect(try await world.run("auth", "status", asksNothing).status == .exited(0))
  }

  @Test func optionsOfTheRuleDecideWhatItAsksFor() async throws {
    let rule = try world.rule(
      """
      local o = options { where = { "pictures", "a folder" } }
      return pipeline { source { library = o.where } }
      """, named: "options.lua")
    let refused = try await world.run("run", rule, "--where", "pictures/trip")
    #expect(refused.errorText.contains("--library \(world.library)/trip"))
    _ = try await world.run("auth", "grant", rule, "--where=pictures/trip")
    #expect(try await world.run("run", rule, "--where", "pictures/trip").lines.count == 2)
    #expect(try await world.run("run", rule).status == .exited(77))
  }

  @Test func editsAreFollowedWhereTheUserSaysSo() async throws {
    _ = try await world.run("auth", "grant", rule, "--after-edits")
    let edited = "-- edited\nreturn pipeline { source { library = \"pictures\" } }\n"
    _ = try world.rule(edited)
    #expect(try await world.run("run", rule).lines.count == 3)
    chmod(rule, 0o666)
    #expect(try await world.run("run", rule).status == .exited(77))
    let result = try await world.run("auth", "grant", rule, "--after-edits")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("others can write"))
  }

  @Test func theFileOfDecisionsIsNamed() async throws {
    #expect(
      try await world.run("auth", "path").text == world.path("state/shotflow/permissions") + "\n")
  }
}
