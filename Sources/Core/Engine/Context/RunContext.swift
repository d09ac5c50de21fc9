internal import Platform
internal import Synchronization

/// The context of a run: its request, its permission, its output and shared services.
public struct RunContext: Sendable {
  /// The request of the user.
  public var request: Request
  /// The libraries and actions that the user permitted.
  package var permission = Permission()
  /// The destinations that the run writes to.
  public var output: Output
  /// The parts of the program that serve the run.
  public var services: Services
  /// The cancellation that ends the run early.
  public var cancellation: Cancellation
  /// The progress that the user sees.
  public var progress: RunProgress
  /// The fields that the rule's stages added.
  package var fields = FieldTable()
  /// The values that other parts of the program store with the run.
  package var resources = RunResources()
  /// The cancellation that stops only the source, while the run goes on.
  private var reading = Cancellation()

  /// - Parameters:
  ///   - memory: The store of what was offered; nil if the rule has no memory.
  ///   - decoders: The decoder processes; nil for one process, which `cancellation` ends.
  package init(
    now: Instant, ruleName: String, libraries: [String], memory: (any OfferHistory)? = nil,
    input: InputOptions = InputOptions(), outputFolder: String? = nil, isDryRun: Bool = false,
    cancellation: Cancellation = Cancellation(), progress: RunProgress = RunProgress(),
    decoders: DecoderPool? = nil, notices: RunNotices = RunNotices()
  ) {
    request = Request(
      now: now, ruleName: ruleName, libraries: libraries, input: input, isDryRun: isDryRun)
    output = Output(folder: outputFolder)
    services = Services(
      decoders: decoders ?? DecoderPool(limit: 1, cancellation: cancellation), notices: notices,
      offers: OfferClaims(memory ?? NoOfferHistory()))
    self.cancellation = cancellation
    self.progress = progress
  }

  /// The user's request for a run: its rule, its libraries and its input.
  public struct Request: Sendable {
    /// The moment of the run, by which every asset is judged although time goes on.
    public var now: Instant
    /// The rule's name in the ledger and the records.
    public var ruleName: String
    /// The absolute path of the rule's file without links; nil for a text without a file.
    package var rulePath: String?
    /// The libraries named on the command line, in order.
    public var libraries: [String]
    /// The input that the shell passes to the run.
    public var input: InputOptions
    /// True if the run must have no effects except for its output.
    public var isDryRun: Bool
    /// True if the user asks for files that are neither pictures nor movies, too.
    public var includesEverything = false

    /// The rule's path, or its name for a text without a file; distinguishes rules of one name.
    package var ruleIdentity: String { rulePath ?? ruleName }
  }

  /// The libraries, actions and programs that the user permitted to a run.
  package struct Permission: Sendable {
    /// The libraries that the rule names and may read, and the assets that it may see.
    package var access = LibraryAccess()
    /// The capabilities that were granted to the rule.
    package var capabilities: [Capability] = []
    /// The resolved paths of the rule's folders at the time when the capabilities were granted.
    package var places = GrantedPlaces()
    /// The programs that the rule may start, as opened when the user permitted them.
    package var programs: [ProgramFile] = []

    package init() {}

    /// Returns the permitted program of a call.
    package func program(of call: ProgramCall) -> ProgramFile {
      precondition(capabilities.contains(.exec), "a program is started if that is granted")
      guard let file = programs.first(where: { $0.call == call }) else {
        preconditionFailure("a program is started if it was looked at")
      }
      return file
    }
  }

  /// The destinations of a run's records, files and failures.
  public struct Output: Sendable {
    /// The folder for loaded files; nil when the user named none.
    public var folder: String?
    /// The open descriptor that pictures are written to, in sequence; nil if the user named none.
    public var pictureDescriptor: Int32?
    /// The library that the run imports into; nil for a rule that imports nothing.
    package var target: ImportTarget?
    /// The settings of the output's records.
    package var lines = RecordLineOptions()
    /// A function that is called for each failed asset, in order and on the thread that writes; nil
    /// to leave failures to the report, which keeps only the first ones.
    public var failed: (@Sendable (AssetFailure) -> Void)?
    /// True if ``failed`` is also called for failures that repeat an error of the rule.
    package var tellsRepetitions = false

