import Foundation
import ProgramSupport
import Samples
import TerminalSupport
import TestSupport
import Testing

/// The output of `shotflow pick` on terminals of any size, and its pictures.
@Suite struct PickScreenTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...30 {
      let name = "a long name of a picture, number \(number).png"
      try world.picture(name, seed: UInt64(number))
      // Of one moment, so that the order is that of their names.
      try world.directory.setModified(
        Date(timeIntervalSince1970: 1_700_000_000), of: "pictures/\(name)")
    }
  }

  private func start(
    _ words: [String] = [], columns: UInt16 = 80, rows: UInt16 = 24,
    _ variables: [String: String] = [:]
  ) throws -> RunningProgram {
    var program = world.program(
      ["pick", "pictures"] + words,
      terminal: Terminal(columns: columns, rows: rows, showsOutput: false))
    program.environment.merge(variables) { $1 }
    return try program.start()
  }

  @Test(
    arguments: [(80, 24), (40, 10), (20, 5), (12, 3), (7, 2), (1, 1), (200, 60)]
      as [(UInt16, UInt16)])
  func whatStoodThereComesBack(columns: UInt16, rows: UInt16) async throws {
    let program = try start(columns: columns, rows: rows)
    // Where there is room for little, the last line still says how many are chosen.
    #expect(await program.showed("\u{1B}[J"))
    program.send("\u{1B}[B \u{1B}[6~ longxyz\u{15}")
    program.send("\u{1B}")
    let result = await program.result()
    #expect(result.status == .exited(0))
    var grid = TerminalGrid(columns: Int(columns), rows: Int(rows))
    let before = Array("before".prefix(Int(columns)))
    grid.show(String(before))
    let lines = grid.lines
    grid.show(result.errorText)
    #expect(grid.lines == lines)
    #expect(!grid.isOnOther)
    #expect(grid.unknown.isEmpty, "\(grid.unknown)")
  }

  @Test func theListFollowsTheTerminalsSize() async throws {
    let program = try start(columns: 100, rows: 30)
    #expect(await program.showed("0 marked, 30 of 30 listed"))
    program.send(" ")
    #expect(await program.showed("1 marked, 30 of 30"))
    program.resize(columns: 24, rows: 6)
    // The last line is now the sixth, and too narrow for all of it.
    #expect(await program.showed("\u{1B}[6;1H1 marked: \u{1B}[J"))
    var grid = TerminalGrid(columns: 24, rows: 6)
    grid.show(
      program.errorOutput.components(separatedBy: "\u{1B}[1;1H").last.map { "\u{1B}[1;1H" + $0 }
        ?? "")
    #expect(grid.lines.count == 6)
    #expect(grid.lines.allSatisfy { $0.count < 24 })
    #expect(grid.lines.last == "1 marked:")
    program.send("\u{1B}[F")
    #expect(await program.showed("umber 9.png"))
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().count == 1)
    var whole = TerminalGrid(columns: 100, rows: 30)
    whole.show(result.errorText)
    #expect(whole.lines == [])
  }

  @Test func theTerminalIsGivenBackForAStop() async throws {
    let program = try start()
    #expect(await program.showed("0 marked"))
    program.send(" ")
    #expect(await program.showed("1 marked"))
    program.signal(SIGTSTP)
    #expect(await program.showed("\u{1B}[?1049l"))
    while try !Self.isStopped(program.processIdentifier) {
      try await Task.sleep(for: .milliseconds(5))
    }
    var grid = TerminalGrid(columns: 80, rows: 24)
    grid.show(program.errorOutput)
    #expect(grid.lines == [])
    program.signal(SIGCONT)
    while program.errorOutput.components(separatedBy: "\u{1B}[?1049h").count < 3 {
      try await Task.sleep(for: .milliseconds(5))
    }
    // What was chosen is still chosen.
    program.send(" ")
    #expect(await program.showed("2 marked"))
    program.send("\r")
    #expect(try await program.result().records().count == 2)
  }

  /// Returns true if the system reports a process as stopped, or reports nothing.
  private static func isStopped(_ process: Int32) throws -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return true }
    return text[text.index(after: end)...].split(separator: " ").first == "T"
  }

  @Test func aSecondInterruptionGivesTheTerminalBack() async throws {
    let program = try start()
    #expect(await program.showed("0 marked"))
    program.signal(SIGINT)
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(130))
    var grid = TerminalGrid(columns: 80, rows: 24)
    grid.show(result.errorText)
    #expect(!grid.isOnOther)
  }

  @Test func theTerminalIsPutBackAsItWas() async throws {
    let program = try world.shell(
      """
      stty -g > before
      "$shotflow" pick pictures > picked
      stty -g > after
      """, terminal: Terminal(showsOutput: false)
    ).start()
    #expect(await program.showed("0 marked"))
    program.send(" \r")
    #expect(await program.result().status == .exited(0))
    #expect(try world.directory.text(of: "before") == world.directory.text(of: "after"))
  }

  @Test(arguments: [
    ["TERM": "xterm-kitty"], ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"],
  ])
  func kittyShowsThePictureAtHand(_ variables: [String: String]) async throws {
    let program = try start(columns: 100, rows: 30, variables)
    #expect(await program.showed("\u{1B}_Ga=T,f=24,s="))
    #expect(await program.showed("m=0;"))
    program.send("\u{1B}[B")
    #expect(await program.showed("\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\"))
    program.send(" \r")
    let result = await program.result()
    #expect(try result.records().count == 1)
    // What is printed has nothing of the picture that was shown.
    #expect(try result.records().first?.image == nil)
    let pieces = result.errorText.matches(of: /\u{1B}_G([^;]*);([A-Za-z0-9+\/=]*)\u{1B}\\/)
    let first = pieces.prefix { _ in true }.firstIndex { $0.1.contains("m=0") } ?? 0
    let text = pieces[...first].map { String($0.2) }.joined()
    let pixels = try #require(Data(base64Encoded: text))
    let size = try #require(result.errorText.firstMatch(of: /f=24,s=([0-9]+),v=([0-9]+)/))
    #expect(Int(size.1).flatMap { width in Int(size.2).map { width * $0 * 3 } } == pixels.count)
    #expect(pieces.allSatisfy { $0.2.utf8.count <= 4096 })
    var grid = TerminalGrid(columns: 100, rows: 30)
    grid.show(result.errorText)
    #expect(grid.lines == [])
  }

  @Test(arguments: [["TERM_PROGRAM": "iTerm.app"], ["TERM_PROGRAM": "WezTerm"]])
  func iTermShowsThePictureAtHand(_ variables: [String: String]) async throws {
    let program = try start(columns: 100, rows: 30, variables)
    #expect(await program.showed("\u{1B}]1337;File=inline=1;size="))
    #expect(await program.showed("\u{7}"))
    program.send("\u{1B}")
    let result = await program.result()
    #expect(!result.errorText.contains("\u{1B}_G"))
    let shown = try #require(
      result.errorText.firstMatch(of: /preserveAspectRatio=1:([^\u{7}]*)\u{7}/))
    #expect(Data(base64Encoded: String(shown.1))?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  /// Half blocks, whose upper and lower halves have a colour each.
  @Test(arguments: [
    (["TERM": "xterm-256color"], "5;[0-9]+"),
    (["TERM": "screen-256color", "TMUX": "/tmp/x"], "5;[0-9]+"),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "2;[0-9]+;[0-9]+;[0-9]+"),
  ])
  func otherTerminalsShowThePictureAsHalfBlocks(
    _ variables: [String: String], _ color: String
  ) async throws {
    let program = try start(columns: 100, rows: 30, variables)
    #expect(await program.showed("▀\u{1B}[0m"))
    program.send("\u{1B}[B")
    let shown = program.errorOutput
    let cell = "\u{1B}\\[38;\(color);48;\(color)m▀"
    #expect(shown.range(of: cell, options: .regularExpression) != nil)
    // Each row of cells is where the first one is.
    let row = try #require(shown.firstMatch(of: /\u{1B}\[0m\u{1B}\[([0-9]+)D\u{1B}\[B/))
    #expect(Int(row.1).map { (1...33).contains($0) } == true)
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().count == 1)
    var grid = TerminalGrid(columns: 100, rows: 30)
    grid.show(result.errorText)
    #expect(grid.lines == [])
    #expect(grid.unknown.isEmpty, "\(grid.unknown)")
  }

  @Test(
    arguments: [
      (["NO_COLOR": "1"], 100), (["TERM": "xterm"], 100),
      (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app", "TMUX": "/tmp/x"], 100),
      (["TERM": "xterm-kitty"], 50),
    ] as [([String: String], UInt16)])
  func noOtherTerminalGetsPictures(_ variables: [String: String], columns: UInt16) async throws {
    let program = try start(columns: columns, rows: 30, variables)
    #expect(await program.showed("0 marked"))
    // Long enough for a picture where there are any.
    for _ in 0..<3 {
      try await Task.sleep(for: .milliseconds(150))
      program.send("\u{1B}[B")
    }
    program.send("\u{1B}")
    let result = await program.result()
    #expect(!result.errorText.contains("\u{1B}_G"))
    #expect(!result.errorText.contains("\u{1B}]1337"))
    #expect(!result.errorText.contains("▀"))
  }
}
