internal import Platform
internal import Synchronization

/// The mode of a terminal: during a question, each key is read at once and without echo. The thread
/// that handles signals calls ``end()`` before the program ends, and ``suspend()`` and ``resume()``
/// around a stop. A question may take the whole screen.
package final class TerminalMode: Sendable {
  private let descriptor: Int32
  private let usual: termios
  private let keyed: termios
  private let phase = Atomic<Phase>(.usual)
  private let screen = Lock<Screen?>(nil)
  private let shown = Atomic<Int>(0)

  /// The content that a question shows besides its line, removed when the program stops or ends.
  package struct Screen: Sendable {
    fileprivate let open: @Sendable () -> Void
    fileprivate let close: @Sendable () -> Void

    /// Creates a screen; `open` shows the content, also after a stop, and `close` removes it
    /// without waiting, as a terminal may be stopped.
    package init(
      open: @escaping @Sendable () -> Void, close: @escaping @Sendable () -> Void
    ) {
      (self.open, self.close) = (open, close)
    }

    /// Creates a screen that switches the terminal to its alternate screen, and back when removed.
    package init(output: LineOutput, escapes: ScreenEscapes) {
      self.init(
        open: { _ = output.offer(escapes.enter, within: 100) },
        close: { _ = output.offer(escapes.leave, within: 100) })
    }
  }

  private enum Phase: UInt8, AtomicRepresentable {
    case usual, keyed, suspended, ended
  }

  /// Reads the terminal's mode; nil if the descriptor is no terminal.
  package init?(descriptor: Int32) {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return nil }
    self.descriptor = descriptor
    // Signals stay enabled, so that Ctrl-C and Ctrl-Z work.
    let lineModes = tcflag_t(ECHO | ICANON | IEXTEN)
    if attributes.c_lflag & (lineModes | tcflag_t(ISIG)) == tcflag_t(ISIG) {
      // The mode is that of another program of the pipeline that asks a question now.
      attributes.c_lflag |= lineModes
    }
    usual = attributes
    attributes.c_lflag &= ~lineModes
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    keyed = attributes
  }

  /// The number of times that a screen was shown, also after a stop.
  package var turns: Int { shown.load(ordering: .sequentiallyConsistent) }

  /// Switches to reading single keys, and discards those typed before; returns false if the
  /// terminal is gone or the program ends. `screen` is nil for a question on one line.
  package func enter(showing screen: Screen? = nil) -> Bool {
    guard move(from: .usual, to: .keyed) else { return false }
    self.screen.withLock { $0 = screen }
    guard apply(keyed), tcflush(descriptor, TCIFLUSH) == 0 else {
      leave()
      return false
    }
    showScreen()
    return staysKeyed()
  }

  /// Restores the terminal's usual mode after a question.
  package func leave() {
    if move(from: .keyed, to: .usual) { putBack() }
    // If the program was stopped meanwhile, the screen is already closed.
    if move(from: .suspended, to: .usual) { _ = apply(usual) }
  }

  /// Restores the terminal before the program is stopped.
  package func suspend() {
    if move(from: .keyed, to: .suspended) { putBack() }
  }

  /// Continues after ``suspend()``, when the program resumes.
  package func resume() {
    guard move(from: .suspended, to: .keyed) else { return }
    _ = apply(keyed)
    showScreen()
    _ = staysKeyed()
  }

  /// Restores the terminal before the program ends; ``enter(showing:)`` fails from now on.
  package func end() {
    let last = phase.exchange(.ended, ordering: .sequentiallyConsistent)
    if last == .keyed { putBack() }
    if last == .suspended { _ = apply(usual) }
  }

  private func showScreen() {
    guard let screen = screen.withLock(\.self) else { return }
    screen.open()
    shown.add(1, ordering: .sequentiallyConsistent)
  }

  private func putBack() {
    screen.withLock(\.self)?.close()
    _ = apply(usual)
  }

  /// Returns true if the keyed mode still holds after it was applied. If another thread has left it
  /// in between, restores the terminal once more and returns false.
  private func staysKeyed() -> Bool {
    if phase.load(ordering: .sequentiallyConsistent) == .keyed { return true }
    putBack()
    return false
  }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
  }

  /// Applies a mode at once, as draining the output of a stopped terminal (Ctrl-S) may never end.
  private func apply(_ attributes: termios) -> Bool {
    var attributes = attributes
    while tcsetattr(descriptor, TCSANOW, &attributes) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}

/// The escape sequences that switch to a terminal's alternate screen and back.
package struct ScreenEscapes: Sendable {
  /// The sequence that switches to the alternate screen.
  package let enter: String
  /// The sequence that switches back to the main screen.
  package let leave: String

  /// Creates the sequences for a value of `TERM`; nil if its terminal can't move the cursor.
  package init?(terminal: String?) {
    guard let terminal, !terminal.isEmpty, terminal != "dumb" else { return nil }
    // The console of Linux has only one screen, which is cleared instead.
    let isConsole = terminal == "linux"
    enter = (isConsole ? "" : "\u{1B}[?1049h") + "\u{1B}[?7l\u{1B}[H\u{1B}[J"
    leave = "\u{1B}[?7h" + (isConsole ? "\u{1B}[H\u{1B}[J" : "\u{1B}[?1049l")
  }
}
