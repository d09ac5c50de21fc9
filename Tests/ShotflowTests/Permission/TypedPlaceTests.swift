import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Shipped rules for which a place on the command line is the permission.
@Suite struct TypedPlaceTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a b.png", seed: 1)
    try world.picture("copy.png", seed: 1)
  }

  private static let organise = ["organise", "--copy", "--to", "sorted/{mediaType}"]

  private func run(_ words: [String], _ further: String...) async throws -> ProgramResult {
    try await world.program(words + ["-l", "pictures"] + further).result()
  }

  private func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: world.path(path))
  }

  private func expectRefusal(_ result: ProgramResult, _ text: String) {
    #expect(result.status == .exited(77), "\(result.errorText)")
    #expect(result.errorText.contains(text), "\(result.errorText)")
    #expect(!isThere("sorted"))
  }

  private static let open = "has no permission to write files outside of the cache yet"

  @Test func aTypedPlaceIsGrantedWithoutAQuestion() async throws {
    let copied = try await run(Self.organise)
    #expect(copied.status == .exited(0), "\(copied.errorText)")
    #expect(isThere("sorted/image/a b.png"))
    // It is for that run alone, and in the log.
    #expect(!isThere("state/shotflow/permissions"))
    let log = try await world.run("auth", "log").text
    #expect(log.contains("write files outside of the cache (for one run)"), "\(log)")
    let moved = try await run(["duplicates", "--keep", "first"], "--move-to=away")
    #expect(moved.status == .exited(0), "\(moved.errorText)")
    #expect(isThere("away/copy.png"))
    let trashed = try await run(["duplicates", "--trash", "--dry-run"])
    #expect(trashed.status == .exited(0), "\(trashed.errorText)")
    let sent = try await run(["upload", "--url", "http://127.0.0.1:1/", "--dry-run"])
    #expect(sent.status == .exited(0), "\(sent.errorText)")
  }

  @Test func aStoredDenialWins() async throws {
    _ = try await world.run("auth", "deny", "organise", "--allow", "write")
    expectRefusal(try await run(Self.organise), "was denied")
    _ = try await world.run("auth", "grant", "organise", "--to", world.path("sorted/{mediaType}"))
    #expect(try await run(Self.organise).status == .exited(0))
  }

  @Test func whatWasTakenBackHasToBeGrantedAgain() async throws {
    let grant = ["auth", "grant", "organise", "--copy", "--to", "sorted/{mediaType}"]
    #expect(try await world.program(grant).result().status == .exited(0))
    let taken = try await world.run("auth", "revoke", "organise")
    #expect(taken.errorText.contains("took back 1 decision"))
    for _ in 1...2 { expectRefusal(try await run(Self.organise), Self.open) }
    #expect(try await world.program(grant).result().status == .exited(0))
    #expect(try await run(Self.organise).status == .exited(0))
  }

  @Test func aChangedCopyAsks() async throws {
    _ = try await world.run("new", "mine", "--from", "organise")
    let copy = ["mine"] + Self.organise.dropFirst()
    #expect(try await run(copy).status == .exited(0))
    try FileManager.default.removeItem(atPath: world.path("sorted"))
    let path = world.path("config/shotflow/rules/mine.lua")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try (text + "-- changed\n").write(toFile: path, atomically: true, encoding: .utf8)
    expectRefusal(try await run(copy), Self.open)
  }

  @Test func aRuleOfTheSameNameIsNotTheOneThatShips() async throws {
    try world.directory.write(
      """
      local o = options { to = "", copy = false }
      return pipeline { wants = { "write" }, source {}, copy { to = "\(world.path("sorted"))/" } }
      """, to: "config/shotflow/rules/organise.lua")
    expectRefusal(try await run(Self.organise), Self.open)
  }

  @Test func aConfiguredPlaceAsks() async throws {
    try world.directory.write(
      "return { rules = { organise = { to = \"\(world.path("sorted"))\", copy = true } } }\n",
      to: "config/shotflow/config.lua")
    expectRefusal(try await run(["organise"]), Self.open)
    expectRefusal(try await run(["organise", "--copy"]), Self.open)
    // An empty text names no place.
    #expect(try await run(["organise", "--to", ""]).status == .exited(0))
    #expect(!isThere("sorted"))
    #expect(try await run(["organise", "--to", "sorted/{mediaType}"]).status == .exited(0))
    #expect(isThere("sorted/image/a b.png"))
  }

  @Test func aRefusedFlagNamesNoPlace() async throws {
    try world.directory.write(
      "return { rules = { duplicates = { moveTo = \"\(world.path("sorted"))\" } } }\n",
      to: "config/shotflow/config.lua")
    expectRefusal(try await run(["duplicates", "--no-trash"]), Self.open)
  }

  @Test(arguments: [
    ("denied", "was denied"), ("restricted", "--auth restricted"),
    ("notDetermined", "has no permission"),
  ])
  func aTriedStateWins(state: String, message: String) async throws {
    expectRefusal(try await run(Self.organise, "--auth", state), message)
  }

  @Test(.needs(.ownMounts), arguments: ["restrict rules", "restrict capability write"])
  func theAdministratorsPolicyWins(line: String) async throws {
    try world.makePolicy("\(line)\n")
    let result = try await world.underPolicy(
      "organise --copy --to sorted -l pictures"
    ).result()
    expectRefusal(result, "administrator")
  }
}
