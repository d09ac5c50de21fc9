/// What holds for a whole run: the clock, the libraries, and where things are kept.
public struct RunContext: Sendable {
  /// What rules and requests can use.
  let components: Components
  /// The run's only clock; frozen, so that every asset is judged by the same moment.
  public var now: Instant
  /// The rule's name, as the ledger and the records carry it.
  public var ruleName: String
  /// Libraries named on the command line, in order.
  public var libraries: [String]
  /// Libraries that the rule names itself and may see, and how much exists of all.
  package var access = LibraryAccess()
  /// What the rule may do besides.
  package var capabilities: [Capability] = []
  public var input: InputOptions
  public var isDryRun: Bool
  /// The folder that loaded files are put into; nil when the person named none.
  public var outputFolder: String?
  /// An open descriptor that pictures are written to, back to back; nil when the person named none.
  public var pictureDescriptor: Int32?
  package let ledger: LedgerAccess
  public var cancellation: Cancellation
  public var progress: RunProgress
  /// Who makes pictures and reads metadata.
  public let decoders: DecoderPool
  /// Messages that belong to no asset.
  public let notices: RunNotices
  /// Told of each asset that fails, in order and on the thread that writes; nil to leave it to the
  /// report, which keeps the first only.
  public var failed: (@Sendable (AssetFailure) -> Void)?
  /// What earlier runs read of files; nil to read everything.
  package var catalogue: Catalogue?
  /// Pictures that were made before; nil to keep none.
  package var thumbnails: ThumbnailCache?
  /// Libraries that are open, for all pipelines of a rule.
  var opened = OpenedLibraries()
  /// Where fetches are kept that tokens stand for.
  package var snapshots: SnapshotFolder?
  /// Compares what is fetched with an earlier fetch, in a rule that observes it.
  var observer: FetchObserver?
  /// Tells the source that nobody wants more, though the run goes on.
  private var reading = Cancellation()

  /// - Parameters:
  ///   - ledgerPath: where it is kept what was offered; nil when nobody knows.
  ///   - decoders: nil for one process, which `cancellation` ends.
  public init(
    components: Components, now: Instant, ruleName: String, libraries: [String],
    ledgerPath: String?,
    input: InputOptions = InputOptions(), outputFolder: String? = nil, isDryRun: Bool = false,
    cancellation: Cancellation = Cancellation(), progress: RunProgress = RunProgress(),
    decoders: DecoderPool? = nil, notices: RunNotices = RunNotices()
  ) {
    self.components = components
    self.now = now
    self.ruleName = ruleName
    self.libraries = libraries
    self.outputFolder = outputFolder
    ledger = LedgerAccess(path: ledgerPath, setsAside: !isDryRun)
    self.input = input
    self.isDryRun = isDryRun
    self.cancellation = cancellation
    self.progress = progress
    self.decoders = decoders ?? DecoderPool(limit: 1, cancellation: cancellation)
    self.notices = notices
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
