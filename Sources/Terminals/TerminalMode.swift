internal import Platform
internal import Synchronization

/// How a terminal hands keys over: each at once and unseen while a question is asked.
///
/// The thread that handles signals calls ``end()`` when the program is to die, and ``suspend()``
/// and ``resume()`` around a stop. A question may take the whole screen meanwhile.
package final class TerminalMode: Sendable {
  private let descriptor: Int32
  private let usual: termios
  private let keyed: termios
  private let phase = Atomic<Phase>(.usual)
  private let screen = Lock<Screen?>(nil)
  private let shown = Atomic<Int>(0)

  /// What a question shows besides a line, which a stop and the end take away.
  package struct Screen: Sendable {
    fileprivate let open: @Sendable () -> Void
    fileprivate let close: @Sendable () -> Void

    /// - Parameters:
    ///   - open: shows it, again after a stop.
    ///   - close: takes it away, at once or not at all: a terminal may be stopped.
    package init(
      open: @escaping @Sendable () -> Void, close: @escaping @Sendable () -> Void
    ) {
      (self.open, self.close) = (open, close)
    }

    /// The whole screen.
    package init(output: LineOutput, escapes: ScreenEscapes) {
      self.init(
        open: { _ = output.offer(escapes.enter, within: 100) },
        close: { _ = output.offer(escapes.leave, within: 100) })
    }
  }

  private enum Phase: UInt8, AtomicRepresentable {
    case usual, keyed, suspended, ended
  }

  /// Nil when the descriptor is no terminal.
  package init?(descriptor: Int32) {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return nil }
    self.descriptor = descriptor
    // Signals stay on, so that Ctrl-C and Ctrl-Z work.
    let lineModes = tcflag_t(ECHO | ICANON | IEXTEN)
    if attributes.c_lflag & (lineModes | tcflag_t(ISIG)) == tcflag_t(ISIG) {
      // Another program of a pipeline is asking right now; this is not how to leave the terminal.
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

  /// How often a screen was taken, after a stop as well.
  package var turns: Int { shown.load(ordering: .sequentiallyConsistent) }

  /// Hands keys over at once from now on and forgets those that were typed before.
  ///
  /// False when the terminal is gone or the program is ending.
  ///
  /// - Parameter screen: the screen that the question takes; nil for one that takes a line only.
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

  /// Puts the terminal back.
  package func leave() {
    if move(from: .keyed, to: .usual) { putBack() }
    // Where the program was stopped meanwhile, that has been done.
    if move(from: .suspended, to: .usual) { _ = apply(usual) }
  }

  /// Puts the terminal back before the program is stopped.
  package func suspend() {
    if move(from: .keyed, to: .suspended) { putBack() }
  }

  /// Takes up again what ``suspend()`` left, when the program goes on.
  package func resume() {
    guard move(from: .suspended, to: .keyed) else { return }
    _ = apply(keyed)
    showScreen()
    _ = staysKeyed()
  }

  /// Puts the terminal back for good.
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

  /// Undoes what was applied if another thread has put the terminal back in the meantime.
  private func staysKeyed() -> Bool {
    if phase.load(ordering: .sequentiallyConsistent) == .keyed { return true }
    putBack()
    return false
  }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
  }

  /// At once, because draining the output of a stopped terminal (Ctrl-S) waits for ever.
  private func apply(_ attributes: termios) -> Bool {
    var attributes = attributes
    while tcsetattr(descriptor, TCSANOW, &attributes) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
