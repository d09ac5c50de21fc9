internal import Platform
internal import Synchronization

/// The last line of a terminal, which a progress bar, a question and messages share. Messages are
/// written above it; a question replaces the bar. Texts have to be escaped and no wider than
/// ``columns``. Without a terminal only messages are written. Safe from any thread.
package final class StatusLine: Sendable {
  /// True if the descriptor is a terminal.
  package let isTerminal: Bool
  /// The descriptor of the terminal.
  package var descriptor: Int32 { output.descriptor }
  private let output: LineOutput
  private let wrapsAnew: Bool
  private let state = Lock(State())

  /// A kind of text on the line; a question replaces the progress.
  package enum Layer: Sendable {
    case progress, question
  }

  private struct State {
    var progress: String?
    var question: String?
    var picture: StatusPicture?
    /// True if nothing is shown, while another program uses the terminal.
    var isCovered = false
    var pauses = 0
    /// The time until which the bar stays hidden after output that may go to the same terminal.
    var silence: ContinuousClock.Instant?
    var shown = ""
    /// The picture that the terminal shows now; a part of it if writing failed.
    var drawn: StatusPicture?

    var wanted: String {
      if isCovered { return "" }
      return question ?? (pauses == 0 && !isSilent ? progress : nil) ?? ""
    }

    var wantedPicture: StatusPicture? { isCovered || question == nil ? nil : picture }

    private var isSilent: Bool { silence.map { ContinuousClock.now < $0 } ?? false }
  }

  /// - Parameter wrapsAnew: true if the terminal wraps lines again when it becomes narrower.
  package init(descriptor: Int32 = 2, wrapsAnew: Bool = true) {
    self.wrapsAnew = wrapsAnew
    output = LineOutput(descriptor: descriptor)
    isTerminal = isatty(descriptor) == 1
  }

  /// The greatest width of a text: one column less than the terminal, for the cursor.
  package var columns: Int {
    var size = winsize()
    guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 79 }
    return Int(size.ws_col) - 1
  }

  /// Shows a text on the line; nil removes it.
  package func show(_ text: String?, as layer: Layer) {
    guard isTerminal else { return }
    state.withLock { state in
      switch layer {
      case .progress: state.progress = text
      case .question: (state.question, state.picture) = (text, nil)
      }
      redraw(&state)
    }
  }

  /// Shows a question below a picture, on a terminal that supports it.
  package func show(question: String, below picture: StatusPicture?) {
    guard isTerminal else { return }
    state.withLock { state in
      (state.question, state.picture) = (question, picture)
      redraw(&state)
    }
  }

  /// Hides everything until ``uncover()``, when another program gets the terminal; gives up soon if
  /// the terminal or another thread blocks it.
  package func cover() {
    for _ in 0..<Self.attempts {
      let isDone: Void? = state.withLockIfAvailable { state in
        state.isCovered = true
        redraw(&state, within: Self.patience)
      }
      if isDone != nil { return }
      usleep(5000)
    }
  }

  /// Shows again what ``cover()`` hid.
  package func uncover() {
    state.withLock { state in
      state.isCovered = false
      redraw(&state)
    }
  }

  /// Sends a query to the terminal, and erases what a terminal that doesn't support it prints.
  package func ask(_ question: String) {
    state.withLock { state in
      let text = erasure(of: state) + "\r" + question + "\r\u{1B}[K" + state.wanted
      guard output.offer(text, within: Self.patience) == .written else { return }
      (state.shown, state.drawn) = (state.wanted, nil)
    }
  }

  /// Writes a line above the status line, and waits as long as necessary.
  package func write(_ line: String) {
    _ = write(line, within: -1)
  }

  /// Writes a line above the status line, if the reader takes it in time; -1 waits without limit.
  package func write(_ line: String, within milliseconds: Int32) -> LineOutput.Outcome {
    state.withLock { state in
      let picture = state.wantedPicture
      let text =
        erasure(of: state) + line + "\n" + (picture?.shown ?? "") + state.wanted
      let outcome = output.offer(text, within: milliseconds)
      if outcome == .written { (state.shown, state.drawn) = (state.wanted, picture) }
      return outcome
    }
  }

  /// Hides the bar until ``resumeProgress()``; messages and questions still appear.
  package func pauseProgress() {
    state.withLock { state in
      state.pauses += 1
      redraw(&state)
    }
  }

  /// Shows the bar again, once every pause has ended.
  package func resumeProgress() {
    state.withLock { state in
      state.pauses = max(0, state.pauses - 1)
      redraw(&state, within: Self.patience)
    }
  }

  /// Hides the bar for output that may go to the same terminal, until ``endOutput()``.
  package func beginOutput() {
    pauseProgress()
  }

  /// Shows the bar again after a while without output, whose reader may be about to write.
  package func endOutput() {
    state.withLock { state in
      state.pauses = max(0, state.pauses - 1)
      state.silence = ContinuousClock.now + Self.silence
    }
  }

  private static let silence = Duration.milliseconds(500)

  /// The text that a terminal writes on the line for Ctrl-C.
  private static let echo = "^C"

  /// The longest wait for a slow terminal, other than for the bar, in milliseconds.
  private static let patience: Int32 = 100
  private static let patienceForPictures: Int32 = 1000
  private static let attempts = 20

  /// Shows the wanted text and picture if they changed; `milliseconds` is the longest wait for a
  /// slow terminal, nil for the default.
  private func redraw(_ state: inout State, within milliseconds: Int32? = nil) {
    let wanted = state.wanted
    let picture = state.wantedPicture
    guard picture == state.drawn else {
      let text = erasure(of: state) + (picture?.shown ?? "") + wanted
      switch output.offer(text, within: milliseconds ?? Self.patienceForPictures) {
      case .written: (state.shown, state.drawn) = (wanted, picture)
      // A part of the picture may have been written.
      case .broken: state.drawn = picture ?? state.drawn
      case .skipped: break
      }
      return
    }
    guard wanted != state.shown else { return }
    let patience = milliseconds ?? (wanted == state.progress ? 0 : Self.patience)
    let outcome = output.offer(change(from: state.shown, to: wanted), within: patience)
    if outcome == .written { state.shown = wanted }
  }

  /// Returns the sequences that erase line and picture, and put the cursor at a line's start.
  private func erasure(of state: State) -> String {
    if let drawn = state.drawn { return drawn.erased(rowsBelow: wrappedRows(of: state.shown)) }
    return state.shown.isEmpty ? "" : change(from: state.shown, to: "") + "\r"
  }

  /// Returns the number of further rows into which a narrower terminal wraps a line.
  private func wrappedRows(of line: String) -> Int {
    wrapsAnew ? max(0, TerminalText.columns(of: line) - 1) / (columns + 1) : 0
  }

  /// Returns the text that changes a line into another without escape sequences, for any terminal
  /// in which the old line takes only one row.
  private func change(from old: String, to new: String) -> String {
    let rows = wrappedRows(of: old)
    if rows > 0 { return "\u{1B}[\(rows)A\r\u{1B}[J" + new }
    let used = TerminalText.columns(of: new)
    let old = new.isEmpty ? old + Self.echo : old
    // The text must not wrap in a terminal that became narrower.
    let rest = max(0, min(TerminalText.columns(of: old), columns) - used)
    return "\r" + new + String(repeating: " ", count: rest)
      + String(repeating: "\u{8}", count: rest)
  }
}

/// A picture above the status line, as escape sequences.
package struct StatusPicture: Hashable, Sendable {
  private let drawing: String
  private let removal: String
  let rows: Int

  /// Creates a picture: `drawing` draws it within its rows, from its upper left corner at the
  /// cursor; `removal` removes what erasing its cells does not.
  package init(drawing: String, removal: String, rows: Int) {
    self.drawing = drawing
    self.removal = removal
    self.rows = rows
  }

  /// The sequences that make room below the cursor's line, draw, and move the cursor below.
  var shown: String {
    String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\r\u{1B}7" + drawing
      + "\u{1B}8\u{1B}[\(rows)B\r"
  }

  /// Returns the sequences that erase the picture and all below, with the cursor at its start;
  /// `rowsBelow` is the number of rows from its last to the cursor's. First ends a string that an
  /// interrupted picture may have left open.
  func erased(rowsBelow: Int) -> String {
    "\u{1B}\\\r\u{1B}[\(rows + rowsBelow)A" + removal + "\u{1B}[J"
  }
}
