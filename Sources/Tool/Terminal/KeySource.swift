internal import Platform

/// A terminal that keys are read from.
package final class KeySource: Sendable {
  /// The descriptor of the terminal.
  package let descriptor: Int32
  private let isOwned: Bool

  /// Uses a terminal that its owner closes later; nil if the descriptor is no terminal.
  package init?(borrowing descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
    isOwned = false
  }

  /// Opens the terminal of the user who started the program; nil if none exists. `isInputFree` is
  /// true if the pipeline does not read standard input.
  package convenience init?(isInputFree: Bool) {
    if isInputFree, isatty(STDIN_FILENO) == 1 {
      self.init(borrowing: STDIN_FILENO)
    } else {
      self.init(opening: Self.terminalPath)
    }
  }

  private init?(opening path: String) {
    let opened = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else { return nil }
    descriptor = opened
    isOwned = true
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// The controlling terminal itself: macOS can't poll `/dev/tty`, which represents it.
  private static var terminalPath: String {
    #if canImport(Darwin)
      if let name = ttyname(STDERR_FILENO) { return String(cString: name) }
    #endif
    return "/dev/tty"
  }
}
