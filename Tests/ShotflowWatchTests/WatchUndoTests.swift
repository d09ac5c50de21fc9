import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Each arrival of a watch is a run that can be undone, also while the watch goes on.
@Suite struct WatchUndoTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func watch(_ stages: String, _ further: String...) async throws -> RunningProgram {
    let rule = try world.actingRule(stages)
    let allowed = ["write", "desktop", "clipboard", "exec"].flatMap { ["--allow", $0] }
    let words = ["watch", rule, "-l", world.library] + allowed + further
    return try await world.program(words).startWatching()
  }

  /// Lets pictures arrive one after the other.
  private func arrive(_ numbers: ClosedRange<Int>, at program: RunningProgram) async throws {
    for number in numbers {
      try world.picture("\(number).png", seed: UInt64(number))
      #expect(await program.printed("/\(number).png\""))
    }
  }

  private func moveByHand() async throws {
    try world.picture("by hand.png", seed: 99)
    let rule = try world.actingRule("move { to = \"hand/{filename}\" }", named: "hand.lua")
    let result = try await world.program(world.actingWords(rule)).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  private func states() async throws -> [String] {
    let list = try await world.run("undo", "--list", "--json")
    return try list.lines.map { line in
      let run = try JSONDecoder().decode(ListedRun.self, from: Data(line.utf8))
      let name = run.files.first?.split(separator: "/").last ?? ""
      return "\(run.run) \(run.rule) \(run.watch ?? 0) \(run.state) \(run.count) \(name)"
    }
  }

  private struct ListedRun: Decodable {
    let run: Int
    let rule: String
    let state: String
    let count: Int
    let watch: Int?
    let files: [String]
  }

  @Test func eachArrivalIsUndoneByItselfWhileTheWatchGoesOn() async throws {
    try await moveByHand()
    let program = try await watch("move { to = \"moved/{filename}\" }")
    try await arrive(1...5, at: program)
    // The last arrival ends behind its record.
    let last = try await world.run("undo", "--last", "1")
    #expect(last.status == .exited(0), "\(last.errorText)")
    #expect(world.names(in: "pictures/moved") == ["1.png", "2.png", "3.png", "4.png"])
    #expect(
      try await states() == [
        "6 act 2 undone 1 5.png", "5 act 2 done 1 4.png", "4 act 2 done 1 3.png",
        "3 act 2 done 1 2.png", "2 act 2 done 1 1.png", "1 hand 0 done 1 by hand.png",
      ])
    let table = try await world.run("undo", "--list").lines
    #expect(table.first?.contains("files") == true)
    #expect(table.dropFirst().first?.hasSuffix("5.png") == true)
    #expect(try await world.run("undo", "3").status == .exited(0))
    // Undone ones count, so nothing goes further back.
    #expect(try await world.run("undo", "--last", "3").lines.count == 2)
    let again = try await world.run("undo", "--last", "3")
    #expect(again.status == .exited(0))
    #expect(again.errorText.contains("nothing to undo: the 3 runs are undone already"))
    #expect(world.names(in: "pictures/moved") == ["1.png"])
    // Without a number it is the run by hand.
    #expect(try await world.run("undo").text.contains("by hand.png"))
    #expect(try await world.run("undo").text == "")
    #expect(try await world.run("undo", "--since", "10m").lines.count == 1)
    try await arrive(6...6, at: program)
    #expect(world.names(in: "pictures/moved") == ["6.png"])
    #expect(await program.end(by: SIGINT).status == .exited(0))
    #expect(try await states().first == "7 act 2 done 1 6.png")
  }

  @Test func whatAnUndoBringsBackDoesNotArriveForTheRuleThatTookIt() async throws {
    let program = try await watch("move { to = \"{filename}\" }", "--out", world.path("out"))
    try await arrive(1...2, at: program)
    #expect(try await world.run("undo", "1").status == .exited(0))
    // Events come in order.
    try await arrive(3...3, at: program)
    #expect(world.names() == ["1.png"])
    #expect(world.names(in: "out") == ["2.png", "3.png"])
    // The user's own file of the same name arrives.
    try FileManager.default.removeItem(atPath: world.path("pictures/1.png"))
    try world.picture("1.png", seed: 10)
    try await arrive(4...4, at: program)
    #expect(await program.end(by: SIGINT).lines.count == 5)
    #expect(world.names(in: "out") == ["1.png", "2.png", "3.png", "4.png"])
  }

  @Test func anArrivalInWhichTheWatchIsKilledCanBeUndone() async throws {
    // The program gets the moved picture, and keeps the arrival from its end.
    let program = try await watch(
      "move { to = \"moved/{filename}\" }, exec { \"sh\", \"-c\", \"cat; echo >&2 there; sleep 1000\" }"
    )
    try world.picture("1.png")
    #expect(await program.showed("there"))
    let busy = try await world.run("undo", "1", "--no-wait")
    #expect(busy.status == .exited(75))
    #expect(busy.errorText.contains("run 1 goes on"))
    let waiting = try world.program(["undo", "1"]).start()
    #expect(await waiting.showed("this undo waits for its end"))
    await program.end(by: SIGKILL)
    let result = await waiting.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names() == ["1.png"])
    #expect(try await states() == ["1 act 1 undone 1 1.png"])
  }
}
