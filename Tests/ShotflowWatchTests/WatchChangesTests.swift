import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Changes of a fetch as they come, and libraries that go away.
@Suite struct WatchChangesTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func start(_ library: String, stages: String = "observe {}") async throws
    -> RunningProgram
  {
    let rule = try world.libraryRule(
      "filter { filename = like(\"*.png\"), sortedBy = \"filename\" }, \(stages)")
    return try await world.program(["watch", rule, "--library", library]).startWatching()
  }

  private func lines(_ result: ProgramResult) throws -> [String] {
    let lines: [ChangeLine] = try result.decodedLines()
    return lines.map { "\($0.type ?? $0.kind) \($0.asset?.localIdentifier ?? "")" }
  }

  @Test func tellsChangesAsTheyCome() async throws {
    try world.picture("a.png", seed: 1)
    let program = try await start(world.library)
    try world.picture("b.png", seed: 2)
    #expect(await program.printed("token"))
    try world.directory.write("no picture that counts", to: "pictures/notes.txt")
    try #require(unlink(world.path("pictures/a.png")) == 0)
    #expect(await program.printed("removed"))
    let result = await program.end(by: SIGINT)
    let reported = try lines(result)
    #expect(reported.prefix(3) == ["inserted b.png", "token ", "removed a.png"])
  }

  /// The mount that comes back is the same, of the same file system as the folder that it lies over.
  @Test(.needs(.ownMounts)) func whatIsUnmountedWasNotRemoved() async throws {
    let changes = try world.libraryRule("filter { sortedBy = \"filename\" }, observe {}")
    let arrivals = try world.libraryRule(named: "arrivals.lua")
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number), in: "real") }
    try world.picture("4.png", seed: 4, in: "new")
    try world.directory.makeFolder("disk")
    let result = try await world.shellWithMounts(
      """
      mount --bind real disk
      "$shotflow" watch \(changes) \(arrivals) --library disk > out 2> err & p=$!
      until_said watching err
      unmount disk
      until_said "is gone" err
      sleep 2
      mount --bind real disk
      until_said "is back" err
      cp new/4.png disk/4.png
      until_said token out
      until_said '"kind":"asset","localIdentifier":"4.png","library":"[^"]*","filename":"4.png".*"fileSize"' out
      kill -TERM $p; wait $p; echo "ended $?"
      cat out; cat err >&2
      """)
    #expect(result.lines.first == "ended 0")
    #expect(!result.text.contains("removed"))
    #expect(result.text.ranges(of: "inserted").count == 1)
    let records = result.lines.filter { $0.hasPrefix("{\"v\":1,\"kind\":\"asset\"") }
    #expect(records.count == 1)
    #expect(result.errorLines.contains { $0.hasSuffix("\"disk\" is back") })
  }
}
