internal import Platform
internal import Synchronization

/// How a terminal hands keys over: each at once and unseen while a question is asked.
///
/// The thread that handles signals calls ``end()`` when the program is to die, and ``suspend()``
/// and ``resume()`` around a stop; all three are atomic operations and tcsetattr(3), so a signal
/// handler may call them as well.
final class TerminalMode: Sendable {
  private let descriptor: Int32
  private let usual: termios
  private let keyed: termios
  private let phase = Atomic<Phase>(.usual)

  private enum Phase: UInt8, AtomicRepresentable {
    case usual, keyed, suspended, ended
  }

  /// Nil when the descriptor is no terminal.
  init?(descriptor: Int32) {
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

  /// Hands keys over at once from now on and forgets those that were typed before.
  ///
  /// False when the terminal is gone or the program is ending.
  func enter() -> Bool {
    guard move(from: .usual, to: .keyed) else { return false }
    guard apply(keyed), tcflush(descriptor, TCIFLUSH) == 0 else {
      leave()
      return false
    }
    return staysKeyed()
  }

  /// Puts the terminal back.
  func leave() {
    if move(from: .keyed, to: .usual) || move(from: .suspended, to: .usual) { _ = apply(usual) }
  }

  /// Puts the terminal back before the program is stopped.
  func suspend() {
    if move(from: .keyed, to: .suspended) { _ = apply(usual) }
  }

  /// Takes up again what ``suspend()`` left, when the program goes on.
  func resume() {
    guard move(from: .suspended, to: .keyed) else { return }
    _ = apply(keyed)
    _ = staysKeyed()
  }

  /// Puts the terminal back for good.
  func end() {
    let last = phase.exchange(.ended, ordering: .sequentiallyConsistent)
    if last == .keyed || last == .suspended { _ = apply(usual) }
  }

  /// Undoes what was applied if another thread has put the terminal back in the meantime.
  private func staysKeyed() -> Bool {
    if phase.load(ordering: .sequentiallyConsistent) == .keyed { return true }
    _ = apply(usual)
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
