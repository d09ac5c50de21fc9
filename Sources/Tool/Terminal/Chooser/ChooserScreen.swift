package import Pipeline
internal import Platform

/// The whole terminal, for a list. The alternate screen restores the earlier content even after a
/// change of size. A terminal that can't move its cursor gets the list line by line.
package struct ChooserScreen {
  /// The terminal from which keys are read.
  package let keys: KeySource
  private let mode: TerminalMode
  private let output: LineOutput
  private let escapes: ScreenEscapes?
  /// The signal to end the choice, as after Ctrl-C.
  package let cancellation: Cancellation

  /// The longest wait for a slow or stopped terminal, in milliseconds.
  private static let patience: Int32 = 1000

  /// Creates the screen on the terminal of `descriptor`; `terminal` is the value of `TERM`.
  package init(
    keys: KeySource, mode: TerminalMode, descriptor: Int32, terminal: String?,
    cancellation: Cancellation
  ) {
    self.keys = keys
    self.mode = mode
    output = LineOutput(descriptor: descriptor)
    escapes = ScreenEscapes(terminal: terminal)
    self.cancellation = cancellation
  }

  /// The present size of the terminal.
  package var size: TerminalSize { TerminalSize(of: output.descriptor) }

  /// True if the cursor can move; otherwise the list is printed line by line.
  package var isPainted: Bool { escapes != nil }

  /// True if the terminal has hung up.
  package var isGone: Bool {
    var request = pollfd(fd: keys.descriptor, events: 0, revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// A number that changes when the screen has to be drawn again, such as after a stop.
  package var turns: Int { mode.turns }

  /// Switches to the alternate screen; returns false if the terminal is gone or the program ends.
  package func enter() -> Bool {
    mode.enter(showing: escapes.map { TerminalMode.Screen(output: output, escapes: $0) })
  }

  /// Restores the terminal's mode and its earlier content.
  package func leave() { mode.leave() }

  /// Shows escaped and shortened lines from the top, and a last line at whose end the cursor stays.
  /// If the list is printed line by line and `isTyping`, writes only the last line.
  package func show(_ lines: [String], last: String, isTyping: Bool) {
    var text = ""
    if isPainted {
      for (row, line) in lines.enumerated() { text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K" }
      text += "\u{1B}[\(lines.count + 1);1H\(last)\u{1B}[J"
    } else {
      let erasure = String(repeating: " ", count: max(0, size.columns - 1))
      text = "\r\(erasure)\r"
      if !isTyping { text += lines.map { $0 + "\n" }.joined() }
      text += last
    }
    _ = output.offer(text, within: Self.patience)
  }

  /// Writes escape sequences that show a picture at a row and column, counted from 1, and restores
  /// the cursor's position.
  package func paint(_ escapes: String, row: Int, column: Int) {
    guard isPainted else { return }
    _ = output.offer(
      "\u{1B}7\u{1B}[\(row);\(column)H\(escapes)\u{1B}8", within: 5 * Self.patience)
  }

  /// Ends the prompt's line, if the list was printed line by line.
  package func endLine() {
    if !isPainted { output.write("\n") }
  }
}
