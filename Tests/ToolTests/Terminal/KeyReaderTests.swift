import Foundation
import Terminal
import TerminalSupport
import Testing

@testable import Sessions
@testable import ShotflowTool

/// The end of the input is an answer, a terminal that went away is none.
@Suite struct KeyReaderTests {
  private func reader(_ descriptor: Int32) throws -> KeyReader {
    KeyReader(try #require(KeySource(borrowing: descriptor)))
  }

  @Test func controlDIsTheEnd() throws {
    let terminal = try TerminalPair()
    let reader = try reader(terminal.device)
    #expect(reader.inputBehindNothing() == .end)
    terminal.type("\u{4}")
    #expect(reader.read(within: 10_000) == .end)
  }

  /// Between the moment when there was something to read and the read the window may be closed.
  @Test func nothingOfATerminalThatWentAwayIsNoAnswer() throws {
    let terminal = try TerminalPair()
    let reader = try reader(terminal.device)
    terminal.hangUp()
    #expect(reader.inputBehindNothing() == .hangup)
    #expect(reader.read(within: 10_000) == .hangup)
  }
}
