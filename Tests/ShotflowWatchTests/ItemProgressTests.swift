import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The progress of one item, seen from outside.
@Suite struct ItemProgressTests {
  /// All of a large file is there, so that nothing of it is passed over.
  private func world() throws -> ProgramWorld {
    let world = try ProgramWorld()
    let path = try world.directory.write("movie", to: "pictures/big.bin")
    try Data(repeating: 0x5A, count: 32 << 20).write(to: URL(fileURLWithPath: path))
    try world.directory.write("small", to: "pictures/small.txt")
    return world
  }

  /// The steps that `browse` reports don't depend on the computer's speed, as intermediate states
  /// do.
  @Test(arguments: [
    ("load { data = \"size\" }", ["hash"]), ("load { file = \"copy\" }", ["copy"]),
    ("filter { sha256 = present }", ["hash"]),
    ("dedupe { memory = \"m\" }, load { file = \"copy\" }", ["hash", "copy"]),
  ])
  func aLargeItemGoesFromNoneToAll(_ stages: String, _ works: [String]) async throws {
    let world = try world()
    let rule = try world.libraryRule(stages)
    let result = try await world.run(
      "run", rule, "--everything", "--library", world.library, "--out", world.path("out"),
      "--progress=json")
    #expect(result.status == .exited(0), "\(result.errorText)")
    let items = try result.progressLines().flatMap { $0.items ?? [] }
      .filter { $0.name == "big.bin" }
    #expect(items.first?.fraction == 0)
    #expect(items.last?.fraction == 1)
    #expect(items.map(\.fraction) == items.map(\.fraction).sorted())
    #expect(items.allSatisfy { $0.localIdentifier == "big.bin" })
    var seen: [String] = []
    for item in items where item.work != seen.last { seen.append(item.work) }
    #expect(seen == works)
  }

  /// A file that takes minutes is active for as long as the test wants, and ends on request.
  @Test func aSignalShowsTheItemAtHand() async throws {
    let world = try ProgramWorld()
    try world.endlessFile()
    let rule = try world.libraryRule("load { data = \"size\" }")
    let running = try world.program(
      ["run", rule, "--everything", "--library", world.library, "--progress=json"]
    ).start()
    #expect(await running.showed(#""items":[{"name":"endless.mov""#))
    running.signal(SIGUSR1)
    #expect(await running.showed("endless.mov 0 %"))
    let result = await running.end(by: SIGINT)
    #expect(result.status == .exited(130))
    #expect(result.text == "")
  }
}
