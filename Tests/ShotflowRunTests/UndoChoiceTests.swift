import Foundation
import ProgramSupport
import TestSupport
import Testing

/// An undo takes back the run, and the files of it, that the user means.
@Suite struct UndoChoiceTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (seed, name) in ["a.png", "b.png", "c.png"].enumerated() {
      try world.picture(name, seed: UInt64(seed))
    }
  }

  private func run(_ stages: String, named name: String = "act.lua") async throws {
    let rule = try world.actingRule(stages, named: name)
    let result = try await world.program(world.actingWords(rule)).result()
    try #require(result.status == .exited(0), "\(result.errorText)")
  }

  /// Moves three files, then runs a rule that moves none.
  private func runInVain() async throws {
    try await run("move { to = \"one/\" }", named: "sort.lua")
    try await run("filter { filename = \"none.png\" }, trash {}", named: "tidy.lua")
  }

  @Test func afterARunThatChangedNothingTheOneBeforeIsNamedFirst() async throws {
    try await runInVain()
    for words in [["undo", "--dry-run"], ["undo"]] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(0))
      #expect(result.lines.count == 3)
      let first = try #require(result.errorLines.first)
      #expect(first.hasPrefix("shotflow: the last run, \"tidy\" "), "\(first)")
      #expect(first.contains("changed nothing; the one before is run 1 of \"sort\" "))
      #expect(first.hasSuffix(" from \(world.library)/one to \(world.library)"))
    }
    #expect(world.names() == ["a.png", "b.png", "c.png"])
    // Repeated, it goes no further back.
    let again = try await world.run("undo")
    #expect(again.text == "")
    #expect(again.errorText.contains("there is nothing to undo: run 1 of \"sort\""))
    // The next run that changes something is the last one.
    try await run("move { to = \"two/\" }")
    let last = try await world.run("undo")
    #expect(last.lines.count == 3 && !last.errorText.contains("changed nothing"))
  }

  @Test func aFileIsNamedByItsNameAlone() async throws {
    try await run("move { to = \"one/\" }")
    #expect(try await world.run("undo", "b.png").lines.count == 1)
    #expect(world.names().filter { !$0.hasPrefix("one") } == ["b.png"])
    #expect(try await world.run("undo", "1", "c.png").lines.count == 1)
    #expect(try await world.run("undo", "d.png").status == .exited(64))
    #expect(world.names().filter { !$0.hasPrefix("one") } == ["b.png", "c.png"])
  }

  @Test func aDryRunIsNotTheLastRun() async throws {
    try await run("move { to = \"one/\" }")
    let rule = try world.actingRule("trash {}", named: "tidy.lua")
    _ = try await world.program(world.actingWords(rule, "--dry-run")).result()
    #expect(try await world.run("undo").lines.count == 3)
  }

  @Test(arguments: [("y", 3), ("n", 0)]) func aTerminalAsksForAnOlderRun(
    _ answer: String, _ count: Int
  ) async throws {
    try await runInVain()
    let program = try world.program(["undo"], terminal: Terminal()).start()
    #expect(await program.showed("Take that back?"))
    #expect(program.errorOutput.contains("changed nothing; the one before is run 1 of \"sort\""))
    program.send(answer)
    #expect(await program.result().status == .exited(0))
    #expect(world.names().count { $0.hasPrefix("one/") } == 3 - count)
  }

  @Test func filesAreTakenBackAndTheRestFollows() async throws {
    try await run("move { to = \"one/\" }")
    let first = try await world.run("undo", "1", "pictures/a.png")
    #expect(first.lines.count == 1)
    #expect(first.errorText.contains("; \"shotflow undo 1\" takes back its other 2\n"))
    #expect(world.names() == ["a.png", "one", "one/b.png", "one/c.png"])
    // By its present name, through a link, without a run.
    _ = try await world.shell("ln -s pictures/one there").result()
    #expect(try await world.run("undo", "there/b.png").lines.count == 1)
    #expect(world.names() == ["a.png", "b.png", "one", "one/c.png"])
    let again = try await world.run("undo", "pictures/one/b.png")
    #expect(again.text == "" && again.status == .exited(0))
    #expect(again.errorText.contains("is undone already"))
    #expect(try await world.run("undo").lines.count == 1)
    #expect(world.names() == ["a.png", "b.png", "c.png"])
  }

  @Test func theNewestRunThatTouchedAFileIsTakenBack() async throws {
    try await run("filter { filename = \"a.png\" }, move { to = \"one/\" }")
    try await run("filter { filename = \"b.png\" }, move { to = \"two/\" }")
    try await run("filter { filename = \"c.png\" }, move { to = \"three/\" }")
    try await run("filter { filename = \"a.png\" }, move { to = \"four/\" }")
    let both = try await world.run("undo", "pictures/four", "pictures/b.png")
    #expect(both.status == .exited(0), "\(both.errorText)")
    #expect(both.lines.count == 2)
    #expect(both.errorText.contains("took back 2 files"))
    #expect(both.errorText.contains("of 2 runs"))
    #expect(world.names().filter { $0.hasSuffix("png") } == ["b.png", "one/a.png", "three/c.png"])
    #expect(try await world.run("undo", "pictures/one/a.png").lines.count == 1)
    #expect(world.names().filter { $0.hasSuffix("png") } == ["a.png", "b.png", "three/c.png"])
  }

  @Test func filesThatNoRunTouchedAreRefused() async throws {
    try await run("filter { filename = \"a.png\" }, copy { to = \"~/copies/\" }")
    // The original of a copy was not touched.
    for words in [["undo", "pictures/a.png"], ["undo", "1", "pictures/b.png"]] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains("undo --list"), "\(result.errorText)")
    }
    #expect(world.names(in: "home/copies") == ["a.png"])
  }

  @Test func filesOfTheHomeAreShownFromThere() async throws {
    try await run("filter { filename = \"a.png\" }, copy { to = \"~/copies/\" }")
    let list = try await world.run("undo", "--list", "1")
    #expect(list.text == "done     ~/copies/a.png is of \(world.library)/a.png\n")
    let undone = try await world.run("undo")
    #expect(undone.text == "undone   ~/copies/a.png is gone\n", "\(undone.errorText)")
  }

  @Test func theFilesOfARunAreListed() async throws {
    try await run("move { to = \"one/\" }")
    _ = try await world.run("undo", "pictures/one/b.png")
    let list = try await world.run("undo", "--list", "1")
    let (here, there) = (world.library, "\(world.library)/one")
    #expect(
      list.lines.sorted() == [
        "done     \(there)/a.png was \(here)/a.png", "done     \(there)/c.png was \(here)/c.png",
        "undone   \(there)/b.png is \(here)/b.png again",
      ])
    let records = try await world.run(
      "undo", "--list", "1", "pictures/b.png", "--format", "tsv", "--fields", "run,state,act")
    #expect(records.lines == ["run\tstate\tact", "1\tundone\tmove"])
  }

  @Test func theListOfRunsFits80Columns() async throws {
    let long = String(repeating: "long name ", count: 15)
    try world.picture("\(long).png", seed: 9)
    try await run("move { to = \"one/\" }", named: "a rule with quite a long name indeed.lua")
    _ = try await world.run("undo", "pictures/one/b.png")
    let table = try await world.run("undo", "--list")
    #expect(table.lines.first?.split(separator: " ") == ["run", "began", "rule", "state", "files"])
    #expect(table.lines.allSatisfy { $0.count <= 80 }, "\(table.text)")
    let row = try #require(table.lines.last)
    #expect(
      try Regex(#"1    20\d\d-\d\d-\d\d \d\d:\d\d  a rule .*1 of 4 undone.*"#).wholeMatch(in: row)
        != nil, "\(row)")
  }
}
