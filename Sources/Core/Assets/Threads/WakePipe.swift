internal import Platform

/// A pipe by which other threads or a signal handler wake a thread.
package final class WakePipe: Sendable {
  private let input: Int32
  private let output: Int32

  /// A reason to wake the thread: a line to print once, its end, or something new to show.
  package enum Message: UInt8, Sendable {
    case print, stop, show
  }

  /// Opens the pipe; nil if the process has no descriptor left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    output = ends[0]
    input = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A signal that comes too often must not block its sender.
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(input)
    close(output)
  }

  /// The descriptor to poll; readable when a message is in the pipe.
  package var descriptor: Int32 { output }

  /// Sends a message; it is dropped if the pipe is full.
  package func send(_ message: Message) {
    var byte = message.rawValue
    _ = write(input, &byte, 1)
  }

  /// Waits for the next message; nil after so many milliseconds. -1 waits without limit.
  package func receive(within milliseconds: Int32) -> Message? {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return nil }
    var byte: UInt8 = 0
    guard read(output, &byte, 1) == 1 else { return nil }
    return Message(rawValue: byte)
  }

  /// Waits until `descriptor` is readable; returns false if a message came first.
  package func waits(for descriptor: Int32) -> Bool {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&requests, nfds_t(requests.count), -1) < 0 {
      guard errno == EINTR else { return true }
    }
    return requests[1].revents == 0
  }
}
