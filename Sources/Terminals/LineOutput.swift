internal import Platform

/// A descriptor that lines for people or programs are written to; a failure never ends a run.
package struct LineOutput: Sendable {
  package let descriptor: Int32

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package enum Outcome: Sendable {
    case written
    /// The reader was not ready; nothing was written.
    case skipped
    /// Nobody reads any more, or a line could only be written in part.
    case broken
  }

  /// Writes text and waits for as long as it takes; what can't be written is dropped.
  package func write(_ text: String) {
    _ = offer(text, within: -1)
  }

  /// Writes text when the reader takes it within some milliseconds, -1 for ever.
  ///
  /// A terminal that is stopped (Ctrl-S) or a reader that has fallen behind would hold the caller
  /// up otherwise.
  package func offer(_ text: String, within milliseconds: Int32) -> Outcome {
    var text = text
    return text.withUTF8 { offer(UnsafeRawBufferPointer($0), within: milliseconds) }
  }

  private func offer(_ bytes: UnsafeRawBufferPointer, within milliseconds: Int32) -> Outcome {
    // poll(2) waits in silence for a descriptor that can't be one.
    guard descriptor >= 0 else { return .broken }
    var written = 0
    while written < bytes.count {
      guard let isReady = isReady(within: milliseconds) else { return .broken }
      guard isReady else { return written == 0 ? .skipped : .broken }
      // A pipe that is ready takes this many bytes at once (POSIX, PIPE_BUF).
      let piece = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(512))
      let count = Platform.write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        written += count
      } else if errno != EINTR, errno != EAGAIN {
        return .broken
      }
    }
    return .written
  }

  /// Whether the descriptor takes bytes by then; nil when it never will.
  private func isReady(within milliseconds: Int32) -> Bool? {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return false }
      // Some systems can't wait for every device; writing tells.
      return count > 0 && request.revents & Int16(POLLOUT | POLLNVAL) != 0 ? true : nil
    }
  }
}
