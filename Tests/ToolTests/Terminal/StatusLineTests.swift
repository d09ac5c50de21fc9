import Foundation
import Pipeline
import TerminalSupport
import Testing

@testable import Sessions
@testable import ShotflowTool
@testable import Terminal

@Suite struct StatusLineTests {
  private let terminal: TerminalPair
  private let status: StatusLine

  init() throws {
    terminal = try TerminalPair(columns: 60)
    status = StatusLine(descriptor: terminal.device)
  }

  @Test func `a message goes above the bar, and a shorter bar leaves nothing behind`() {
    status.show("a long bar", as: .progress)
    status.write("no such file: a.jpg")
    #expect(terminal.screen == ["no such file: a.jpg", "a long bar"])
    status.show("bar", as: .progress)
    #expect(terminal.screen == ["no such file: a.jpg", "bar"])
    status.show(nil, as: .progress)
    #expect(terminal.screen == ["no such file: a.jpg", ""])
  }

  @Test func `a question covers the bar`() {
    status.show("bar", as: .progress)
    status.show("question", as: .question)
    status.show("other bar", as: .progress)
    #expect(terminal.screen == ["question"])
    status.write("message")
    #expect(terminal.screen == ["message", "question"])
    status.show(nil, as: .question)
    #expect(terminal.screen == ["message", "other bar"])
  }

  @Test func `a message goes above the picture of a question`() {
    status.show(question: "question", below: Self.picture)
    status.write("message")
    var grid = TerminalGrid(columns: 60, rows: 12)
    grid.show(terminal.everything)
    #expect(grid.lines == ["message", "", "", "", "question"])
    #expect(grid.pictures == [TerminalGrid.Picture(row: 1, isKitty: false)])
    status.show(nil, as: .question)
    status.write("over")
    grid = TerminalGrid(columns: 60, rows: 12)
    grid.show(terminal.everything)
    #expect(grid.lines == ["message", "over"])
    #expect(grid.pictures == [])
  }

  @Test func `what is covered comes back when it is uncovered`() {
    status.show(question: "question", below: Self.picture)
    status.cover()
    status.show(question: "later question", below: Self.picture)
    var grid = TerminalGrid(columns: 60, rows: 12)
    grid.show(terminal.everything)
    #expect(grid.lines == [])
    #expect(grid.pictures == [])
    status.uncover()
    grid = TerminalGrid(columns: 60, rows: 12)
    grid.show(terminal.everything)
    #expect(grid.lines == ["", "", "", "later question"])
    #expect(grid.pictures.count == 1)
  }

  private static let picture = StatusPicture(
    drawing: "\u{1B}P0;1q#0~\u{1B}\\", removal: "", rows: 3)

  @Test func `a bar that was paused comes back as it is by then`() {
    status.show("bar", as: .progress)
    status.pauseProgress()
    status.pauseProgress()
    #expect(terminal.screen == [""])
    status.show("new bar", as: .progress)
    status.resumeProgress()
    #expect(terminal.screen == [""])
    status.resumeProgress()
    #expect(terminal.screen == ["new bar"])
  }

  @Test func `output takes the bar away before it is written`() {
    let gate = OutputGate(open: { status.beginOutput() }, close: { status.endOutput() })
    status.show("99 %  0 s left", as: .progress)
    gate.pass { () throws(Never) in _ = write(terminal.device, "record\n", 7) }
    // The reader of a pipe writes later than that.
    status.show("100 %", as: .progress)
    _ = write(terminal.device, "read\n", 5)
    #expect(terminal.screen == ["record", "read", ""])
    status.show("question", as: .question)
    #expect(terminal.screen == ["record", "read", "question"])
  }

  @Test(arguments: [20, 30, 40, 59] as [UInt16])
  func `what wrapped when the terminal was made narrower is erased`(columns: UInt16) {
    var grid = TerminalGrid(columns: 60, rows: 12)
    var seen = 0
    func look() {
      let all = terminal.everything
      grid.show(String(all.dropFirst(seen)))
      seen = all.count
    }
    status.write("message")
    status.show(String(repeating: "question ", count: 6), as: .question)
    look()
    terminal.resize(columns: columns)
    grid.resize(columns: Int(columns))
    status.show("short question", as: .question)
    look()
    #expect(grid.lines == ["message", "short question"])
    status.show(nil, as: .question)
    status.write("over")
    look()
    #expect(grid.lines == ["message", "over"])
    #expect(grid.unknown == [])
  }

  @Test func `a terminal that does not wrap anew keeps what is above`() {
    let status = StatusLine(descriptor: terminal.device, wrapsAnew: false)
    status.show(String(repeating: "question ", count: 6), as: .question)
    terminal.resize(columns: 30)
    status.show("short", as: .question)
    #expect(!terminal.everything.contains("\u{1B}"))
  }

  @Test(arguments: [StatusLine.Layer.progress, .question])
  func `nothing is left of what the terminal shows for Ctrl-C`(_ layer: StatusLine.Layer) {
    status.show("a line of 20 columns", as: layer)
    LineOutput(descriptor: terminal.device).write("^C")
    status.show(nil, as: layer)
    status.write("shotflow: interrupted")
    #expect(terminal.screen == ["shotflow: interrupted", ""])
  }

  @Test func `leaves the last column free`() {
    #expect(status.columns == 59)
    terminal.resize(columns: 20)
    #expect(status.columns == 19)
  }
}
