import Testing

@testable import ShotflowTool

@Suite struct StatusLineTests {
  private let terminal: TerminalPair
  private let status: StatusLine

  init() throws {
    terminal = try TerminalPair(columns: 60)
    status = StatusLine(descriptor: terminal.device)
  }

  @Test func `a message goes above the bar, and a shorter bar leaves nothing behind`() {
    status.show("a long bar", as: .progress)
    MessageWriter(status: status, style: Style(isColored: false)).write("no such file: \u{1B}")
    #expect(terminal.screen == ["no such file: \\x1b", "a long bar"])
    status.show("bar", as: .progress)
    #expect(terminal.screen == ["no such file: \\x1b", "bar"])
    status.show(nil, as: .progress)
    #expect(terminal.screen == ["no such file: \\x1b", ""])
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

  @Test func `leaves the last column free`() {
    #expect(status.columns == 59)
    terminal.resize(columns: 20)
    #expect(status.columns == 19)
  }
}
