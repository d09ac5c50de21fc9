import CPixels
import Foundation
import ProgramSupport
import TerminalSupport
import TestSupport
import Testing

/// The picture above the question of a terminal: which terminals get one, and that it goes away.
@Suite struct TerminalPictureTests {
  private let world: ProgramWorld

  init() throws { world = try ProgramWorld() }

  private func start(
    _ kind: FakeTerminal, pictures: Int = 1, columns: UInt16 = 80, terminal: String? = nil,
    path: String? = nil
  ) async throws -> RunningProgram {
    for number in 1...pictures { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("notify { title = \"Take?\", dismiss = \"20m\" }")
    var program = world.program(
      ["run", rule, "--library", world.library],
      terminal: Terminal(columns: columns, showsOutput: false))
    // A busy computer must not make a terminal one that answers nothing.
    program.environment["SHOTFLOW_TERMINAL_TIME"] = "600000"
    if let terminal { program.environment["TERM"] = terminal }
    if let path {
      program.environment["PATH"] = path
      program.environment["TMUX_PANE"] = "%7"
    }
    let running = try program.start()
    if terminal == nil {
      #expect(await running.showed(FakeTerminal.question))
      running.send(kind.answer)
      if let answer = kind.answerForKitty {
        #expect(await running.showed(FakeTerminal.questionForKitty))
        running.send(answer)
      }
      if kind == .sixel {
        #expect(await running.showed(FakeTerminal.questionForColors))
        running.send(FakeTerminal.colors)
      }
    }
    #expect(await running.showed("Take?  1.png"))
    return running
  }

  private func grid(_ text: String) -> TerminalGrid {
    var grid = TerminalGrid(columns: 80, rows: 24)
    // At the bottom, where the room for a picture scrolls what stood there.
    grid.show(String(repeating: "\n", count: 20) + "before\n")
    grid.show(text)
    return grid
  }

  /// The pixels of a picture, four bytes each.
  private static func pixels(ofPNG file: Data) -> (pixels: [UInt8], width: Int, height: Int) {
    var (width, height, alpha): (Int32, Int32, Int32) = (0, 0, 0)
    let read = [UInt8](file).withUnsafeBufferPointer {
      cpixels_read_png($0.baseAddress, $0.count, &width, &height, &alpha)
    }
    defer { free(read.bytes) }
    return (
      Array(UnsafeBufferPointer(start: read.bytes, count: read.count)), Int(width), Int(height)
    )
  }

  private func original() throws -> [UInt8] {
    let path = world.library + "/1.png"
    return Self.pixels(ofPNG: try Data(contentsOf: URL(filePath: path))).pixels
  }

  @Test(arguments: [FakeTerminal.kitty, .iTerm, .sixel])
  func thePictureIsShownAndTakenAway(on kind: FakeTerminal) async throws {
    let program = try await start(kind)
    let asking = grid(program.errorOutput)
    #expect(asking.pictures.count == 1)
    #expect(asking.lines.last?.hasPrefix("Take?  1.png") == true)
    // The question is right below the two rows of the picture.
    #expect(asking.pictures.first?.row == asking.lines.count - 3)
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().map(\.filename) == ["1.png"])
    let after = grid(result.errorText)
    #expect(after.pictures.isEmpty)
    #expect(after.lines.suffix(2) == ["before", "1.png  taken"])
    #expect(after.unknown.isEmpty, "\(after.unknown)")
  }

  @Test func kittyGetsThePixels() async throws {
    let program = try await start(.kitty)
    program.send("\r")
    let text = await program.result().errorText
    let sent = try #require(FakeTerminal.kittyPixels(in: text))
    #expect((sent.width, sent.height) == (48, 32))
    #expect(text.contains("c=6,r=2,"))
    let original = try original()
    let expected = (0..<48 * 32).flatMap { original[$0 * 4..<$0 * 4 + 3] }
    #expect([UInt8](sent.pixels) == expected)
  }

  @Test func iTermGetsAPNG() async throws {
    let program = try await start(.iTerm)
    program.send("\r")
    let file = try #require(FakeTerminal.file(in: await program.result().errorText))
    let sent = Self.pixels(ofPNG: file)
    #expect((sent.width, sent.height) == (48, 32))
    #expect(sent.pixels == (try original()))
  }

  @Test func sixelsAreNearThePixels() async throws {
    let program = try await start(.sixel)
    program.send("\r")
    let sent = try #require(FakeTerminal.sixels(in: await program.result().errorText))
    #expect((sent.width, sent.height) == (48, 32))
    #expect(sent.colors.allSatisfy { $0 != nil })
    // Few colours look like many: they are right on average.
    let original = try original()
    for channel in 0..<3 {
      let wanted = (0..<48 * 32).reduce(0) { $0 + Int(original[$1 * 4 + channel]) } / (48 * 32)
      let shown = sent.colors.reduce(0) { $0 + ($1?[channel] ?? 0) * 255 / 100 } / (48 * 32)
      #expect(abs(wanted - shown) < 12)
    }
  }

