import ProgramSupport
import TestSupport
import Testing

/// A home in which nothing can be made, not even by root, as on a read-only file system.
@Suite(.enabled(if: isLinux, "the folder is Linux's")) struct UnwritableHomeTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.picture("b.png", seed: 2)
  }

  private func run(_ words: String...) async throws -> ProgramResult {
    var program = world.program(words)
    for (name, folder) in [
      ("HOME", ""), ("XDG_STATE_HOME", "/state"), ("XDG_CACHE_HOME", "/cache"),
      ("XDG_DATA_HOME", "/data"), ("XDG_CONFIG_HOME", "/config"),
    ] {
      program.environment[name] = "/proc/1/task\(folder)"
    }
    return try await program.result()
  }

  @Test func whatKeepsNothingWorks() async throws {
    let found = try await run("find", world.library)
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(found.lines.count == 2)
    let albums = try await run("albums", "--library", world.library)
    #expect(albums.status == .exited(0), "\(albums.errorText)")
  }

  @Test func whatCanNotBeKeptIsNotDone() async throws {
    let rule = try world.libraryRule("dedupe { memory = \"m\" }")
    let remembered = try await run("run", rule, "-l", world.library)
    #expect(remembered.status == .exited(73))
    #expect(remembered.output.isEmpty && remembered.errorText.contains("can't write the ledger"))
    let mover = try world.rule(
      "return pipeline { wants = { write = \"to sort\" }, source {}, move { to = \"sorted/\" } }",
      named: "mover.lua")
    let granted = try await run("auth", "grant", mover)
    #expect(granted.status == .exited(73))
    #expect(granted.errorText.contains("can't keep the decision"))
    let moved = try await run("run", mover, "-l", world.library, "--allow", "write")
    #expect(moved.status != .exited(0))
    #expect(world.names(in: "pictures").sorted() == ["a.png", "b.png"])
  }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif
