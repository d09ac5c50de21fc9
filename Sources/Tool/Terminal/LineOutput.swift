internal import Platform

/// A descriptor for lines to the user or to programs; a failure never ends a run.
package struct LineOutput: Sendable {
  /// The descriptor to write to.
  package let descriptor: Int32

  /// The outcome of a write.
  package enum Outcome: Sendable {
    case written
    /// The reader was not ready; nothing was written.
    case skipped
    /// The reader has gone away, or a line could be written only in part.
    case broken
  }

  /// Writes text and waits as long as necessary; text that can't be written is dropped.
  package func write(_ text: String) {
    _ = offer(text, within: -1)
  }

  /// Writes text if the reader accepts it in time, so that a stopped terminal (Ctrl-S) or a slow
  /// reader does not block; -1 waits without limit.
  package func offer(_ text: String, within milliseconds: Int32) -> Outcome {
    var text = text
    return text.withUTF8 { offer(UnsafeRawBufferPointer($0), within: milliseconds) }
  }

  private func offer(_ bytes: UnsafeRawBufferPointer, within milliseconds: Int32) -> Outcome {
    // poll(2) ignores negative descriptors.
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

  /// Returns true if the descriptor accepts bytes in time; nil if it never will.
  private func isReady(within milliseconds: Int32) -> Bool? {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return false }
      // Some systems can't poll every device; POLLNVAL leaves the decision to write(2).
      return count > 0 && request.revents & Int16(POLLOUT | POLLNVAL) != 0 ? true : nil
    }
  }
}
