package import Media

/// The reason why the decoder could not decode one file; other files are unaffected.
public struct DecodeProblem: Error, Sendable, Hashable {
  /// The kind of a decoding problem.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// The file is broken, or is not what its header says.
    case damaged = 0
    /// The decoder has no loader for this format, or for this variant of it.
    case unsupported = 1
    /// The picture has more pixels than allowed.
    case tooLarge = 2
    /// A library that the format needs is not installed; the message names its package.
    case missingLibrary = 3
    /// The decoder ran out of memory.
    case outOfMemory = 4
    /// The decoder did not answer in time and was killed.
    case deadline = 5
    /// The decoder process ended by itself; the message names the signal or status.
    case crashed = 6
    /// The result could not be written.
    case notWritten = 7
    /// The user interrupted the run.
    case cancelled = 8
    /// No decoder process can be started, for this file or any other.
    case noDecoder = 9
  }

  /// The kind of the problem.
  public var reason: Reason
  /// The cause, in lower case and without a full stop, for the user.
  public var message: String

  /// Creates a problem of one file, with a message that begins in lower case and has no full stop.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

extension DecodeProblem {
  /// Creates the problem of a file whose format has no loader.
  package init(noLoaderFor format: MediaFormat) {
    self.init(
      .unsupported,
      format.isRaw
        ? "a raw picture without an embedded preview"
        : "no picture can be made of \(format.phrase)")
  }
}
