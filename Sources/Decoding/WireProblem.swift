/// What is wrong with bytes that came through the socket; whoever sent them is not to be trusted.
package enum WireProblem: Error, Sendable, Hashable, CaseIterable {
  /// Another version of the program is at the other end.
  case version
  /// A kind of message, or a case of a value, that there is not.
  case unknownCase
  /// A number or a text that the value can't have.
  case invalidValue
  /// The message ends before its values do.
  case truncated
  /// The message goes on behind its values.
  case trailingBytes
  /// The message is longer than this kind may be.
  case tooLong
  /// Other than the expected number of open files came along.
  case descriptors
  /// The socket fails.
  case socket
}
