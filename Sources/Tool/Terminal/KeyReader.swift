internal import Platform

/// A reader of a terminal, byte by byte: what is typed after an answer stays in the terminal's
/// buffer for the next question.
package struct KeyReader {
  private let descriptor: Int32

  package init(_ keys: KeySource) {
    descriptor = keys.descriptor
  }

  /// The result of a read.
  package enum Input: Hashable {
    case byte(UInt8)
    case silence, interruption
    /// The end of the input, which the user types as Ctrl-D.
    case end
    /// A terminal that was closed.
    case hangup
  }

  /// The longest pause between the bytes of one key, in milliseconds.
  package static let sequenceGap: Int32 = 25
  /// The longest delay before a cancellation is noticed, in milliseconds.
  package static let attention: Int32 = 50

  /// Waits for a byte, at most `milliseconds`, and returns it or the reason why there is no byte.
  package func read(within milliseconds: Int32) -> Input {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&request, 1, milliseconds)
    if count == 0 { return .silence }
    if count < 0 { return errno == EINTR ? .interruption : .hangup }
    guard request.revents & Int16(POLLIN) != 0 else { return .hangup }
    var byte: UInt8 = 0
    let length = Platform.read(descriptor, &byte, 1)
    if length == 1 { return .byte(byte) }
    if length == 0 { return inputBehindNothing() }
    return errno == EINTR || errno == EAGAIN ? .interruption : .hangup
  }

  /// Returns the cause of a read of no bytes: the end of the input, or a closed terminal.
  package func inputBehindNothing() -> Input {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    poll(&request, 1, 0)
    return request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0 ? .end : .hangup
  }
}
