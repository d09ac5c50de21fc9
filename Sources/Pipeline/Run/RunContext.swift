/// What holds for a whole run: the clock, the libraries, and where things are kept.
public struct RunContext: Sendable {
  /// The run's only clock; frozen, so that every asset is judged by the same moment.
  public var now: Instant
  /// The rule's name, as the ledger and the records carry it.
  public var ruleName: String
  /// Libraries named on the command line, in order.
  public var libraries: [String]
  public var input: InputOptions
  public var isDryRun: Bool
  public var directories: StateDirectories
  public var cancellation: Cancellation
  public var progress: RunProgress

  public init(
    now: Instant, ruleName: String, libraries: [String], directories: StateDirectories,
    input: InputOptions = InputOptions(), isDryRun: Bool = false,
    cancellation: Cancellation = Cancellation(), progress: RunProgress = RunProgress()
  ) {
    self.now = now
    self.ruleName = ruleName
    self.libraries = libraries
    self.directories = directories
    self.input = input
    self.isDryRun = isDryRun
    self.cancellation = cancellation
    self.progress = progress
  }
}
