internal import Platform

/// A terminal that keys are read from.
package final class KeySource: Sendable {
  package let descriptor: Int32
  private let isOwned: Bool

  /// Keys of a terminal that someone else closes; nil when it is none.
  package init?(borrowing descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
    isOwned = false
  }

  /// Keys of the person who started the program.
  ///
  /// - Parameter isInputFree: whether standard input is not what the pipeline reads.
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

  /// macOS can't wait for `/dev/tty`, only for the terminal that it stands for.
  private static var terminalPath: String {
    #if canImport(Darwin)
      if let name = ttyname(STDERR_FILENO) { return String(cString: name) }
    #endif
    return "/dev/tty"
  }
}
