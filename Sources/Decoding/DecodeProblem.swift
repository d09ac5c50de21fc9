/// Why the decoder made nothing of one file; the next file is not concerned.
public struct DecodeProblem: Error, Sendable, Hashable {
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// The file is broken, or is not what its header says.
    case damaged = 0
    /// No loader for this format, or for this kind of it.
    case unsupported = 1
    /// More pixels than are allowed.
    case tooLarge = 2
    /// A library that the format needs is not installed; the message names its package.
    case missingLibrary = 3
    /// The decoder's memory did not suffice.
    case outOfMemory = 4
    /// The decoder did not answer in time, and was ended.
    case deadline = 5
    /// The decoder ended by itself; the message names the signal or status.
    case crashed = 6
    /// The result could not be written.
    case notWritten = 7
    /// The person interrupted the run.
    case cancelled = 8
    /// No decoder process can be started, for this file or any other.
    case noDecoder = 9
  }

  public var reason: Reason
  /// The cause, in lower case and without a full stop, for the user.
  public var message: String

  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
