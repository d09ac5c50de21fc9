import Foundation
import ProgramSupport
import TerminalSupport
import TestSupport
import Testing

/// A person at a terminal: what is asked, which keys answer, what stays behind.
@Suite struct TerminalRunTests {
  @Test(arguments: [
    ("\r", "accepted"), ("\n", "accepted"), ("\u{1B}", "dismissed"), ("q", "dismissed"),
    ("\u{1B}[A\u{1B}[Bx\r", "accepted"),
  ])
  func takesTheAnswer(keys: String, outcome: String) async throws {
    let world = try ProgramWorld()
    let program = try Self.ask(in: world)
    #expect(await program.showed("Esc"))
    program.send(keys)
    let result = await program.result()
    #expect(result.status == .exited(0))
    // What was refused goes no further.
    let taken = [outcome].filter { $0 == "accepted" }
    #expect(try result.records().map(\.prompt?.outcome) == taken)
    #expect(try await world.ledgerEntries().map(\.state) == [outcome])
  }

  @Test func asksOnTheTerminalOnly() async throws {
    let world = try ProgramWorld()
    let program = try Self.ask(in: world)
    #expect(await program.showed("Send this screenshot?"))
    #expect(program.output == "")
    program.send("\r")
    let result = await program.result()
    #expect(result.lines.count == 1)
    #expect(!result.text.contains("Send this screenshot?"))
    #expect(!result.errorText.contains("\"kind\""))
  }

  @Test func expiresWhenNobodyAnswers() async throws {
    let world = try ProgramWorld()
    let result = try await Self.ask(in: world, dismiss: "300ms").result()
    #expect(result.status == .exited(0))
    #expect(result.text == "")
    #expect(try await world.ledgerEntries().map(\.state) == ["expired"])
    #expect(try await world.runRecent().status == .exited(1))
  }

