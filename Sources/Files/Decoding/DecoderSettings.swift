package import Decoding

/// How the decoder processes of a pool are started and kept.
package struct DecoderSettings: Sendable {
  package var executable: DecoderExecutable
  /// How many processes work side by side.
  package var limit: Int
  /// How long one file may take, from when it is sent; see ``DecoderAllowance``.
  package var deadline: Duration
  /// How long a process may take until it is ready.
  package var startDeadline: Duration = .seconds(20)
  /// After how many files a process makes room for a fresh one, in case it has lost memory.
  package var renewal = 2000
  package var cancellation: Cancellation

  /// Decoders end by themselves after two minutes without anyone who ends them.
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

/// Where the program of the decoder process lies.
package enum DecoderExecutable: Sendable, Hashable {
  /// Where the running program was installed.
  case installed
  case at(path: String)

  /// Looks for it; the problem says where.
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