    /// True if the user named a destination for the files that stages make, such as pictures.
    package var isNamed: Bool { folder != nil || pictureDescriptor != nil }
  }

  /// The parts of the program that serve a run, such as its decoders and its notifier.
  public struct Services: Sendable {
    /// The decoder processes, which make pictures and read metadata.
    public let decoders: DecoderPool
    /// The messages that don't belong to an asset.
    public package(set) var notices: RunNotices
    /// The cache of file metadata from earlier runs; nil to read everything.
    package var catalogue: Catalogue?
    /// The notifier that shows offers to the user; nil where no user can be asked.
    public var notifier: (any Notifier)?
    /// The store of the run's claims, each a right to offer one content.
    package var offers: OfferClaims
    /// The list that collects the claims that records need, for a run whose records the user picks
    /// from before they are printed; nil for a run that claims at once.
    package var postponedClaims: PostponedClaims?
    /// The problems that ended programs of the run's steps.
    package let programEnds = ProgramProblems()
    /// The way for the user to choose among assets of one question; nil where none exists.
    package var chooser: (any OfferChooser)?
  }
}

extension RunContext {
  /// Returns readers of file headers for a source of this run.
  package func makeHeaderReaders() -> HeaderReaderPool {
    HeaderReaderPool(
      decoders: services.decoders, catalogue: services.catalogue, run: link,
      givingCameraTexts: request.input.givesCameraTexts)
  }

  /// Returns a folder's path without links as of the user's permission, in a dry run as of now; nil
  /// for a folder that the user was not asked about.
  package func path(of place: String) -> [UInt8]? {
    permission.places[place] ?? (request.isDryRun ? GrantedPlaces.resolved(place) : nil)
  }

  /// True if the run, or only its source, was cancelled, so that the source may stop.
  package var isReadingOver: Bool { cancellation.isCancelled || reading.isCancelled }

  /// Returns this context with a source that stops when `reading` is cancelled.
  package func reading(until reading: Cancellation) -> RunContext {
    var context = self
    context.reading = reading
    return context
  }

  /// The progress and cancellation, for work on an asset.
  package var link: RunLink { RunLink(progress, until: cancellation) }
}

/// The input that the shell passes to a run.
public struct InputOptions: Sendable {
  /// The descriptor that records or paths are read from; 0 is standard input.
  public var descriptor: Int32
  /// True if paths are separated by NUL instead of newlines.
  public var isNullSeparated: Bool
  /// The files named as arguments. They replace the input from the descriptor.
  public var paths: [[UInt8]]
  /// True if descriptions that cameras wrote by themselves count, too, in files of libraries as well.
  public var givesCameraTexts = false

  public init(
    descriptor: Int32 = 0, isNullSeparated: Bool = false, paths: [[UInt8]] = []
  ) {
    self.descriptor = descriptor
    self.isNullSeparated = isNullSeparated
    self.paths = paths
  }
}

/// The reason why a run ends early.
package enum RunProblem: Error, Hashable, Sendable {
  /// The reader of the output closed it, which is not an error.
  case outputClosed
  /// The output can't be written, for the reason given.
  case outputFailed(String)
  /// The snapshot of the fetch can't be stored, for the reason given, so the run has no token.
  case notKept(String)
  /// A program that the rule needs is missing; the reason names it and the remedy.
  case missingProgram(String)
  /// A program that the rule started failed or wrote invalid output; the reason names it.
  case programFailed(String)
  /// The user or the system requested the end of the run.
  case cancelled
}

/// The problems that ended programs of a run's steps; safe from any thread.
package final class ProgramProblems: Sendable {
  private let problems = Lock<[String]>([])

  package func note(_ problem: String) { problems.withLock { $0.append(problem) } }

  package func take() -> [String] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }
}
