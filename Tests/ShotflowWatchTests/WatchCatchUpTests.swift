import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Rules that catch up with what arrived between two watches.
@Suite struct WatchCatchUpTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    rule = try world.rule("return pipeline { source { catchUp = true } }")
  }

  /// Watches until an asset was printed and noted, and gives all that were printed.
  private func watch(
    _ library: String, with options: [String] = [], until asset: String,
    arrange: () throws -> Void = {}
  ) async throws -> [String] {
    let before = try world.knownSize()
    let program = try await world.program(["watch", rule, "--library", library] + options)
      .startWatching()
    // The first start notes what is there.
    let known = before == 0 ? try world.knownSize() : before
    try arrange()
    #expect(await program.printed("\"localIdentifier\":\"\(asset)\""))
    // A signal that comes before it is noted would have it offered again.
    while try world.knownSize() <= known { try await Task.sleep(for: .milliseconds(5)) }
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(0))
    let records: [Printed] = try result.decodedLines()
    return records.map(\.localIdentifier)
  }

  /// Writes a file beside the library, and gives the time that the file system notes for it.
  private func writingTime(_ name: String) throws -> Date {
    let path = try world.directory.write("", to: name)
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    return try #require(time as? Date)
  }

  private struct Printed: Decodable {
    let localIdentifier: String
  }

  @Test(arguments: ChangingLibrary.Kind.allCases)
  func everyKindOfLibraryIsCaughtUpWith(kind: ChangingLibrary.Kind) async throws {
    let library = try ChangingLibrary(kind, in: world)
    let names = (0...4).map(library.identifier)
    // The first start offers nothing that was there before.
    let first = try await watch(library.path, until: names[2]) { try library.add(2) }
    #expect(first == [names[2]])
    try library.add(3)
    let second = try await watch(library.path, until: names[3])
    #expect(second == [names[3]])
    // What was offered is not offered again, though the rule remembers nothing itself.
    let third = try await watch(library.path, until: names[4]) { try library.add(4) }
    #expect(third == [names[4]])
  }

  /// The times of its files are older than the last watch.
  @Test func aFolderThatWasMovedInMeanwhileIsCaughtUpWith() async throws {
    try world.picture("b.png", seed: 2, in: "elsewhere/trip/day")
    try world.picture("c.png", seed: 3, in: "elsewhere/trip")
    try world.picture("old.png", seed: 4, in: "pictures/before")
    _ = try await watch(world.library, until: "a.png") { try world.picture("a.png", seed: 1) }
    try #require(rename(world.path("elsewhere/trip"), world.path("pictures/trip")) == 0)
    // A folder that has another name holds nothing new.
    try #require(rename(world.path("pictures/before"), world.path("pictures/after")) == 0)
    let names = try await watch(world.library, until: "z.png") {
      try world.picture("z.png", seed: 9)
    }
    #expect(names == ["trip/c.png", "trip/day/b.png", "z.png"])
  }

  /// The folder that a disk is mounted on is empty while it is not.
  @Test func aStartWithoutTheDiskForgetsNothing() async throws {
    try world.picture("old.png", seed: 1)
    _ = try await watch(world.library, until: "a.png") { try world.picture("a.png", seed: 2) }
    try #require(rename(world.library, world.path("disk")) == 0)
    try world.directory.makeFolder("pictures")
    _ = try await watch(world.library, until: "b.png") { try world.picture("b.png", seed: 3) }
    try FileManager.default.removeItem(atPath: world.library)
    try #require(rename(world.path("disk"), world.library) == 0)
    let names = try await watch(world.library, until: "c.png") {
      try world.picture("c.png", seed: 4)
    }
    #expect(names == ["c.png"])
  }

  @Test func whatTheRuleWroteIsNotCaughtUpWith() async throws {
    _ = try world.rule("return pipeline { source { catchUp = true }, load { size = { 8, 8 } } }")
    let out = ["--out", world.path("pictures/out")]
    #expect(
      try await watch(world.library, with: out, until: "a.png") {
        try world.picture("a.png", seed: 1)
      } == ["a.png"])
    #expect(
      try await watch(world.library, with: out, until: "b.png") {
        try world.picture("b.png", seed: 2)
      } == ["b.png"])
  }

  /// Another rule that was watched before is no reason to offer a rule what it never watched.
  @Test func aRuleThatIsNewBesideAnotherGetsNothingOld() async throws {
    _ = try await watch(world.library, until: "a.png") { try world.picture("a.png", seed: 1) }
    try world.picture("b.png", seed: 2)
    // What came less than a tick of the files' clock before a watch is new to each of its rules.
    let begin = try writingTime("clock")
    while try writingTime("clock").timeIntervalSince(begin) < 0.1 {
      try await Task.sleep(for: .milliseconds(5))
    }
    let other = try world.rule(
      "return pipeline { source { catchUp = true }, classify { other = function() return true end } }",
      named: "other.lua")
    let program = try world.program(["watch", rule, other, "--library", world.library]).start()
    #expect(await program.printed("\"b.png\""))
    try world.picture("c.png", seed: 3)
    #expect(await program.printed("\"other\""))
    let lines = await program.end(by: SIGINT).lines
    #expect(lines.filter { $0.contains("\"other\"") && $0.contains("b.png") } == [])
    #expect(lines.filter { $0.contains("\"localIdentifier\":\"c.png\"") }.count == 2)
  }

  /// The state is on a disk that is full when the offer is claimed.
  @Test(.needs(.ownMounts)) func anOfferThatFailedIsCaughtUpWith() async throws {
    let rule = try world.rule(
      "return pipeline { source { catchUp = true }, dedupe { memory = \"kept\" }, notify {} }")
    for number in 1...2 { try world.picture("\(number).png", seed: UInt64(number), in: "new") }
    try world.directory.makeFolder("state")
    let script = """
      until_said() { until grep -q "$1" "$2"; do sleep 0.05; done; }
      mount -t tmpfs -o size=1m,mode=700 none state
      "$shotflow" watch \(rule) --library pictures > out1 2> err1 & p=$!
      until_said watching err1
      cp new/1.png pictures/1.png
      until_said 1.png out1
      cat /dev/zero > state/fill 2> /dev/null
      cp new/2.png pictures/2.png
      until_said full err1
      kill -TERM $p; wait $p; echo "ended $?"
      rm state/fill
      "$shotflow" watch \(rule) --library pictures > out2 2> err2 & p=$!
      until_said 2.png out2
      kill -TERM $p; wait $p; echo "ended $?"
      echo first; cat out1; echo second; cat out2; cat err1 err2 >&2
      """
    let result = try await RunProgram(
      "/usr/bin/unshare", ["-rm", "sh", "-c", script],
      environment: world.environment.merging([
        "shotflow": Products.shotflow, "PATH": "/usr/bin:/bin",
      ]) { $1 },
      workingFolder: world.directory.path
    ).result()
    let lines = result.lines
    #expect(lines.prefix(3) == ["ended 0", "ended 0", "first"], "\(result.errorText)")
    let parts = result.text.components(separatedBy: "second\n")
    try #require(parts.count == 2)
    #expect(parts[0].contains("1.png") && !parts[0].contains("2.png"))
    #expect(parts[1].contains("2.png") && !parts[1].contains("1.png"))
  }
}
