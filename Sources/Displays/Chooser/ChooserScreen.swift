package import Pipeline
internal import Platform
package import Terminals

/// A terminal as a whole, for a list that takes all of it and leaves nothing behind.
///
/// The list is shown on the terminal's other screen, so that what stood there before comes back,
/// whatever became of the terminal's size meanwhile. A terminal that can't move its cursor gets the
/// list as lines.
package struct ChooserScreen {
  package let keys: KeySource
  private let mode: TerminalMode
  private let output: LineOutput
  private let escapes: ScreenEscapes?
  package let cancellation: Cancellation

  /// The longest wait for a slow or stopped terminal, in milliseconds.
  private static let patience: Int32 = 1000

  /// - Parameters:
  ///   - descriptor: where the list is shown.
  ///   - terminal: the variable `TERM`.
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

  package var size: TerminalSize { TerminalSize(of: output.descriptor) }

  /// True when the cursor can move; otherwise the list is printed line by line.
  package var isPainted: Bool { escapes != nil }

  /// True once nobody can see the list or answer any more.
  package var isGone: Bool {
    var request = pollfd(fd: keys.descriptor, events: 0, revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Changes when the screen has to be painted again, such as after a stop.
  package var turns: Int { mode.turns }

  /// Takes the terminal; false when it is gone or the program is ending.
  package func enter() -> Bool {
    mode.enter(showing: escapes.map { TerminalMode.Screen(output: output, escapes: $0) })
  }

  /// Gives the terminal back as it was.
  package func leave() { mode.leave() }

  /// Shows lines from the top, and a last one, behind which the cursor stays.
  ///
  /// - Parameters:
  ///   - lines: escaped and no wider than the terminal.
  ///   - isTyping: whether only the last line is another; then nothing else is written where the
  ///     list comes as lines.
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

  /// Writes escape sequences that show a picture, and puts the cursor back where it was.
  package func paint(_ escapes: String, row: Int, column: Int) {
    guard isPainted else { return }
    _ = output.offer(
      "\u{1B}7\u{1B}[\(row);\(column)H\(escapes)\u{1B}8", within: 5 * Self.patience)
  }

  /// Ends the line that is typed on, where the list came as lines.
  package func endLine() {
    if !isPainted { output.write("\n") }
  }
}
