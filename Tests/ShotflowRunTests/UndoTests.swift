import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Runs that are taken back: byte for byte, and nothing that changed since.
@Suite struct UndoTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func run(_ stages: String, _ further: String...) async throws {
    let rule = try world.actingRule(stages)
    let result = try await world.program(world.actingWords(rule) + further).result()
    try #require(result.status == .exited(0), "\(result.errorText)")
  }

  @Test func aThousandMovesGoBackByteForByte() async throws {
    for number in 0..<1000 {
      try world.directory.write(
        "picture \(number)", to: "pictures/\(number % 17)/same \(number / 17).jpg")
    }
    let (before, names) = (try world.contents(), world.names())
    try await run("move { to = \"all/{filename}\" }")
    #expect(world.names(in: "pictures/all").count == 1000)
    let preview = try await world.run("undo", "--dry-run")
    #expect(preview.lines.count == 1000)
    #expect(world.names(in: "pictures/all").count == 1000)
    let result = try await world.run("undo")
    #expect(result.status == .exited(0))
    #expect(
      preview.lines
        == result.lines.map {
          $0.replacing("undone   ", with: "to undo  ").replacing(" is ", with: " would be ")
        })
    #expect(try world.contents() == before)
    #expect(world.names() == names)
    let again = try await world.run("undo")
    #expect(again.errorText.contains("there is nothing to undo"))
  }

  @Test func copiesAndLinksGo() async throws {
    try world.livePhoto("IMG_1")
    try world.picture("a.png")
    let before = try world.contents()
    try await run(
      "copy { to = \"c/\" }, link { to = \"s/\" }, link { to = \"h/\", kind = \"hard\" }",
      "--out", world.path("out"))
    #expect(try world.contents(of: "out").count == 9)
    #expect(try await world.run("undo").status == .exited(0))
    #expect(world.names(in: "out") == [])
    #expect(try world.contents() == before)
  }

  @Test func journalsThatCanNotBeUsedAreNotTakenForNone() async throws {
    try world.picture("a.png")
    try await run("move { to = \"all/{filename}\" }")
    let journals = world.path("state/shotflow/journals")
    try #require(chmod(journals, 0o770) == 0)
    for words in [["undo"], ["undo", "--list"]] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(73))
      #expect(result.errorText.contains("can't use the journals: others may write into it"))
    }
    try #require(chmod(journals, 0o700) == 0)
    #expect(try await world.run("undo").status == .exited(0))
    #expect(world.names() == ["a.png"])
  }

  @Test func aJournalThatIsTooLargeHidesNoOtherRun() async throws {
    try world.picture("a.png")
    try await run("move { to = \"all/{filename}\" }")
    try await run("move { to = \"again/{filename}\" }")
    let journals = world.path("state/shotflow/journals")
    let first = try #require(
      FileManager.default.contentsOfDirectory(atPath: journals).sorted().first)
    try #require(truncate("\(journals)/\(first)", 2 << 30) == 0)
    let list = try await world.run("undo", "--list", "--json")
    #expect(list.status == .exited(3))
    #expect(list.lines.count == 1)
    #expect(list.lines.first?.contains("\"run\":2") == true)
    #expect(list.errorText.contains("run 1 is not listed: the journal of run 1 is larger"))
    #expect(try await world.run("undo").status == .exited(0))
    #expect(world.names() == ["all", "all/a.png"])
  }

  /// Each change, and what undo says of it.
  @Test(arguments: [
    ("printf x >> out/a.png", "it changed since"),
    ("touch -d 2001-01-01 out/a.png", "it changed since"),
    (
      "cp out/a.png b; printf y | dd of=out/a.png conv=notrunc bs=1 2> /dev/null; touch -r b out/a.png",
      "it changed since"
    ),
    ("rm out/a.png", "the file is gone"),
    ("cp out/a.png pictures/a.png", "another file is where it was"),
    ("rm -r pictures", "the folder that it was in is gone"),
    ("rm out/a.png; ln -s ../pictures/b.png out/a.png", "is a symbolic link"),
    ("mv out elsewhere; ln -s elsewhere out", "is not a folder"),
  ])
  func whatChangedSinceIsLeft(_ change: String, _ reason: String) async throws {
    try world.picture("a.png")
    try await run("move { to = \"{filename}\" }", "--out", world.path("out"))
    _ = try await world.shell(change).result()
    let before = (try world.contents(), try world.contents(of: "out"))
    for words in [["undo", "--dry-run"], ["undo"]] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(3))
      #expect(result.text.hasPrefix("left "))
      #expect(result.text.contains(reason), "\(result.text)")
      #expect(result.errorText.contains("1 file was left as it is"))
    }
    #expect(try world.contents() == before.0)
    #expect(try world.contents(of: "out") == before.1)
  }

  @Test func noCopyGoesWhoseOriginalIsGone() async throws {
    try world.picture("a.png")
    try await run(
      "copy { to = \"c/\" }, link { to = \"h/\", kind = \"hard\" }", "--out", world.path("out"))
    try FileManager.default.removeItem(atPath: world.path("pictures/a.png"))
    let result = try await world.run("undo")
    #expect(result.status == .exited(3))
    #expect(result.lines.count == 2)
    #expect(result.lines.allSatisfy { $0.contains("is gone, so it stays") })
    #expect(try world.contents(of: "out").count == 2)
  }

  @Test func runsAreListedAndNamed() async throws {
    try world.picture("a.png")
    try await run("move { to = \"one/\" }")
    try await run("move { to = \"two/\" }")
    let list = try await world.run("undo", "--list", "--json")
    #expect(list.lines.count == 2)
    #expect(list.lines.first?.contains(#""run":2,"rule":"act""#) == true)
    // The file is where the second run put it.
    let first = try await world.run("undo", "1")
    #expect(first.status == .exited(3))
    #expect(first.text.contains("the file is gone"))
    #expect(try await world.run("undo", "2").status == .exited(0))
    #expect(try await world.run("undo", "1").status == .exited(0))
    #expect(world.names() == ["a.png"])
    let table = try await world.run("undo", "--list")
    #expect(table.lines.dropFirst().allSatisfy { $0.contains("undone") })
    let unknown = try await world.run("undo", "7")
    #expect(unknown.status == .exited(64))
    #expect(unknown.errorText.contains("there is no run 7"))
  }

  @Test func undoneTwiceItGoesNoFurtherBack() async throws {
    try world.picture("a.png")
    let rule = try world.actingRule("move { to = \"one/\" }", named: "earlier.lua")
    let earlier = try await world.program(world.actingWords(rule)).result()
    #expect(earlier.status == .exited(0))
    try world.picture("b.png", seed: 2)
    try await run("filter { filename = \"b.png\" }, move { to = \"two/\" }")
    #expect(try await world.run("undo").lines.count == 1)
    for words in [["undo"], ["undo", "--dry-run"], ["undo", "--json"]] {
      let again = try await world.program(words).result()
      #expect(again.status == .exited(0))
      #expect(again.text == "")
      #expect(again.errorText.hasPrefix("shotflow: run 2 of \"act\" "), "\(again.errorText)")
      #expect(
        again.errorText.contains(
          "is undone already; \"shotflow undo 1\" takes back the one before, run 1 of \"earlier\""))
      #expect(again.errorText.contains(" from \(world.library)/one to \(world.library)\n"))
    }
    #expect(world.names(in: "pictures/one") == ["a.png"])
    #expect(try await world.run("undo", "1").lines.count == 1)
    let last = try await world.run("undo")
    #expect(last.status == .exited(0))
    #expect(last.errorText.contains("there is nothing to undo: run 2 of \"act\""))
  }

  @Test func severalRunsAreUndoneTheNewestFirst() async throws {
    try world.picture("a.png")
    for folder in ["one", "two", "three"] { try await run("move { to = \"\(folder)/\" }") }
    let preview = try await world.run("undo", "--last", "1", "--dry-run")
    let result = try await world.run("undo", "--last", "2")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 2 && preview.lines.count == 1)
    #expect(world.names(in: "pictures/one") == ["a.png"])
    #expect(try await world.run("undo", "--since", "1d").lines.count == 1)
    #expect(world.names() == ["a.png"])
    let again = try await world.run("undo", "--since", "1h")
    #expect(again.errorText.contains("nothing to undo: the 3"))
  }

  @Test(arguments: [
    ["1", "--last", "1"], ["--last", "0"], ["--last", "x"], ["--since", "soon"], ["--since", "0s"],
    ["--last", "1", "--since", "1h"], ["--list", "--last", "1"], ["--list", "--no-wait"],
  ])
  func optionsThatMakeNoSenseAreRefused(_ options: [String]) async throws {
    #expect(try await world.program(["undo"] + options).result().status == .exited(64))
  }

  /// The library is locked as a run does that moves its files.
  @Test func anUndoWaitsForTheRunThatMovesFilesOfTheLibrary() async throws {
    try world.picture("a.png")
    try await run("move { to = \"one/\" }")
    let folder = open(world.library, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
    #expect(try await world.run("undo", "--dry-run").status == .exited(0))
    let refused = try await world.run("undo", "--no-wait")
    #expect(refused.status == .exited(75))
    #expect(refused.errorText.contains("another run moves files of"))
    let ended = try world.program(["undo"]).start()
    #expect(await ended.showed("this one waits for its end"))
    #expect(await ended.end(by: SIGINT).status == .exited(130))
    #expect(world.names(in: "pictures/one") == ["a.png"])
    let waiting = try world.program(["undo"]).start()
    #expect(await waiting.showed("this one waits for its end"))
    close(folder)
    #expect(await waiting.result().status == .exited(0))
    #expect(world.names() == ["a.png"])
  }

  @Test func anUndoOfCopiesWaitsForNothing() async throws {
    try world.picture("a.png")
    try await run("copy { to = \"c/\" }", "--out", world.path("out"))
    let folder = open(world.library, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    try #require(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
    #expect(try await world.run("undo", "--no-wait").status == .exited(0))
    #expect(world.names(in: "out") == [])
  }

  /// Journals as the version before wrote them: without libraries, and one for a whole watch.
  @Test(arguments: ["done", "open"])
  func journalsOfTheVersionBeforeAreUndone(_ ending: String) async throws {
    let names = ["a.png", "b.png"]
    for (seed, name) in names.enumerated() { try world.picture(name, seed: UInt64(seed)) }
    let before = try world.contents()
    try await run("move { to = \"moved/{filename}\" }")
    let path = "state/shotflow/journals"
    let written = try world.directory.text(of: "\(path)/1.done")
    let earlier = written.replacing(try Regex(#","library":"[^"]*""#), with: "")
    #expect(earlier != written)
    try world.directory.write(earlier, to: "\(path)/1.done")
    // That of a killed watch lacks the end of its last operation.
    if ending == "open" {
      let lines = earlier.split(separator: "\n").dropLast()
      try world.directory.write(lines.joined(separator: "\n") + "\n", to: "\(path)/1.done")
      try FileManager.default.moveItem(
        atPath: world.path("\(path)/1.done"), toPath: world.path("\(path)/1.open"))
    }
    let folder = open(world.library, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
    #expect(try await world.run("undo", "--no-wait").status == .exited(75))
    close(folder)
    #expect(try await world.run("undo", "--list", "--json").text.contains(#""count":2"#))
    #expect(try await world.run("undo").lines.count == 2)
    #expect(try world.contents() == before)
  }

  @Test func undoIsReportedAsRecords() async throws {
    try world.picture("a.png")
    try await run("move { to = \"one/\" }")
    let result = try await world.run("undo", "--format", "tsv", "--fields", "state,act,original")
    #expect(
      result.lines == ["state\tact\toriginal", "undone\tmove\t\(world.path("pictures/a.png"))"])
  }

  @Test func aRunThatGoesOnIsNotUndone() async throws {
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.actingRule(
      "move { to = \"x/\" }, exec { \"sh\", \"-c\", \"cat; read line < gate\" }")
    _ = try await world.shell("mkfifo gate").result()
    let running = try world.program(world.actingWords(rule)).start()
    #expect(await running.printed("3.png"))
    let result = try await world.run("undo", "1")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("run 1 goes on"))
    _ = try await world.shell("echo > gate").result()
    #expect(await running.result().status == .exited(0))
    #expect(try await world.run("undo", "1").status == .exited(0))
    #expect(world.names() == ["1.png", "2.png", "3.png"])
  }
}
