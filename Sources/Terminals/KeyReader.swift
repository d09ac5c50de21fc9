internal import Platform

/// Takes the bytes of keys from a terminal, one at a time, so that what is typed behind an answer
/// is left to whoever reads next.
package struct KeyReader {
  private let descriptor: Int32

  package init(_ keys: KeySource) {
    descriptor = keys.descriptor
  }

  package enum Input: Hashable {
    case byte(UInt8)
    case silence, interruption
    /// The end of the input that the user types with Ctrl-D.
    case end
    /// The terminal is gone.
    case hangup
  }

  /// How long the bytes of one key may lie apart, in milliseconds.
  package static let sequenceGap: Int32 = 25
  /// How long a cancellation may stay unnoticed, in milliseconds.
  package static let attention: Int32 = 50

  /// - Parameter milliseconds: how long to wait for a byte.
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

  /// What it means that there was nothing to read: the end of the input, or that the terminal went
  /// away since there was something.
  package func inputBehindNothing() -> Input {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    poll(&request, 1, 0)
    return request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0 ? .end : .hangup
  }
}
