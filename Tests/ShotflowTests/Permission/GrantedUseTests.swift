import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Grants are used as shown when they were given; anything else is asked again.
@Suite struct GrantedUseTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png")
  }

  /// The stages that write where a rule says, each with what it has besides `to`.
  private static let stages = [
    ("copy", ""), ("move", ""), ("link", ""), ("link", ", kind = \"hard\""), ("sheet", ""),
  ]
  private static let places = stages.flatMap { stage in
    ["", "{mediaType}/"].compactMap { rest in
      stage.0 == "sheet" && !rest.isEmpty ? nil : (stage: stage.0, more: stage.1, rest: rest)
    }
  }

  /// A rule whose stage writes to a place that Lua gives.
  private func rule(
    _ stage: String, to place: String, _ more: String = "", before: String = ""
  ) throws -> String {
    try world.rule(
      """
      \(before)
      return pipeline {
        wants = { write = "to sort" }, source {}, \(stage) { to = \(place)\(more) },
      }
      """)
  }

  private func quoted(_ name: String, _ rest: String = "") -> String {
    "\"\(world.path(name))/\(rest.isEmpty ? "sheet" : rest)\""
  }

  private func run(_ rule: String, _ words: String...) async throws -> ProgramResult {
    try await world.program(["run", rule, "--library", world.library] + words).result()
  }

  private func expectQuestion(_ result: ProgramResult, _ folder: String = "b") {
    #expect(result.status == .exited(77))
    #expect(
      result.errorText.contains(
        "no permission to write files outside of the cache yet: the words changed since it was"
          + " granted, or what they lead to; to allow it for one run: --allow write; to grant it:"
          + " shotflow auth grant"))
    #expect(world.names(in: folder) == [])
  }

  @Test(arguments: places)
  func aPlaceThatTimeChangesIsAskedFor(stage: String, more: String, rest: String) async throws {
    let rule = try rule(
      stage, to: "now > 1500000000 and \(quoted("a", rest)) or \(quoted("b", rest))", more)
    let granted = try await world.run("auth", "grant", rule)
    #expect(granted.errorText.contains("it may ") && granted.errorText.contains(world.path("a")))
    expectQuestion(try await run(rule, "--now", "2010-01-01T00:00:00Z"))
    for _ in 0..<2 { #expect(try await run(rule).status == .exited(0)) }
    #expect(world.names(in: "a") != [])
    #expect(world.names(in: "b") == [])
  }

  @Test(arguments: places)
  func aPlaceThatAnOptionNamesIsAskedFor(stage: String, more: String, rest: String) async throws {
    let rule = try rule(
      stage, to: "o.to .. \"/\(rest.isEmpty ? "sheet" : rest)\"", more,
      before: "local o = options { to = \"\(world.path("a"))\" }")
    _ = try await world.run("auth", "grant", rule)
    expectQuestion(try await run(rule, "--to", world.path("b")))
    for _ in 0..<2 { #expect(try await run(rule).status == .exited(0)) }
  }

  @Test(arguments: places)
  func aLinkThatLeadsElsewhereIsAskedFor(stage: String, more: String, rest: String) async throws {
    try world.directory.makeFolder("a")
    try world.directory.makeFolder("b")
    symlink("a", world.path("way"))
    let rule = try rule(stage, to: quoted("way/in", rest), more)
    let granted = try await world.run("auth", "grant", rule)
    #expect(granted.errorText.contains("/way"), "\(granted.errorText)")
    #expect(granted.errorText.contains("/a/in"), "\(granted.errorText)")
    #expect(try await run(rule).status == .exited(0))
    #expect(world.names(in: "a") != [])
    unlink(world.path("way"))
    symlink("b", world.path("way"))
    expectQuestion(try await run(rule))
    // Whoever reads the question sees where it leads now.
    let status = try await world.run("auth", "status", rule)
    #expect(status.text.contains("notDetermined") && status.text.contains("/b/in"))
    unlink(world.path("way"))
    symlink("a", world.path("way"))
    #expect(try await run(rule).status == .exited(0))
    #expect(world.names(in: "b") == [])
  }

  @Test func whileItIsWatchedFilesGoWhereThatWasPermitted() async throws {
    try world.directory.makeFolder("a")
    try world.directory.makeFolder("b")
    symlink("a", world.path("way"))
    let rule = try rule("copy", to: quoted("way", "in/"))
    _ = try await world.run("auth", "grant", rule)
    let program = try await world.program(["watch", rule, "--library", world.library])
      .startWatching()
    unlink(world.path("way"))
    symlink("b", world.path("way"))
    try world.picture("first.png", seed: 1)
    #expect(await program.printed("first.png"))
    #expect(world.names(in: "a/in") == ["first.png"])
    try FileManager.default.moveItem(atPath: world.path("a"), toPath: world.path("gone"))
    symlink("b", world.path("a"))
    try world.picture("second.png", seed: 2)
    #expect(await program.showed("which was not permitted"))
    await program.end(by: SIGTERM)
    #expect(world.names(in: "b") == [])
  }

  @Test(arguments: places)
  func aPlaceThatIsEditedIsAskedFor(stage: String, more: String, rest: String) async throws {
    let path = try rule(stage, to: quoted("a", rest), more)
    _ = try await world.run("auth", "grant", path, "--after-edits")
    _ = try rule(stage, to: quoted("a", rest), more, before: "local unused = 1")
    #expect(try await run(path).status == .exited(0))
    _ = try rule(stage, to: quoted("b", rest), more)
    expectQuestion(try await run(path))
  }

  @Test func anotherStageAtTheSamePlaceIsAskedFor() async throws {
    let path = try rule("copy", to: quoted("a", "x/"))
    _ = try await world.run("auth", "grant", path, "--after-edits")
    for (stage, more) in [("move", ""), ("link", ""), ("link", ", kind = \"hard\"")] {
      _ = try rule(stage, to: quoted("a", "x/"), more)
      #expect(try await run(path).status == .exited(77))
    }
    #expect(world.names() == ["a.png"])
  }

  @Test func aHomeThatIsAnotherIsAskedFor() async throws {
    let path = try rule("copy", to: "\"~/sorted/\"")
    _ = try await world.run("auth", "grant", path)
    var program = world.program(["run", path, "--library", world.library])
    program.environment["HOME"] = world.path("b")
    expectQuestion(try await program.result())
    #expect(try await run(path).status == .exited(0))
    #expect(world.names(in: "home/sorted") == ["a.png"])
  }

  /// The state of a capability.
  private func state(
    _ capability: String, _ rule: String, _ words: String...
  ) async throws -> String? {
    let status = try await world.program(["auth", "status", rule] + words).result()
    return status.lines.first { $0.contains("  \(capability): ") }
      .map { "\($0.prefix { $0 != " " })" }
  }

  @Test(arguments: [
    ("desktop", "open {}", "reveal {}"),
    ("clipboard", "clipboard {}", "clipboard { what = \"image\" }"),
    (
      "network", "webhook { url = \"https://example.org/\" }",
      "webhook { url = \"https://example.com/\" }"
    ),
    (
      "network", "webhook { url = \"https://example.org/\" }",
      "webhook { url = \"https://example.org/\", headers = { A = \"{env:TOKEN}\" } }"
    ),
  ])
  func otherActionsAreAskedFor(_ capability: String, _ shown: String, _ other: String) async throws
  {
    func text(_ stage: String) -> String {
      "return pipeline { wants = { \(capability) = \"x\" }, source {}, \(stage) }"
    }
    let timed = try world.rule(
      """
      local o = options { other = false }
      local is_other = o.other or now < 1500000000
      \(text("is_other and \(other) or \(shown)"))
      """, named: "timed.lua")
    _ = try await world.run("auth", "grant", timed)
    #expect(try await state(capability, timed) == "authorized")
    #expect(try await state(capability, timed, "--other") == "notDetermined")
    #expect(try await run(timed, "--now", "2010-01-01T00:00:00Z").status == .exited(77))

    let edited = try world.rule(text(shown), named: "edited.lua")
    _ = try await world.run("auth", "grant", edited, "--after-edits")
    _ = try world.rule("local unused = 1\n\(text(shown))", named: "edited.lua")
    #expect(try await state(capability, edited) == "authorized")
    _ = try world.rule(text(other), named: "edited.lua")
    #expect(try await state(capability, edited) == "notDetermined")
  }

  @Test func aSecretBehindALinkIsTheOneThatWasPermitted() async throws {
    try world.directory.write("one", to: "first/token")
    try world.directory.write("two", to: "second/token")
    symlink("first", world.path("keys"))
    let rule = try world.rule(
      """
      return pipeline {
        wants = { network = "x" }, source {},
        webhook {
          url = "https://example.org/", headers = { A = "{file:\(world.path("keys"))/token}" },
        },
      }
      """)
    _ = try await world.run("auth", "grant", rule)
    #expect(try await state("network", rule) == "authorized")
    unlink(world.path("keys"))
    symlink("second", world.path("keys"))
    #expect(try await state("network", rule) == "notDetermined")
    #expect(try await run(rule).status == .exited(77))
  }

  @Test func originalsOfAnotherLibraryAreAskedFor() async throws {
    try world.directory.makeFolder("other")
    let rule = try world.rule(
      """
      local o = options { where = "pictures" }
      return pipeline { wants = { references = "x" }, source { library = o.where } }
      """)
    _ = try await world.run("auth", "grant", rule)
    #expect(try await state("references", rule) == "authorized")
    #expect(try await state("references", rule, "--where=other") == "notDetermined")
  }

  @Test(arguments: [
    ("write", "write files outside of the cache"), ("network", "use the network"),
  ])
  func aProgramThatMayDoMoreIsAskedFor(_ capability: String, _ summary: String) async throws {
    let rule = try world.rule(
      """
      local o = options { start = false }
      return pipeline {
        wants = { exec = "x", \(capability) = "x" }, source {},
        o.start and exec { "cat" } or filter { filename = has("a") },
      }
      """)
    _ = try await world.run("auth", "grant", rule)
    _ = try await world.run("auth", "grant", rule, "--start", "--allow", "exec")
    #expect(try await state(capability, rule) == "authorized")
    let started = try await run(rule, "--start")
    #expect(started.status == .exited(77))
    #expect(started.errorText.contains("no permission to \(summary)"), "\(started.errorText)")
    let granted = try await world.run("auth", "grant", rule, "--start")
    #expect(granted.errorText.contains("it may let the programs that it starts "))
    #expect(try await run(rule, "--start").status == .exited(0))
  }
}
