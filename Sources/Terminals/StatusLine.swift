internal import Platform
internal import Synchronization

/// The last line of a terminal, which a progress bar, a question and messages share.
///
/// A message is written above it, a question covers the bar. Whatever is shown comes escaped and
/// no wider than ``columns``. Without a terminal nothing is shown and messages pass through. Safe
/// from any thread.
package final class StatusLine: Sendable {
  package let isTerminal: Bool
  /// Where the line is.
  package var descriptor: Int32 { output.descriptor }
  private let output: LineOutput
  /// Whether the terminal wraps lines anew when it is made narrower.
  private let wrapsAnew: Bool
  private let state = Lock(State())

  package enum Layer: Sendable {
    case progress, question
  }

  private struct State {
    var progress: String?
    var question: String?
    /// What stands above the question.
    var picture: StatusPicture?
    /// True while nothing is shown, since the terminal is not this program's.
    var isCovered = false
    /// How often the bar was asked to stay away.
    var pauses = 0
    /// Until when the bar stays away after output that may show on the same terminal.
    var silence: ContinuousClock.Instant?
    /// What the terminal shows now.
    var shown = ""
    /// The picture that the terminal shows now, be it in part.
    var drawn: StatusPicture?

    var wanted: String {
      if isCovered { return "" }
      return question ?? (pauses == 0 && !isSilent ? progress : nil) ?? ""
    }

    var wantedPicture: StatusPicture? { isCovered || question == nil ? nil : picture }

    private var isSilent: Bool { silence.map { ContinuousClock.now < $0 } ?? false }
  }

  /// - Parameters:
  ///   - descriptor: where the line is; usually standard error.
  ///   - wrapsAnew: whether the terminal wraps lines anew when it is made narrower, as most do.
  package init(descriptor: Int32 = 2, wrapsAnew: Bool = true) {
    self.wrapsAnew = wrapsAnew
    output = LineOutput(descriptor: descriptor)
    isTerminal = isatty(descriptor) == 1
  }

  /// How wide the line may be; one column less than the terminal, where the cursor stays.
  package var columns: Int {
    var size = winsize()
    guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 79 }
    return Int(size.ws_col) - 1
  }

  /// Shows a text, or takes it away.
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

  /// Shows a question below a picture, for a terminal that understands it.
  package func show(question: String, below picture: StatusPicture?) {
    guard isTerminal else { return }
    state.withLock { state in
      (state.question, state.picture) = (question, picture)
      redraw(&state)
    }
  }

  /// Takes everything away until ``uncover()``, for a terminal that is about to be given back.
  ///
  /// Gives up soon where the terminal or another thread holds it up.
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

  /// Shows again what ``cover()`` took away.
  package func uncover() {
    state.withLock { state in
      state.isCovered = false
      redraw(&state)
    }
  }

  /// Writes a question to the terminal itself, and erases what one prints that does not understand it.
  package func ask(_ question: String) {
    state.withLock { state in
      let text = erasure(of: state) + "\r" + question + "\r\u{1B}[K" + state.wanted
      guard output.offer(text, within: Self.patience) == .written else { return }
      (state.shown, state.drawn) = (state.wanted, nil)
    }
  }

  /// Writes text behind which a person types a line.
  package func writePrompt(_ text: String) {
    state.withLock { _ in output.write(text) }
  }

  /// Writes a line of its own, however long that takes.
  package func write(_ line: String) {
    _ = write(line, within: -1)
  }

  /// Writes a line of its own, if the reader takes it within some milliseconds.
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

  /// Takes the bar away until ``resumeProgress()``; messages and questions stay possible.
  package func pauseProgress() {
    state.withLock { state in
      state.pauses += 1
      redraw(&state)
    }
  }

  package func resumeProgress() {
    state.withLock { state in
      state.pauses = max(0, state.pauses - 1)
      redraw(&state, within: Self.patience)
    }
  }

  /// Takes the bar away for output that may show on the same terminal, until ``endOutput()``.
  package func beginOutput() {
    pauseProgress()
  }

  /// Allows the bar again, once there was no output for a while: its reader may be about to write.
  package func endOutput() {
    state.withLock { state in
      state.pauses = max(0, state.pauses - 1)
      state.silence = ContinuousClock.now + Self.silence
    }
  }

  private static let silence = Duration.milliseconds(500)

  /// What a terminal adds to the line for Ctrl-C.
  private static let echo = "^C"

  /// How long what is no mere update waits for a slow terminal, in milliseconds.
  private static let patience: Int32 = 100
  private static let patienceForPictures: Int32 = 1000
  /// How often ``cover()`` tries.
  private static let attempts = 20

  /// - Parameter milliseconds: how long a slow terminal is waited for; nil for as long as the kind of
  ///   line deserves.
  private func redraw(_ state: inout State, within milliseconds: Int32? = nil) {
    let wanted = state.wanted
    let picture = state.wantedPicture
    guard picture == state.drawn else {
      let text = erasure(of: state) + (picture?.shown ?? "") + wanted
      switch output.offer(text, within: milliseconds ?? Self.patienceForPictures) {
      case .written: (state.shown, state.drawn) = (wanted, picture)
      // A part may be there.
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

  /// What takes the line and the picture away, with the cursor at the beginning of a line.
  private func erasure(of state: State) -> String {
    if let drawn = state.drawn { return drawn.erased(rowsBelow: wrappedRows(of: state.shown)) }
    return state.shown.isEmpty ? "" : change(from: state.shown, to: "") + "\r"
  }

  /// The rows that a line takes beyond its first, in a terminal that was made narrower.
  private func wrappedRows(of line: String) -> Int {
    wrapsAnew ? max(0, TerminalText.columns(of: line) - 1) / (columns + 1) : 0
  }

  /// What turns one line into another; without escape sequences, so any terminal will do, unless
  /// the terminal was made so narrow that the old one takes several lines.
  private func change(from old: String, to new: String) -> String {
    let rows = wrappedRows(of: old)
    if rows > 0 { return "\u{1B}[\(rows)A\r\u{1B}[J" + new }
    let used = TerminalText.columns(of: new)
    let old = new.isEmpty ? old + Self.echo : old
    // A terminal that was made narrower must not wrap.
    let rest = max(0, min(TerminalText.columns(of: old), columns) - used)
    return "\r" + new + String(repeating: " ", count: rest)
      + String(repeating: "\u{8}", count: rest)
  }
}
