/// Determines in parallel which assets have the same bytes; drops nothing yet.
struct ContentClassStep: Step {
  /// The assets that the next step probably drops, so that nothing is read ahead for them.
  enum Expectation: Sendable {
    case dropsRepeated, dropsSingle, unknown
  }

  let expectation: Expectation
  /// The contents found so far, shared by the worker threads of one run.
  private let classes = ContentClasses()

  func forRun() -> any Step { ContentClassStep(expectation: expectation) }

  var name: String { "compare" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .stat }
  var traits: StepTraits { .comparing(contents: true) }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    ContentClassInstance(classes, expectation, in: worker.context)
  }

  private final class ContentClassInstance: StepInstance {
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
        // The library may have a name for its content, by which the next step compares it.
        if asset.isAway { return true }
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

/// Keeps the first asset of a content, and later ones with companions that the earlier ones lack.
struct FirstOfContentStep: Step {
  /// True if companions are compared too; false for keys, which alone decide about equality.
  let comparesFiles: Bool

  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }
  /// The header, which identifies the movie of a live photo; nothing if keys are compared.
  var facets: FacetSet { comparesFiles ? [.header] : [] }
  var traits: StepTraits {
    .comparing(dropping: "an asset before it has the same \(comparesFiles ? "content" : "key")")
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    FirstOfContentInstance(comparesFiles, in: worker)
  }

  private final class FirstOfContentInstance: StepInstance {
    private let contents: CompanionContents
    private let comparesFiles: Bool
    private let notices: RunNotices
    private var seen: Set<Int> = []
    private var seenNames: Set<String> = []
    private var away = AwayAssets()
    /// The sets of companions of kept assets, and their subsets, by the number of the content.
    private var covered: [Int: Set<Companions>] = [:]

    init(_ comparesFiles: Bool, in worker: WorkerContext) {
      self.comparesFiles = comparesFiles
      contents = CompanionContents(comparing: FileComparer(in: worker.context))
      notices = worker.context.services.notices
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        let content = asset.findings?[ContentClass.self]
        guard comparesFiles else {
          return content.map { seen.insert($0.number).inserted } ?? true
        }
        let name = asset.contentName
        away.note(asset, name)
        let isNewName = name.map { seenNames.insert($0).inserted } ?? true
        guard let content else { return isNewName }
        let companions = contents.companions(of: asset)
        let isFirst = seen.insert(content.number).inserted && isNewName
        if companions.count == 0 { return isFirst }
        let isCovered = covered[content.number]?.contains(companions) ?? false
        if !isCovered { covered[content.number, default: []].formUnion(companions.subsets) }
        return !isCovered
      }
    }

    func finish() -> [Asset] {
      away.tell(notices)
      return []
    }
  }
}
