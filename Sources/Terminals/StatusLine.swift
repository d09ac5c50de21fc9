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
    /// How often the bar was asked to stay away.
    var pauses = 0
    /// Until when the bar stays away after output that may show on the same terminal.
    var silence: ContinuousClock.Instant?
    /// What the terminal shows now.
    var shown = ""

    var wanted: String { question ?? (pauses == 0 && !isSilent ? progress : nil) ?? "" }

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
      case .question: state.question = text
      }
      redraw(&state)
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
      let erasure = state.shown.isEmpty ? "" : change(from: state.shown, to: "") + "\r"
      let outcome = output.offer(erasure + line + "\n" + state.wanted, within: milliseconds)
      if outcome == .written { state.shown = state.wanted }
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

  /// - Parameter milliseconds: how long a slow terminal is waited for; nil for as long as the kind of
  ///   line deserves.
  private func redraw(_ state: inout State, within milliseconds: Int32? = nil) {
    let wanted = state.wanted
    guard wanted != state.shown else { return }
    let patience = milliseconds ?? (wanted == state.progress ? 0 : Self.patience)
    let outcome = output.offer(change(from: state.shown, to: wanted), within: patience)
    if outcome == .written { state.shown = wanted }
  }

  /// What turns one line into another; without escape sequences, so any terminal will do, unless
  /// the terminal was made so narrow that the old one takes several lines.
  private func change(from old: String, to new: String) -> String {
    let rows = max(0, TerminalText.columns(of: old) - 1) / (columns + 1)
    if rows > 0, wrapsAnew { return "\u{1B}[\(rows)A\r\u{1B}[J" + new }
    let used = TerminalText.columns(of: new)
    let old = new.isEmpty ? old + Self.echo : old
    // A terminal that was made narrower must not wrap.
    let rest = max(0, min(TerminalText.columns(of: old), columns) - used)
    return "\r" + new + String(repeating: " ", count: rest)
      + String(repeating: "\u{8}", count: rest)
  }
}
