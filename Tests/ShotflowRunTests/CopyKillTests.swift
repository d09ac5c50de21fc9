import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Kills in copies with a backup: nothing is lost, nothing is half there, and the same command ends the
/// work.
@Suite struct CopyKillTests {
  /// A stage with a backup.
  enum Act: String, CaseIterable, CustomTestStringConvertible {
    case copy = "copy { to = \"x/{filename}\", verify = true, backup = \"%\" }"
    case unverified = "copy { to = \"x/{filename}\", backup = \"%\" }"

    var testDescription: String { self == .copy ? "copy" : "copy without check" }
  }

  private static let killCount = Effort.isFull ? 200 : 12

  @Test(arguments: Act.allCases)
  func killsAtAnyMomentLeaveWholeFiles(_ act: Act) async throws {
    let world = try ProgramWorld()
    for number in 0..<60 {
      let picture = Data(ProgramWorld.png(UInt64(number + 1)).encoded())
      try world.directory.write(
        picture + Data(repeating: UInt8(number), count: 50_000),
        to: "pictures/\(number % 3)/\(number).png")
    }
    let before = try world.contents()
    let expected = Dictionary(
      before.map { ("x/\($0.key.split(separator: "/").last ?? "")", $0.value) }
    ) { first, _ in first }
    let rule = try world.actingRule(act.rawValue.replacing("%", with: world.path("backup")))
    let words = world.actingWords(rule, "--out", world.path("out"), "--no-catalogue")
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = SeededGenerator(seed: seed)
    var kills = 0
    var round = 0
    var usual = Duration.milliseconds(150)
    while kills < Self.killCount, round < 4 * Self.killCount {
      round += 1
      let start = ContinuousClock.now
      let program = try world.program(round % 3 == 0 ? ["undo"] : words).start()
      try await Task.sleep(for: usual * Double.random(in: 0...1, using: &generator))
      if case .killed = await program.end(by: SIGKILL).status {
        kills += 1
      } else {
        usual = ContinuousClock.now - start
      }
      #expect(try world.contents() == before, "seed \(seed), round \(round)")
      for folder in ["out", "backup"] {
        for (name, content) in try world.contents(of: folder) {
          #expect(content == expected[name], "\(folder)/\(name), seed \(seed), round \(round)")
        }
      }
    }
    let last = try await world.program(words).result()
    #expect(last.status == .exited(0), "\(last.errorText)")
    for folder in ["out", "backup"] { #expect(try world.contents(of: folder) == expected) }
    _ = try await world.run("undo", "--last", "1000")
    for folder in ["out", "backup"] { #expect(try world.contents(of: folder).isEmpty) }
    #expect(try world.contents() == before)
    Figures.note("\(act.testDescription) killed", kills)
  }
}
