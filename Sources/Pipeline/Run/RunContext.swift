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
  /// The folder that loaded files are put into; nil when the person named none.
  public var outputFolder: String?
  package let ledger: LedgerAccess
  /// What earlier runs read of files; nil to read everything.
  package let catalogue: Catalogue?
  public var cancellation: Cancellation
  public var progress: RunProgress
  /// Who makes pictures and reads metadata.
  public let decoders: DecoderPool
  /// Tells the source that nobody wants more, though the run goes on.
  private var reading = Cancellation()

  /// - Parameters:
  ///   - ledgerPath: where it is kept what was offered.
  ///   - cataloguePath: where it is kept what was read of files; nil to keep nothing.
  public init(
    now: Instant, ruleName: String, libraries: [String], ledgerPath: String,
    cataloguePath: String? = nil,
    input: InputOptions = InputOptions(), outputFolder: String? = nil, isDryRun: Bool = false,
    cancellation: Cancellation = Cancellation(), progress: RunProgress = RunProgress(),
    decoders: DecoderPool = DecoderPool(limit: 1)
  ) {
    self.now = now
    self.ruleName = ruleName
    self.libraries = libraries
    self.outputFolder = outputFolder
    ledger = LedgerAccess(path: ledgerPath)
    catalogue = cataloguePath.map { Catalogue(at: $0) }
    self.input = input
    self.isDryRun = isDryRun
    self.cancellation = cancellation
    self.progress = progress
    self.decoders = decoders
  }

  /// Whether the source may leave off.
  package var isReadingOver: Bool { cancellation.isCancelled || reading.isCancelled }

  /// The same run, whose source leaves off when `reading` says so.
  func reading(until reading: Cancellation) -> RunContext {
    var context = self
    context.reading = reading
    return context
  }
}
