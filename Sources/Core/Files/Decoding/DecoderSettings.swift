package import Decoding

/// The settings of a pool's decoder processes.
package struct DecoderSettings: Sendable {
  package var executable: DecoderExecutable
  /// The maximum number of processes at the same time; at least 1.
  package var limit: Int
  /// The time for one file, from when it is sent to a process; see ``DecoderTimeBudget``.
  package var deadline: Duration
  /// The longest time that a process may take to become ready.
  package var startDeadline: Duration = .seconds(20)
  /// The number of files after which a process is replaced, in case it has leaked memory.
  package var renewal = 2000
  package var cancellation: Cancellation

  /// The longest deadline; decoders end by themselves after two minutes without a request.
  private static let longestDeadline = Duration.seconds(25)

  package init(
    executable: DecoderExecutable, limit: Int, deadline: Duration, cancellation: Cancellation
  ) {
    self.executable = executable
    self.limit = max(1, limit)
    self.deadline = min(deadline, Self.longestDeadline)
    self.cancellation = cancellation
  }
}

/// The path of the decoder program.
package enum DecoderExecutable: Sendable, Hashable {
  /// The decoder that was installed with the running program.
  case installed
  case at(path: String)

  /// Returns the decoder's path; throws if it can't be executed, with the paths that were searched.
  package func path() throws(DecodeProblem) -> String {
    switch self {
    case .at(let path):
      guard InstalledExecutable.isExecutable(path) else {
        throw DecodeProblem(.noDecoder, "can't run the decoder \"\(path)\"")
      }
      return path
    case .installed:
      let decoder = InstalledExecutable("shotflow-decode")
      guard let path = decoder.path else { throw DecodeProblem(.noDecoder, decoder.remedy) }
      return path
    }
  }
}
