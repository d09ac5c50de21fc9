import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `shotflow pick`: which keys pick, what is printed, what stays on the terminal.
@Suite struct PickTerminalTests: PickingSuite {
  let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...6 {
      try world.picture(
        "Screenshot from 2015-09-27 21-29-0\(number).png", seed: UInt64(number))
    }
    try world.directory.write("no picture", to: "pictures/note.txt")
  }

  @Test func printsThePicksInTheirOrder() async throws {
    let result = try await pick(
      [], ("0 marked, 6 of 6 listed", "\u{1B}[B\u{1B}[B "), ("1 marked", "\u{1B}[A\u{1B}[A "),
      ("2 marked", "\u{1B}OH\t"), ("3 marked", "\r"))
    #expect(result.status == .exited(0))
    #expect(try names(result) == [3, 2, 1].map(name))
    // Each carries its number.
    for text in [" 1*", " 2*", " 3*"] { #expect(result.errorText.contains(text)) }
    #expect(!result.errorText.contains("note.txt"))
    #expect(!result.errorText.contains("\"kind\""))
  }

  @Test func aPickCanBeTakenBack() async throws {
    let result = try await pick(
      [], ("0 marked", "   "), ("3 marked", "\u{1B}[A\u{1B}[A "), ("2 marked", "\u{1B}[A "),
      (" 3*", "\r"))
    #expect(try names(result) == [1, 3, 2].map(name))
  }

  @Test func typingFiltersTheList() async throws {
    let result = try await pick(
      [], ("0 marked", "29-04"), ("1 of 6 listed: 29-04", "\t\u{15}"),
      ("1 marked, 6 of 6", "SHOT 2"), ("0 of 6 listed: SHOT 2", "\t\u{7F}\u{7F}"),
      ("6 of 6 listed: SHOT", "\u{1B}[F\t"), ("2 marked, 6 of 6 listed: SHOT", "\r"))
    #expect(result.status == .exited(0))
    #expect(try names(result) == [3, 6].map(name))
  }

  @Test func namesAreTypedLetterByLetterInAnyScript() async throws {
    try world.picture("Größe é.png", seed: 40)
    let result = try await pick(
      [], ("0 marked", "GRÖSSE"), ("0 of 7", "\u{15}größe e\u{301}"),
      ("1 of 7 listed: größe e\u{301}", "\r"))
    #expect(try names(result) == ["Größe é.png"])
  }

  @Test(arguments: ["\u{1B}", "\u{4}", " \u{1B}"])
  func nothingIsPrintedWhenItIsLeft(_ keys: String) async throws {
    let result = try await pick(["--exit-status"], ("0 marked", keys))
    #expect(result.status == .exited(1))
    #expect(result.output.isEmpty)
    #expect(try await pick([], ("0 marked", keys)).status == .exited(0))
  }

  @Test func interruptingPrintsNothing() async throws {
    let result = try await pick([], ("0 marked", " "), ("1 marked", "\u{3}"))
    #expect(result.status == .exited(130))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("\u{1B}[?1049l"))
  }

  @Test func noMoreThanTheLimitIsTaken() async throws {
    let result = try await pick(
      ["--limit", "2"], ("0 of 2 marked", "\t\t\t"),
      ("At most 2 can be marked", "\u{1B}[H\u{1B}[B\t"), ("1 of 2 marked", "\u{1B}[F\t"),
      ("2 of 2 marked", "\r"))
    #expect(try names(result) == [1, 6].map(name))
  }

  @Test func oneThatMayBePickedIsPickedByReturn() async throws {
    let result = try await pick(["--limit", "1"], ("0 of 1 marked", "\u{1B}[B\r"))
    #expect(try names(result) == [name(2)])
    // Another takes its place.
    let other = try await pick(
      ["--limit=1"], ("0 of 1", "  "), (" 1*", "\u{1B}[B"), (">", "\r"))
    #expect(try names(other) == [name(2)])
  }

  @Test func whatIsSelectedIsThereFirstAndCanBeTakenBack() async throws {
    let selected = ["--selected", "\(name(4)),\(name(2)),elsewhere.png"]
    let kept = try await pick(selected, ("2 marked", "\t"), ("3 marked", "\r"))
    #expect(try names(kept) == [4, 2, 1].map(name))
    let fewer = try await pick(selected, ("2 marked", "\u{1}\u{1}"), ("Enter takes none", "\r"))
    #expect(fewer.status == .exited(0))
    #expect(fewer.output.isEmpty)
  }

  @Test(arguments: [("1", [3], 2), ("2", [3, 1], 1)])
  func aSelectionBeyondTheLimitIsReported(
    _ limit: String, _ rows: [Int], _ excess: Int
  ) async throws {
    let selected = [3, 1, 5].map(name).joined(separator: ",")
    let result = try await pick(
      ["--limit", limit, "--selected", selected], ("\(limit) of \(limit) marked", "\r"))
    #expect(try names(result) == rows.map(name))
    #expect(
      result.errorText.contains(
        "\(excess) of 3 selected are left out: the limit is \(limit)"), "\(result.errorText)")
  }

  @Test func aCountOfPicksLeavesFewer() async throws {
    let result = try await pick(
      ["--limit", "3", "--selected", "2"], ("0 of 1 marked", "\r"))
    #expect(try names(result) == [name(1)])
    let none = try await pick(["--limit", "2", "--selected", "2", "--exit-status"])
    #expect(none.status == .exited(1))
    #expect(none.output.isEmpty)
    #expect(none.errorText.contains("none may be picked: the limit of 2 is reached"))
  }

  @Test(arguments: [
    (["--limit", "-1"], "--limit takes a whole number, 0 or more, not \"-1\""),
    (["--limit", "many"], "--limit takes a whole number, 0 or more, not \"many\""),
    (["--selected", "-2"], "--selected takes how many are picked already, or their identifiers"),
  ])
  func wrongNumbersAreRefused(_ words: [String], _ message: String) async throws {
    let result = try await pick(words)
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains(message))
  }

  @Test func whatIsPickedIsPrintedInAnyForm() async throws {
    let program = try world.shell(
      "\"$shotflow\" pick pictures/* --format json --fields filename > list", terminal: Terminal()
    ).start()
    #expect(await program.showed("6 listed"))
    program.send("\u{1B}")
    #expect(await program.result().status == .exited(0))
    #expect(try world.directory.text(of: "list") == "[]\n")
    let lines = try world.shell(
      "find pictures -type f | sort | \"$shotflow\" pick - --template '{filename}' 2> messages | cat > list; cat messages",
      terminal: Terminal()
    ).start()
    #expect(await lines.showed("6 listed"))
    lines.send("\u{1B}[B\t\u{1B}[H\t")
    #expect(await lines.showed("2 marked"))
    lines.send("\r")
    #expect(await lines.result().status == .exited(0))
    #expect(try world.directory.text(of: "list") == [5, 6].map { name($0) + "\n" }.joined())
  }

  @Test func theTerminalIsAskedWhereInputAndOutputArePipes() async throws {
    let program = try world.shell(
      "find pictures -type f | sort | \"$shotflow\" pick - 2> messages | cat > picked; cat messages",
      terminal: Terminal()
    ).start()
    #expect(await program.showed("0 marked, 6 of 6 listed"))
    program.send("\u{1B}[B\t\u{1B}[H\t")
    #expect(await program.showed("2 marked"))
    program.send("\r")
    #expect(await program.result().status == .exited(0))
    let picked =
      try ProgramResult.decode(
        Array(world.directory.text(of: "picked").utf8)) as [PrintedRecord]
    // Files come in the order in which they are handed over.
    #expect(picked.map(\.path) == [5, 6].map { "pictures/\(name($0))" })
    #expect(
      try world.directory.text(of: "messages")
        == "shotflow: 1 left out: neither a picture nor a video\n")
  }

  @Test func picksAmongTheRecordsOfARule() async throws {
    let rule = try world.rule(
      """
      local o = options { last = { "4", "the last digit" } }
      return pipeline {
        source {}, filter { filename = like("*0" .. o.last .. ".png") },
        classify { good = { mediaType = "image" } },
      }
      """)
    let program = try start([rule, "-l", "pictures", "--last", "2"])
    #expect(await program.showed("0 marked, 1 of 1 listed"))
    program.send(" \r")
    let result = await program.result()
    #expect(try names(result) == [name(5)])
    #expect(try result.records().map(\.labels) == [["good"]])
  }

  /// The options of `find` select what is listed, wherever the library or the rule stands.
  @Test func picksAmongWhatTheOptionsOfFindSelect() async throws {
    try world.picture("cat.png", seed: 50, in: "pictures/DCIM")
    let rule = try world.rule(
      """
      options { selection = true }
      return pipeline { source {}, filter { mediaType = "image" } }
      """)
    for words in [
      ["--in", "DCIM", "pictures"], ["-l", "pictures", "--filename", "cat*"],
      ["pictures", "--no-screenshots"],
      ["--any", "--in=DCIM", "--title", "x", "--all", "pictures"],
      [rule, "-l", "pictures", "--in", "DCIM"],
      ["--filename", "cat*", "pictures/\(name(1))", "pictures/DCIM/cat.png"],
    ] {
      let program = try start(words)
      #expect(await program.showed("0 marked, 1 of 1 listed"), "\(words): \(program.errorOutput)")
      program.send("\r")
      #expect(try names(await program.result()) == ["cat.png"], "\(words)")
    }
    let sorted = try await pick(["--screenshots", "--sort", "filename"], ("6 of 6 listed", "\r"))
    #expect(try names(sorted) == [name(6)])
  }

  private static let memory =
    "filter { mediaType = \"image\" }, dedupe { memory = \"picked\" }, filter { sortedBy = \"-filename\" }"

  @Test(arguments: ["\u{1B}", "\u{3}", "\u{4}", " \u{1B}", "kill"])
  func whatWasNotPickedIsNew(_ keys: String) async throws {
    let rule = try world.libraryRule(Self.memory)
    let program = try start([rule, "-l", "pictures"])
    #expect(await program.showed("0 marked, 6 of 6 listed"))
    if keys == "kill" { program.signal(SIGKILL) } else { program.send(keys) }
    let left = await program.result()
    #expect(left.output.isEmpty)
    #expect(try await world.ledgerEntries().isEmpty)
    let again = try start([rule, "-l", "pictures"])
    #expect(await again.showed("0 marked, 6 of 6 listed"))
    again.send("\u{1B}")
    _ = await again.result()
  }

  @Test func whatWasPickedIsRememberedAlone() async throws {
    let rule = try world.libraryRule(Self.memory)
    let program = try start([rule, "-l", "pictures"])
    #expect(await program.showed("0 marked, 6 of 6 listed"))
    program.send("29-03\t\u{15}29-05\t")
    #expect(await program.showed("2 marked"))
    program.send("\r")
    let result = await program.result()
    #expect(try names(result) == [4, 2].map(name))
    let entries = try await world.ledgerEntries()
    #expect(Set(entries.map(\.filename)) == Set([4, 2].map(name)))
    #expect(entries.allSatisfy { $0.state == "accepted" })
    let next = try start([rule, "-l", "pictures", "--exit-status"])
    #expect(await next.showed("0 marked, 4 of 4 listed"))
    next.send("\u{1B}")
    #expect(await next.result().status == .exited(1))
  }

  @Test func whatAnotherRunTookMeanwhileIsLeftOut() async throws {
    let rule = try world.libraryRule(Self.memory)
    let program = try start([rule, "-l", "pictures"])
    #expect(await program.showed("0 marked, 6 of 6 listed"))
    #expect(try await world.run("run", rule, "-l", "pictures").lines.count == 6)
    program.send("\t\t")
    #expect(await program.showed("2 marked"))
    program.send("\r")
    let result = await program.result()
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("2 left out: another run took them meanwhile"))
  }

  @Test func whatCouldNotBePrintedIsNew() async throws {
    let rule = try world.libraryRule(Self.memory)
    let program = try world.shell(
      "\"$shotflow\" pick '\(rule)' -l pictures > /dev/full", terminal: Terminal()
    ).start()
    #expect(await program.showed("0 marked, 6 of 6 listed"))
    program.send(" \r")
    #expect(await program.result().status == .exited(73))
    #expect(try await world.ledgerEntries().isEmpty)
  }

  @Test func aTerminalThatGoesAwayPicksNothing() async throws {
    let program = try start(["pictures"])
    #expect(await program.showed("0 marked"))
    program.send(" ")
    #expect(await program.showed("1 marked"))
    program.hangUp()
    let result = await program.result()
    #expect(result.output.isEmpty)
    #expect(result.status != .exited(0))
  }

  @Test func picksAmongAlbums() async throws {
    try world.picture("cake.png", seed: 70, in: "pictures/Family/Birthday")
    let program = try start([ProgramWorld.albumsRule, "-l", "pictures"])
    #expect(await program.showed("Birthday"))
    program.send("Birth\r")
    let result = await program.result()
    #expect(try result.records().map(\.title) == ["Birthday"])
    #expect(try result.records().map(\.kind) == ["album"])
  }

  @Test func aRulePermissionIsAskedBefore() async throws {
    let rule = try world.rule("return pipeline { source { library = \"pictures\" } }")
    let program = try start([rule])
    #expect(await program.showed("Esc leaves it]"))
    program.send("\u{1B}")
    #expect(await program.result().status == .exited(77))
  }

  @Test func takesTheUsersLibraryWhereNothingIsNamed() async throws {
    try world.picture("home.png", seed: 90, in: "home/Pictures")
    let program = try start([])
    #expect(await program.showed("0 marked, 1 of 1 listed"))
    program.send(" \r")
    let result = await program.result()
    #expect(try names(result) == ["home.png"])
    #expect(result.errorText.contains("home/Pictures\", as no library is named"))
  }

  @Test func failuresAreReportedAndCount() async throws {
    let program = try start(["pictures/\(name(1))", "missing.png"])
    #expect(await program.showed("0 marked, 1 of 1 listed"))
    program.send(" \r")
    let result = await program.result()
    #expect(result.status == .exited(3))
    #expect(try result.records().count == 1)
    // On a terminal the path is coloured.
    #expect(result.errorText.contains("missing.png\u{1B}[0m: no such file or folder"))
  }

  @Test func nothingToPickFromIsSaid() async throws {
    try world.directory.makeFolder("empty")
    let result = try await start(["empty", "--exit-status"]).result()
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("there is nothing to pick from"))
    #expect(!result.errorText.contains("\u{1B}[?1049h"))
  }

  @Test func withoutATerminalItSaysSo() async throws {
    var program = world.program(["pick", "pictures"])
    program.executable = "/usr/bin/setsid"
    program.arguments = ["-w", Products.shotflow, "pick", "pictures"]
    let result = try await program.result()
    #expect(result.status == .exited(69))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("there is no terminal to pick on"))
  }

  @Test func namesCantSteerTheTerminal() async throws {
    try world.picture("a\u{1B}[2J\u{202E}b.png", seed: 91)
    let result = try await pick([], ("\\x1b[2J\\u{202e}b.png", "\u{1B}"))
    #expect(!result.errorText.contains("\u{1B}[2J"))
    #expect(!result.errorText.contains("\u{202E}"))
  }

  @Test func theListIsShownAsALineAtATimeWhereTheCursorCantMove() async throws {
    let program = try start(["pictures"], ["TERM": "dumb"])
    #expect(await program.showed("0 marked, 6 of 6 listed"))
    program.send("3 1\r")
    #expect(await program.showed("2 marked"))
    program.send("\r")
    let result = await program.result()
    #expect(try names(result) == [3, 1].map(name))
    #expect(!result.errorText.contains("\u{1B}"))
  }
}