  @Test(arguments: [FakeTerminal.plain, nil])
  func noOtherTerminalGetsAPicture(kind: FakeTerminal?) async throws {
    for number in 1...2 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("notify { title = \"Take?\", dismiss = \"20m\" }")
    var asked = world.program(
      ["run", rule, "--library", world.library], terminal: Terminal(showsOutput: false))
    if kind != nil { asked.environment["SHOTFLOW_TERMINAL_TIME"] = "600000" }
    let program = try asked.start()
    #expect(await program.showed(FakeTerminal.question))
    if let kind {
      program.send(kind.answer)
      #expect(await program.showed(FakeTerminal.questionForKitty))
      program.send(try #require(kind.answerForKitty))
    }
    for number in 1...2 {
      #expect(await program.showed("Take?  \(number).png"))
      program.send("\r")
    }
    let result = await program.result()
    #expect(try result.records().count == 2)
    // One that answers nothing is waited for once.
    #expect(result.errorText.components(separatedBy: FakeTerminal.question).count == 2)
    for kind in FakeTerminal.allCases { #expect(!result.errorText.contains(kind.picture)) }
    #expect(grid(result.errorText).lines.suffix(3) == ["before", "1.png  taken", "2.png  taken"])
  }

  /// A program tmux that prints a line, in a folder for PATH.
  private func tmux(printing line: String) throws -> String {
    let program = try world.directory.write(
      "#!/bin/sh\necho \"$4 $5\" > \"$0.asked\"\necho '\(line)'\n", to: "tools/tmux")
    try #require(chmod(program, 0o700) == 0)
    return world.directory.path("tools")
  }

  @Test(arguments: ["kitty(0.36.0)", "ghostty 1.1.2"])
  func tmuxKeepsThePlaceOfAPicture(around name: String) async throws {
    let path = try tmux(printing: "1|bpaste,title|\(name)")
    let program = try await start(.tmux, path: path)
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().map(\.filename) == ["1.png"])
    let text = result.errorText
    // tmux would make a title of the question to kitty.
    #expect(!text.contains(FakeTerminal.questionForKitty))
    #expect(try world.directory.text(of: "tools/tmux.asked").hasPrefix("%7 #{allow-passthrough}"))
    let start = "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1,f=24,s=48,v=32,i=117,q=2,c=6,r=2,m="
    #expect(text.contains(start))
    let cells = String(repeating: "\u{10EEEE}", count: 5)
    let places =
      "\u{1B}[38;5;117m\u{10EEEE}\u{305}\u{305}\(cells)\u{1B}[6D\u{1B}[B"
      + "\u{10EEEE}\u{30D}\u{305}\(cells)\u{1B}[39m"
    #expect(text.contains(places))
    let removal = "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=117,q=2\u{1B}\u{1B}\\\u{1B}\\"
    #expect(text.components(separatedBy: removal).count == 2)
  }

  @Test(arguments: [
    "0|title|kitty(0.36.0)", "1|title|kitty(0.26.5)", "1|title|XTerm(379)", "all|title|", "x", "",
  ]) func otherwiseTmuxGetsNoPicture(line: String) async throws {
    let program = try await start(.tmux, path: try tmux(printing: line))
    program.send("\r")
    let text = await program.result().errorText
    for kind in FakeTerminal.allCases { #expect(!text.contains(kind.picture)) }
    #expect(grid(text).lines.suffix(2) == ["before", "1.png  taken"])
  }

  @Test(arguments: ["dumb", "linux"])
  func oneThatKnowsNoQuestionsIsNotAsked(kind: String) async throws {
    let program = try await start(.plain, terminal: kind)
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().count == 1)
    #expect(!result.errorText.contains("\u{1B}"))
  }

  @Test func aWindowThatIsTooSmallGetsNone() async throws {
    let program = try await start(.kitty)
    program.resize(columns: 20, rows: 24)
    #expect(await program.showed("\u{1B}_Ga=d"))
    program.resize(columns: 60, rows: 24)
    #expect(await program.shows(FakeTerminal.kitty.picture, times: 2))
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().count == 1)
    #expect(grid(result.errorText).pictures.isEmpty)
  }

  @Test(arguments: [FakeTerminal.kitty, .sixel])
  func ctrlCTakesThePictureAway(kind: FakeTerminal) async throws {
    let program = try await start(kind)
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(130))
    let after = grid(result.errorText)
    #expect(after.pictures.isEmpty)
    #expect(!after.lines.contains { $0.contains("Take?") })
  }

  @Test func aStopTakesThePictureAwayUntilItGoesOn() async throws {
    let program = try await start(.kitty)
    program.signal(SIGTSTP)
    #expect(await program.showed("\u{1B}_Ga=d"))
    #expect(grid(program.errorOutput).pictures.isEmpty)
    // It stops a moment after; a program that goes on before that still stops.
    let sending = Task {
      while !Task.isCancelled {
        program.signal(SIGCONT)
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    #expect(await program.shows(FakeTerminal.kitty.picture, times: 2))
    sending.cancel()
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().count == 1)
    #expect(grid(result.errorText).lines.suffix(2) == ["before", "1.png  taken"])
  }
}

extension RunningProgram {
  /// Waits until a text is on the terminal so many times; false when the program ended before.
  fileprivate func shows(_ text: String, times: Int) async -> Bool {
    for _ in 0..<2000 {
      if errorOutput.components(separatedBy: text).count > times { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
