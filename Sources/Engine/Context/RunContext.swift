/// The context of a whole run: the clock, the libraries, and where things are kept.
public struct RunContext: Sendable {
  /// The run's only clock; frozen, so that every asset is judged by the same moment.
  public var now: Instant
  /// The rule's name, as the ledger and the records carry it.
  public var ruleName: String
  /// The rule's file, as an absolute path without links; nil for a text that is in no file.
  package var rulePath: String?
  /// Libraries named on the command line, in order.
  public var libraries: [String]
  /// Libraries that the rule names itself and may see, and how much exists of all.
  package var access = LibraryAccess()
  /// What the rule may do besides.
  package var capabilities: [Capability] = []
  /// The programs that it may start, as they were when that was permitted.
  package var programs: [ProgramFile] = []
  /// How the programs ended that steps of the run asked.
  let programEnds = ProgramEnds()
  public var input: InputOptions
  public var isDryRun: Bool
  /// The folder that loaded files are put into; nil when the user named none.
  public var outputFolder: String?
  /// An open descriptor that pictures are written to, back to back; nil when the user named none.
  public var pictureDescriptor: Int32?
  /// Claims what is offered, and remembers it across runs.
  package var offers: OfferDesk
  /// Where the claims of the run's records are noted instead of made, for a run whose records the user
  /// picks from before they are printed; nil for all other runs.
  package var postponedClaims: PostponedClaims?
  /// Asks the user about what is offered; nil where no user can be asked.
  public var notifier: (any Notifier)?
  public var cancellation: Cancellation
  public var progress: RunProgress
  /// The decoders, which make pictures and read metadata.
  public let decoders: DecoderPool
  /// Messages that belong to no asset.
  public let notices: RunNotices
  /// Told of each asset that fails, in order and on the thread that writes; nil to leave it to the
  /// report, which keeps the first only.
  public var failed: (@Sendable (AssetFailure) -> Void)?
  /// Whether ``failed`` is also told of those that repeat an error of the rule.
  package var tellsRepetitions = false
  /// What earlier runs read of files; nil to read everything.
  package var catalogue: Catalogue?
  /// The fields that the rule's stages added.
  package var fields = FieldTable()
  /// What parts of the program keep for a run that the engine does not know.
  package var resources = RunResources()
  /// What the run's records have in common.
  package var lines = RecordLines()
  /// Tells the source that nobody wants more, though the run goes on.
  private var reading = Cancellation()

  /// - Parameters:
  ///   - memory: remembers what was offered; nil where no rule asks for that.
  ///   - decoders: nil for one process, which `cancellation` ends.
  package init(
    now: Instant, ruleName: String, libraries: [String], memory: (any OfferMemory)? = nil,
    input: InputOptions = InputOptions(), outputFolder: String? = nil, isDryRun: Bool = false,
    cancellation: Cancellation = Cancellation(), progress: RunProgress = RunProgress(),
    decoders: DecoderPool? = nil, notices: RunNotices = RunNotices()
  ) {
    self.now = now
    self.ruleName = ruleName
    self.libraries = libraries
    self.outputFolder = outputFolder
    offers = OfferDesk(memory ?? NoMemory())
    self.input = input
    self.isDryRun = isDryRun
    self.cancellation = cancellation
    self.progress = progress
    self.decoders = decoders ?? DecoderPool(limit: 1, cancellation: cancellation)
    self.notices = notices
  }

  /// A reader of files for sources of this run.
  package func makeHeaderReaders() -> HeaderReaderPool {
    HeaderReaderPool(decoders: decoders, catalogue: catalogue, run: link)
  }

  /// Tells the rule from others, also from those of the same name.
  package var ruleIdentity: String { rulePath ?? ruleName }

  /// Whether the user named a place for what stages make, such as pictures.
  package var hasOutput: Bool { outputFolder != nil || pictureDescriptor != nil }

  /// The file of a program that the rule may start.
  func program(of call: ProgramCall) -> ProgramFile {
    precondition(capabilities.contains(.exec), "a program is started if that is granted")
    guard let file = programs.first(where: { $0.call == call }) else {
      preconditionFailure("a program is started if it was looked at")
    }
    return file
  }

  /// Whether the source may leave off.
  package var isReadingOver: Bool { cancellation.isCancelled || reading.isCancelled }

  /// The same run, whose source leaves off when `reading` says so.
  package func reading(until reading: Cancellation) -> RunContext {
    var context = self
    context.reading = reading
    return context
  }
}

extension RunContext {
  /// What work on assets has to know of the run.
  package var link: RunLink { RunLink(progress, until: cancellation) }
}
