/// Keeps one asset of each content in the run, or with `memory` across runs; or shows the others.
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
        "keep", .choiceOrFunction(DuplicateRanking.names),
        "which asset of each content is kept: the first that comes, the best, the oldest, the newest,"
          + " the largest, or the one for which a function gives the largest number",
        standard: "\"first\""),
      ShownDuplicates.option("have duplicates"),
      ProtectedFolders.option,
    ],
    mayAdd: DuplicateFields.fields,
    example: "dedupe { by = \"sha1\", memory = \"recent\" }")

  private static let algorithms = ["sha1", "sha256"]

  private let algorithm: DigestAlgorithm
  /// The function that returns an asset's key; nil to compare contents.
  private let key: BoundFunction?
  private let memory: String?
  private let keep: DuplicateRanking
  private let show: ShownDuplicates
  private let keepIn: ProtectedFolders
  /// The fields that name the kept asset; nil if only kept assets are passed on.
  private let mark: DuplicateFields?

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
      switch arguments.choiceOrFunction("keep", among: DuplicateRanking.names) {
      case .choice(let name): DuplicateRanking(name: name) ?? .first
      case .function(let function): .function(function)
      case nil: .first
      }
    let show = ShownDuplicates(&arguments)
    self.show = show
    keepIn = ProtectedFolders(&arguments)
    mark = show == .kept ? nil : DuplicateFields(&arguments, ofGroups: show == .groups)
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

  /// The traits; a stage with a memory, which drops what other runs offered, can't be observed.
  var traits: StageTraits {
    var traits = StageTraits(observation: memory == nil ? .fetch : .none)
    traits.remembersOffers = memory != nil
    return traits
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    if let key { return [KeyClassStep(key: key), choice] }
    var steps: [any Step] = [ContentClassStep(expectation: expectation), choice]
    if let memory { steps.append(SeenBeforeStep(algorithm: algorithm, memory: memory)) }
    return steps
  }

  /// The step that drops duplicates: at once if the first asset is kept, else after all arrived.
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
