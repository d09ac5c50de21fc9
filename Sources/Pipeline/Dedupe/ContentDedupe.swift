/// Lets each content through once, within the run and across runs with a memory; or shows what is
/// left out by that.
struct ContentDedupe: TransformStage {
  static let description = StageDescription(
    name: "dedupe", role: .dedupe,
    summary:
      "drops assets whose bytes were there before, in this run or in a memory; or shows these",
    options: [
      OptionDescription(
        "by", .choiceOrFunction(algorithms),
        "the hash that represents the content; or a function or plugin that gives each asset a key, of"
          + " which equal ones are duplicates", standard: "\"sha1\""),
      OptionDescription(
        "memory", .text, "remembers what was offered under this name, across runs"),
      OptionDescription(
        "keep", .choiceOrFunction(KeepRule.names),
        "which asset of each content is kept: the first that comes, the best, the oldest, the newest,"
          + " the largest, or the one for which a function gives the largest number",
        standard: "\"first\""),
      ShownDuplicates.option("have duplicates"),
      KeptFolders.option,
    ],
    mayAdd: [DuplicateMark.identifierField, DuplicateMark.pathField, DuplicateMark.groupField],
    example: "dedupe { by = \"sha1\", memory = \"recent\" }")

  private static let algorithms = ["sha1", "sha256"]

  private let algorithm: DigestAlgorithm
  /// What is compared instead of the content; nil for the content.
  private let key: BoundFunction?
  private let memory: String?
  private let keep: KeepRule
  private let show: ShownDuplicates
  private let keepIn: KeptFolders
  /// Nil where only what is kept comes through.
  private let mark: DuplicateMark?

  init(_ arguments: inout StageArguments) {
    switch arguments.choiceOrFunction("by", among: Self.algorithms) {
    case .choice(let name):
      algorithm = DigestAlgorithm(rawValue: name) ?? .sha1
      key = nil
    case .function(let function):
      algorithm = .sha1
      key = function
    case nil:
      algorithm = .sha1
      key = nil
    }
    memory = arguments.text("memory")
    keep =
      switch arguments.choiceOrFunction("keep", among: KeepRule.names) {
      case .choice(let name): KeepRule(name: name) ?? .first
      case .function(let function): .function(function)
      case nil: .first
      }
    let show = ShownDuplicates(&arguments)
    self.show = show
    keepIn = KeptFolders(&arguments)
    mark = show == .kept ? nil : DuplicateMark(&arguments, ofGroups: show == .groups)
    if let memory {
      do {
        try Ledger.check(memory: memory)
      } catch {
        arguments.note("\(error)", token: memory)
      }
      if key != nil {
        arguments.note(
          "a memory remembers contents, not keys; leave out memory, or write by = \"sha1\"",
          token: "memory")
      }
      if show != .kept {
        arguments.note(
          "a memory lets each content through once, and duplicates share theirs; leave out memory,"
            + " or show = \"\(show.rawValue)\"", token: "memory")
      }
      if !keepIn.isEmpty {
        arguments.note(
          "a memory lets each content through once, and keepIn keeps several; leave out one of them",
          token: "memory")
      }
    }
  }

  /// With a memory it drops what other runs took.
  var traits: StageTraits { StageTraits(observedUse: memory == nil ? .fetch : .none) }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    if let key { return [KeyClassStep(key), choice] }
    var steps: [any Step] = [ContentClassStep(expecting: expectation), choice]
    if let memory { steps.append(MemoryStep(algorithm: algorithm, memory: memory)) }
    return steps
  }

  /// What comes first is known as it comes; anything else when all was seen.
  private var choice: any Step {
    if case .first = keep, keepIn.isEmpty, show == .kept {
      return FirstOfContentStep(comparesFiles: key == nil)
    }
    return DuplicateStep(
      rule: keep, show: show, folders: keepIn, mark: mark, comparesFiles: key == nil)
  }

  private var expectation: ContentClassStep.Expectation {
    if show != .kept { return .dropsSingle }
    if case .first = keep, keepIn.isEmpty { return .dropsRepeated }
    return .unknown
  }
}

/// Finds out in the lanes which assets have the same bytes; drops nothing yet.
struct ContentClassStep: Step {
  /// Which assets the step behind it will most likely drop, so that nothing is read ahead of them.
  enum Expectation: Sendable {
    case dropsRepeated, dropsSingle, unknown
  }

  private let expectation: Expectation
  /// Shared by the lanes of one run.
  private let classes = ContentClasses()

  init(expecting expectation: Expectation) {
    self.expectation = expectation
  }

  func forRun() -> any Step { ContentClassStep(expecting: expectation) }

  var name: String { "compare" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .stat }
  var traits: StepTraits {
    var traits = StepTraits()
    traits.comparesAssets = true
    traits.comparesContents = true
    return traits
  }

  func makeWorker(in lane: Lane) -> any Worker {
    ContentClassWorker(classes, expectation, in: lane.context)
  }

  private final class ContentClassWorker: Worker {
    private let classes: ContentClasses
    private let expectation: Expectation
    private let comparer: FileComparer
    private let known: KnownContents?

    init(_ classes: ContentClasses, _ expectation: Expectation, in context: RunContext) {
      self.classes = classes
      self.expectation = expectation
      comparer = FileComparer(in: context)
      known = context.knownContents
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let found = classes.find(asset, known?[asset], comparing: comparer) else {
          return false
        }
        let findings = asset.findingsForWriting()
        findings[ContentClass.self] = found
        findings.isLikelyDropped =
          switch expectation {
          case .dropsRepeated: found.isRepeated
          case .dropsSingle: !found.isRepeated
          case .unknown: false
          }
        return true
      }
    }
  }
}

/// Lets the first asset of each content through, in source order; and each later one that has
/// companions which those before it lack.
struct FirstOfContentStep: Step {
  /// Whether companions count; they do not for a key, which says itself what is alike.
  let comparesFiles: Bool

  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }
  /// A header tells which movie belongs to a live photo.
  var facets: FacetSet { comparesFiles ? [.header] : [] }
  var traits: StepTraits {
    var traits = StepTraits()
    traits.comparesAssets = true
    traits.dropReason = "an asset before it has the same \(comparesFiles ? "content" : "key")"
    return traits
  }

  func makeWorker(in lane: Lane) -> any Worker { FirstOfContentWorker(comparesFiles, in: lane) }

  private final class FirstOfContentWorker: Worker {
    private let contents: CompanionContents
    private let comparesFiles: Bool
    private var seen: Set<Int> = []
    /// What the assets of a content have in all, where one has companions.
    private var covered: [Int: Set<Companions>] = [:]

    init(_ comparesFiles: Bool, in lane: Lane) {
      self.comparesFiles = comparesFiles
      contents = CompanionContents(comparing: FileComparer(in: lane.context))
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let content = asset.findings?[ContentClass.self] else { return true }
        guard comparesFiles else { return seen.insert(content.number).inserted }
        let companions = contents.companions(of: asset)
        let isFirst = seen.insert(content.number).inserted
        if companions.count == 0 { return isFirst }
        let isCovered = covered[content.number]?.contains(companions) ?? false
        if !isCovered { covered[content.number, default: []].formUnion(companions.subsets) }
        return !isCovered
      }
    }
  }
}
