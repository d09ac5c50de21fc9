import CTestSupport
import Foundation
import Platform
import Synchronization
import TestSupport

/// Both ends of a pseudo-terminal: the device that a program has, and the host that the user sees.
package final class TerminalPair: Sendable {
  package let device: Int32
  private let host: Int32
  private let seen = Lock<[UInt8]>([])
  private let isOpen = Atomic(true)

  package init(columns: UInt16 = 80) throws {
    var ends: (host: Int32, device: Int32) = (-1, -1)
    let code = ctest_open_terminal(&ends.host, &ends.device)
    guard code == 0 else { throw SystemError(operation: "open a terminal", code: code) }
    (host, device) = ends
    resize(columns: columns)
  }

  deinit {
    close(device)
    if isOpen.load(ordering: .relaxed) { close(host) }
  }

  /// The window is closed.
  package func hangUp() {
    if isOpen.exchange(false, ordering: .relaxed) { close(host) }
  }

  package func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(host, UInt(TIOCSWINSZ), &size)
  }

  package func type(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(host, $0.baseAddress, $0.count) }
  }

  /// Waits until the program's end has something to read.
  package func hasInput() -> Bool {
    var request = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 10_000) == 1
  }

  /// Waits until all of a text has been shown.
  package func shows(_ text: String, times: Int = 1) -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while everything.components(separatedBy: text).count <= times {
      guard ContinuousClock.now < deadline else { return false }
      readMore(within: 100)
    }
    return true
  }

  /// All bytes up to now.
  package var everything: String {
    readMore(within: 0)
    return String(decoding: seen.withLock { $0 }, as: UTF8.self)
  }

  /// The lines that the user sees, as far as they are text.
  package var screen: [String] {
    var lines: [[Character]] = [[]]
    var column = 0
    for scalar in everything.unicodeScalars {
      switch scalar {
      case "\r": column = 0
      case "\n": lines.append([])
      case "\u{8}": column = max(0, column - 1)
      default:
        var line = lines.removeLast()
        while line.count <= column { line.append(" ") }
        line[column] = Character(scalar)
        column += 1
        lines.append(line)
      }
    }
    return lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The modes and control characters, in an order of their own.
  package var attributes: [UInt64] {
    var value = termios()
    tcgetattr(device, &value)
    let modes = [value.c_iflag, value.c_oflag, value.c_cflag, value.c_lflag].map { UInt64($0) }
    return modes + withUnsafeBytes(of: value.c_cc) { $0.map { UInt64($0) } }
  }

  /// True if keys arrive at once and are not shown, and Ctrl-C still interrupts.
  package var isKeyed: Bool {
    var value = termios()
    tcgetattr(device, &value)
    return value.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ISIG)
  }

  private func readMore(within milliseconds: Int32) {
    var wait = milliseconds
    while true {
      var request = pollfd(fd: host, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, wait) == 1 else { return }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(host, &buffer, buffer.count)
      guard count > 0 else { return }
      seen.withLock { $0.append(contentsOf: buffer[..<count]) }
      wait = 0
    }
  }
}