  @Test func forgetsWhatWasTypedBeforeTheQuestion() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let words = Self.words(in: world, dismiss: "300ms").map { "'\($0)'" }.joined(separator: " ")
    let program = try world.shell(
      "read line; \"$shotflow\" \(words)", terminal: Terminal(showsOutput: false)
    ).start()
    program.send("first\n\n\n")
    let result = await program.result()
    #expect(result.text == "")
    #expect(try await world.ledgerEntries().map(\.state) == ["expired"])
  }

  @Test(arguments: ["\u{3}", "\r"])
  func putsTheTerminalBack(key: String) async throws {
    let world = try ProgramWorld()
    try world.picture()
    let words = Self.words(in: world, dismiss: "20m").map { "'\($0)'" }.joined(separator: " ")
    // The shell survives Ctrl-C, which goes to every program of the terminal.
    let program = try world.shell(
      """
      trap : INT
      stty -g > before
      "$shotflow" \(words)
      echo "status $?"
      stty -g > after
      """, terminal: Terminal(showsOutput: false)
    ).start()
    #expect(await program.showed("Esc"))
    program.send(key)
    let result = await program.result()
    #expect(result.lines.last == (key == "\r" ? "status 0" : "status 130"))
    #expect(try world.directory.text(of: "before") == world.directory.text(of: "after"))
    // It was seen, so it is not offered again, unless Ctrl-C left it undecided.
    #expect(try await world.ledgerEntries().count == (key == "\r" ? 1 : 0))
    #expect(try await world.runRecent().status == .exited(key == "\r" ? 1 : 0))
  }

  @Test func takesKeysFromTheTerminalWhileStandardInputIsThePipe() async throws {
    let world = try ProgramWorld()
    let path = try world.picture()
    _ = try world.inputRule("notify { title = \"This one?\", dismiss = \"20m\" }")
    let program = try world.shell(
      "echo '\(path)' | \"$shotflow\" run rule.lua", terminal: Terminal(showsOutput: false)
    ).start()
    #expect(await program.showed("This one?"))
    program.send("\r")
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.prompt?.outcome) == ["accepted"])
  }

  @Test func aRecordOnTheTerminalCanNotDriveIt() async throws {
    let world = try ProgramWorld()
    let name = "a\u{9B}31m\u{85}\u{7F}\u{202E}\u{2028}\u{E0041}.png"
    try world.picture(name)
    let rule = try world.libraryRule()
    let result = try await world.program(
      ["run", rule, "--library", world.library, "--format", "ndjson"], terminal: Terminal()
    ).result()
    let line = try #require(
      result.errorText.split(whereSeparator: \.isNewline).last { $0.hasPrefix("{") })
    #expect(!line.unicodeScalars.contains { $0.value > 0x7E || $0.value < 0x20 })
    let record = try JSONDecoder().decode(PrintedRecord.self, from: Data(line.utf8))
    #expect(record.filename == name)
  }

  @Test func asksForOneAfterTheOther() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("notify { title = \"Take?\", dismiss = \"20m\" }")
    let program = try world.program(
      ["run", rule, "--library", world.library], terminal: Terminal(showsOutput: false)
    ).start()
    for (name, key) in [("1.png", "\r"), ("2.png", "q"), ("3.png", "\r")] {
      #expect(await program.showed("Take?  \(name)"))
      #expect(await program.showed("\(name.prefix(1)) of 3"))
      program.send(key)
    }
    let result = await program.result()
    #expect(try result.records().map(\.filename) == ["1.png", "3.png"])
    #expect(try result.records().map(\.prompt?.outcome) == ["accepted", "accepted"])
  }

  @Test func countsTheFailuresThatItDoesNotTell() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule("filter(function(a) error(\"boom \" .. a.pixelWidth) end)")
    let input = (1...50).map { ForeignRecord.line($0) + "\n" }.joined()
    try world.directory.write(input, to: "input")
    let result = try await world.shell(
      "\"$shotflow\" run rule.lua < input", terminal: Terminal(showsOutput: false)
    ).result()
    #expect(result.status == .exited(3))
    #expect(result.errorText.components(separatedBy: "boom").count == 21)
    #expect(result.errorText.contains("and 30 more failed"))
  }

  @Test func showsNamesThatWouldSteerTheTerminal() async throws {
    let world = try ProgramWorld()
    let name = "a\u{1B}]0;owned\u{7}\n\u{202E}b.png"
    try world.picture(name)
    let rule = try world.libraryRule("notify { dismiss = \"200ms\", keep = \"all\" }")
    let result = try await world.program(
      ["run", rule, "--library", world.library], terminal: Terminal(showsOutput: false)
    ).result()
    #expect(!result.errorText.contains("\u{1B}]"))
    #expect(!result.errorText.contains("\u{202E}"))
    #expect(result.errorText.contains("\\x1b]0;"))
    #expect(try result.records().first?.filename == name)
  }

  @Test func doesNotAskInADryRun() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let words = Self.words(in: world, dismiss: "20m") + ["--dry-run"]
    let result = try await world.program(words, terminal: Terminal(showsOutput: false)).result()
    #expect(result.status == .exited(0))
    #expect(!result.errorText.contains("Esc"))
    #expect(try result.records().map(\.prompt) == [nil])
  }

  @Test func readsPathsThatAreTyped() async throws {
    let world = try ProgramWorld()
    try world.picture()
    _ = try world.inputRule()
    let program = try world.program(
      ["run", "rule.lua"], terminal: Terminal(showsOutput: false)
    ).start()
    program.send("pictures/\(ProgramWorld.screenshot)\n")
    #expect(await program.printed("\"filename\""))
    program.send("\u{4}")
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 1)
  }

  @Test(
    arguments: [
      ([], [:], true), (["--color", "never"], [:], false), ([], ["NO_COLOR": "1"], false),
      (["--color=always"], ["NO_COLOR": "1"], true), ([], ["TERM": "dumb"], false),
    ] as [([String], [String: String], Bool)])
  func coloursMessages(words: [String], variables: [String: String], isColored: Bool) async throws {
    let world = try ProgramWorld()
    var program = world.program(
      ["run", try world.libraryRule(), "--library", "nowhere"] + words, terminal: Terminal())
    program.environment.merge(variables) { $1 }
    let result = try await program.result()
    #expect(result.status == .exited(66))
    #expect(result.errorText.contains("\u{1B}[") == isColored)
  }

  /// Returns what the user sees of a slow run whose records another program passes on.
  private static func transcript(
    _ words: String, in world: ProgramWorld, columns: UInt16
  ) async throws -> (grid: TerminalGrid, text: String) {
    _ = try world.inputRule()
    try world.directory.write((1...3).map { ForeignRecord.line($0) + "\n" }.joined(), to: "input")
    let result = try await world.shell(
      "{ sleep 1; cat input; sleep 1; } | \"$shotflow\" run rule.lua --fields filename \(words)",
      terminal: Terminal(columns: columns)
    ).result()
    var grid = TerminalGrid(columns: Int(columns), rows: 24)
    grid.show(result.errorText)
    return (grid, result.errorText)
  }

  @Test(arguments: [40, 80, 200] as [UInt16])
  func noBarAppearsBesideAPipe(columns: UInt16) async throws {
    let lines = (1...3).map { "{\"filename\":\"IMG_\($0).PNG\"}" }
    let world = try ProgramWorld()
    let (plain, text) = try await Self.transcript("| cat", in: world, columns: columns)
    #expect(text == lines.map { $0 + "\r\n" }.joined())
    #expect(plain.lines == lines)
    // A bar that was asked for leaves nothing among the lines.
    for words in ["--progress bar | cat", "--progress=bar --format ndjson"] {
      let (grid, text) = try await Self.transcript(words, in: world, columns: columns)
      #expect(text.contains("\u{8}") && grid.lines == lines, "\(grid.lines)")
    }
    let (file, shown) = try await Self.transcript("> records", in: world, columns: columns)
    #expect(shown.contains("\u{8}") && file.lines == [])
  }

  @Test func aNarrowerTerminalKeepsNothingOfTheQuestion() async throws {
    let world = try ProgramWorld()
    let program = try Self.ask(in: world)
    #expect(await program.showed("Esc"))
    program.resize(columns: 40, rows: 24)
    // The first that is written for the new width; the countdown may go on until then.
    let narrower = "\u{1B}[1A"
    #expect(await program.showed(narrower))
    program.send("\r")
    let text = await program.result().errorText
    let change = try #require(text.range(of: narrower)).lowerBound
    var grid = TerminalGrid(columns: 80, rows: 24)
    grid.show(String(text[..<change]))
    #expect(grid.lines.count == 1 && grid.lines[0].utf16.count > 40)
    grid.resize(columns: 40)
    #expect(grid.lines.count == 2)
    grid.show(String(text[change...]))
    #expect(grid.lines.count == 1 && grid.lines[0].hasSuffix("taken"), "\(grid.lines)")
  }

  @Test(
    arguments: [
      (["chek", "x"], "shotflow: no command or rule is called \"chek\"; did you mean \"check\"?"),
      (["doctor", "--jsn"], "shotflow: unknown option \"--jsn\"; did you mean \"--json\"?"),
      (["--color", "pink", "check"], "shotflow: --color takes auto, always or never"),
      (["ledger", "list", "--limit", "x"], "shotflow: "),
    ] as [([String], String)])
  func everyMessageLooksAlike(words: [String], message: String) async throws {
    let world = try ProgramWorld()
    let result = try await world.program(words).result()
    #expect(result.status == .exited(64) && result.text == "")
    #expect(result.errorText.hasPrefix(message), "\(result.errorText)")
    #expect(!result.errorText.contains("Error:") && !result.errorText.contains("Usage:"))
    #expect(result.errorText.split(separator: "\n").count == 1)
  }

  @Test func problemsOfARuleAreColoured() async throws {
    let world = try ProgramWorld()
    let rule = try world.rule("return pipeline {\n  sorce {},\n}\n")
    for words in [["--color", "always", "check", rule], ["check", rule, "--color=always"]] {
      let result = try await world.program(words).result()
      #expect(result.errorText.contains("\u{1B}[35m\(rule)\u{1B}[0m:\u{1B}[32m2\u{1B}[0m: "))
      #expect(result.errorText.contains("\u{1B}[31m^^^^^"))
    }
    #expect(!(try await world.run("check", rule).errorText.contains("\u{1B}")))
    let ok = try await world.run("check", try world.libraryRule(), "--color", "always")
    #expect(ok.text.contains("\u{1B}[32mok\u{1B}[0m"))
    let doctor = try await world.run("doctor", "--color", "always")
    #expect(doctor.text.contains("\u{1B}[32mok\u{1B}[0m"))
  }

  @Test(arguments: [40, 80, 200] as [UInt16])
  func helpFitsTheTerminal(columns: UInt16) async throws {
    let world = try ProgramWorld()
    for words in [["--help"], ["run", "--help"], ["pick", "--help"], ["albums", "--help"]] {
      let result = try await world.program(words, terminal: Terminal(columns: columns)).result()
      let lines = result.errorText.components(separatedBy: "\r\n")
      // An example stays whole, as it is copied.
      let long = lines.filter {
        $0.count > Int(columns) && $0.split(separator: " ").count > 1 && !$0.contains("  shotflow ")
      }
      #expect(long == [], "\(words)")
      // No word stands alone where the one behind it would have fitted.
      #expect(!result.errorText.contains("explains the exit\r\nstatus"), "\(words)")
    }
  }

  @Test func coloursNothingInAPipeByDefault() async throws {
    let world = try ProgramWorld()
    let words = ["run", try world.libraryRule(), "--library", "nowhere"]
    #expect(!(try await world.program(words).result().errorText.contains("\u{1B}")))
    let forced = try await world.program(words + ["--color", "always"]).result()
    #expect(forced.errorText.contains("\u{1B}[1m"))
  }

  private static func words(in world: ProgramWorld, dismiss: String) -> [String] {
    [
      "run", ProgramWorld.recentRule, "--library", world.library, "--now", ProgramWorld.now,
      "--dismiss", dismiss,
    ]
  }

  /// Starts `rules/recent.lua` on a terminal, with a screenshot to ask about.
  private static func ask(
    in world: ProgramWorld, dismiss: String = "20m"
  ) throws -> RunningProgram {
    try world.picture()
    return try world.program(
      words(in: world, dismiss: dismiss), terminal: Terminal(showsOutput: false)
    ).start()
  }
}
