import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Kills in moves and undos: nothing is lost, and the next run or undo puts right what was half done.
@Suite struct TransferKillTests {
  private static let moves = "move { to = \"{localDate:%Y}/{filename}\" }"
  private static let calls = [
    "open", "write", "sync", "rename", "link", "unlink", "mkdir", "copy", "own-lock",
  ]
  private static let trash = "home/.local/share/Trash/files"
  private static let notes = "home/.local/share/Trash/info"
  /// A folder of another file system than that of temporary files, where there is one.
  private static let memory = "/dev/shm"

  private func makeWorld() throws -> ProgramWorld {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    try world.livePhoto("IMG_1")
    try world.directory.write("<x/>", to: "pictures/1.xmp")
    return world
  }

  /// Returns the number of times that the program makes each call.
  private func counts(_ program: (String) throws -> RunProgram) async throws -> [String: Int] {
    let folder = try TemporaryDirectory()
    let path = folder.path("counts")
    let result = try await program(path).result()
    try #require(result.status == .exited(0), "\(result.errorText)")
    var counts: [String: Int] = [:]
    for line in try folder.text(of: "counts").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let count = Int(words[1]) {
        counts[String(words[0])] = max(counts[String(words[0])] ?? 0, count)
      }
    }
    return counts
  }

  /// The calls at which the program is killed, spread evenly where they are too many.
  private func points(_ counts: [String: Int]) -> [String] {
    let all = Self.calls.flatMap { call in (0..<(counts[call] ?? 0)).map { "\(call):\($0 + 1):die" }
    }
    let most = Effort.isFull ? all.count : 24
    return all.count <= most ? all : (0..<most).map { all[$0 * all.count / most] }
  }

  @Test(.needs(.faultLibrary)) func aKillAtAnyCallLosesNothing() async throws {
    try await killAtEveryCall(Self.moves, movingTo: nil)
  }

  @Test(.needs(.faultLibrary)) func aKillAtAnyCallOfATrashingLosesNothing() async throws {
    try await killAtEveryCall("trash {}", movingTo: nil)
  }

  @Test(.needs(all: [.faultLibrary, .secondFileSystem]))
  func aKillAtAnyCallLosesNothingAcrossFileSystems() async throws {
    try await killAtEveryCall(Self.moves, movingTo: Elsewhere())
  }

  private func killAtEveryCall(_ stages: String, movingTo other: Elsewhere?) async throws {
    let further = other.map { ["--out", $0.path] } ?? []
    func words(_ world: ProgramWorld) throws -> [String] {
      world.actingWords(try world.actingRule(stages), "--no-catalogue") + further
    }
    let counted = try makeWorld()
    let moves = try await counts { path in
      try counted.faultyProgram(words(counted), ["SHOTFLOW_FAULT_COUNTS": path])
    }
    let undos = try await counts { path in
      try counted.faultyProgram(["undo"], ["SHOTFLOW_FAULT_COUNTS": path])
    }
    for point in points(moves) {
      let world = try makeWorld()
      let before = try world.contents()
      _ = try await world.faultyProgram(words(world), ["SHOTFLOW_FAULT": point]).result()
      try check(world, other, before, "moving, \(point)", isWhole: false)
      let second = try await world.program(words(world)).result()
      #expect(second.status == .exited(0), "\(point): \(second.errorText)")
      try check(world, other, before, "moved again, \(point)", isWhole: true)
      _ = try await world.run("undo", "--last", "100")
      #expect(try world.contents() == before, "undone, \(point)")
      #expect(world.names(in: Self.notes) == [], "undone, \(point)")
    }
    for point in points(undos) {
      let world = try makeWorld()
      let before = try world.contents()
      _ = try await world.program(words(world)).result()
      _ = try await world.faultyProgram(["undo"], ["SHOTFLOW_FAULT": point]).result()
      try check(world, other, before, "undoing, \(point)", isWhole: false)
      _ = try await world.run("undo", "--last", "100")
      #expect(try world.contents() == before, "undone again, \(point)")
      #expect(world.names(in: Self.notes) == [], "undone again, \(point)")
      #expect(world.names().filter { $0.hasPrefix("20") } == [], "\(point)")
    }
    Figures.note("moves and undos killed at a call", points(moves).count + points(undos).count)
  }

  /// The number of runs that are killed at any moment.
  private static let killCount = Effort.isFull ? 200 : 12

  @Test func killsAtAnyMomentLoseNothing() async throws {
    let world = try ProgramWorld()
    for number in 0..<60 {
      try world.directory.write("picture \(number)", to: "pictures/\(number % 3)/\(number).txt")
    }
    let before = try world.contents()
    var generator = SeededGenerator(seed: 15)
    var kills = 0
    var round = 0
    var usual = Duration.milliseconds(150)
    let rule = try world.actingRule("move { to = \"{mediaType}/{filename}\" }")
    while kills < Self.killCount, round < 4 * Self.killCount {
      round += 1
      let words = round % 2 == 1 ? world.actingWords(rule) : ["undo"]
      let start = ContinuousClock.now
      let program = try world.program(words).start()
      try await Task.sleep(for: usual * Double.random(in: 0...1, using: &generator))
      if case .killed = await program.end(by: SIGKILL).status {
        kills += 1
      } else {
        usual = ContinuousClock.now - start
      }
      let now = try world.contents()
      #expect(Set(now.values) == Set(before.values), "round \(round)")
    }
    let last = try await world.program(world.actingWords(rule)).result()
    #expect(last.status == .exited(0), "\(last.errorText)")
    _ = try await world.run("undo", "--last", "100")
    #expect(try world.contents() == before)
    Figures.note("moves and undos killed", kills)
  }

  /// Nothing is lost, and nothing is there twice once the next run is over.
  private func check(
    _ world: ProgramWorld, _ other: Elsewhere?, _ before: [String: Data], _ moment: String,
    isWhole: Bool
  ) throws {
    let files =
      try Array(world.contents().values) + (other?.contents() ?? [])
      + Array(world.contents(of: Self.trash).values)
    #expect(Set(files) == Set(before.values), "\(moment)")
    if isWhole { #expect(files.count == before.count, "\(moment)") }
  }

  /// A folder on another file system; removed with this object.
  private final class Elsewhere {
    let path: String

    init() throws {
      path = "\(TransferKillTests.memory)/shotflow-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }

    func contents() -> [Data] {
      (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .compactMap { FileManager.default.contents(atPath: "\(path)/\($0)") }
    }
  }
}
