/// Lets each content through once: within the run, and across runs with a memory.
struct ContentDedupe: TransformStage {
  static let description = StageDescription(
    name: "dedupe", role: .dedupe,
    summary: "drops assets whose bytes were there before, in this run or in a memory",
    options: [
      OptionDescription(
        "by", .choice(["sha1", "sha256"]), "the hash that stands for the content",
        standard: "\"sha1\""),
      OptionDescription(
        "memory", .text, "remembers what was offered under this name, across runs"),
    ],
    example: "dedupe { by = \"sha1\", memory = \"recent\" }")

  private let algorithm: DigestAlgorithm
  private let memory: String?

  init(_ arguments: inout StageArguments) {
    algorithm =
      arguments.choice("by", among: ["sha1", "sha256"]).flatMap(DigestAlgorithm.init(rawValue:))
      ?? .sha1
    memory = arguments.text("memory")
    if let memory {
      do {
        try Ledger.check(memory: memory)
      } catch {
        arguments.note("\(error)", token: memory)
      }
    }
  }

  /// With a memory it drops what other runs took.
  var traits: StageTraits { StageTraits(observedUse: memory == nil ? .fetch : .none) }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    var steps: [any Step] = [ContentClassStep(), FirstOfContentStep()]
    if let memory { steps.append(MemoryStep(algorithm: algorithm, memory: memory)) }
    return steps
  }
}

/// Finds out in the lanes which assets have the same bytes; drops nothing yet.
struct ContentClassStep: Step {
  /// Shared by the lanes of one run.
  private let classes = ContentClasses()

  func forRun() -> any Step { ContentClassStep() }

  var name: String { "compare" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .stat }

  func makeWorker(in lane: Lane) -> any Worker { ContentClassWorker(classes) }

  private final class ContentClassWorker: Worker {
    private let classes: ContentClasses
    private let comparison = ContentComparison()

    init(_ classes: ContentClasses) {
      self.classes = classes
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let found = classes.find(asset, comparing: comparison) else { return false }
        let findings = asset.findingsForWriting()
        findings[ContentClass.self] = found
        findings.isLikelyDropped = found.isRepeated
        return true
      }
    }
  }
}

/// Lets the first asset of each content through, in source order.
struct FirstOfContentStep: Step {
  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }

  func makeWorker(in lane: Lane) -> any Worker { FirstOfContentWorker() }

  private final class FirstOfContentWorker: Worker {
    private var seen: Set<Int> = []

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let content = asset.findings?[ContentClass.self] else { return true }
        return seen.insert(content.number).inserted
      }
    }
  }
}
