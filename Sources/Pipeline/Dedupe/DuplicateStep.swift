/// Gathers all assets, decides which of each content is kept, and shows what the rule wants of them.
///
/// What is kept or dropped comes in source order. Groups come in the order of their first assets, in
/// each what is kept before the rest, and otherwise in source order.
struct DuplicateStep: Step {
  let rule: KeepRule
  let show: Show
  let folders: KeptFolders
  /// Nil where no asset gets a mark.
  let mark: DuplicateMark?
  /// Whether duplicates are of the same bytes; else of the same key, which says itself what is alike.
  let comparesFiles: Bool

  /// What a rule wants to see.
  enum Show: String, CaseIterable, Sendable {
    case kept, dropped, groups
  }

  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { rule.facets }
  var isSelective: Bool { show != .kept }
  private var kind: String { comparesFiles ? "content" : "key" }
  var detail: String {
    let shown =
      switch show {
      case .kept: "the \(rule.summary) of each \(kind)"
      case .dropped: "the duplicates of the \(rule.summary) of each \(kind)"
      case .groups: "duplicates in groups, the \(rule.summary) at the head"
      }
    return "shows \(shown)" + folders.summary
  }

  func makeWorker(in lane: Lane) throws -> any Worker {
    var values: ((Batch) throws -> [FieldValue])?
    if case .function(let function) = rule {
      let evaluator = try lane.evaluator()
      let function = try evaluator.bind(function)
      values = { try evaluator.values(of: function, on: $0) }
    }
    return DuplicateWorker(self, values, in: lane.context)
  }
}

/// Holds all assets back until it is known which have the same bytes.
private final class DuplicateWorker: Worker {
  private let step: DuplicateStep
  /// What the rule's function gives for each asset; nil where it has none.
  private let values: ((Batch) throws -> [FieldValue])?
  private let folders: KeptFolderLookup
  private let cancellation: Cancellation
  private var held: [Asset] = []

  /// How many assets the rule's function is asked about at once.
  private static let pieceSize = 256

  init(
    _ step: DuplicateStep, _ values: ((Batch) throws -> [FieldValue])?,
    in context: RunContext
  ) {
    self.step = step
    self.values = values
    cancellation = context.cancellation
    folders = KeptFolderLookup(step.folders, libraries: context.libraries)
  }

  func process(_ batch: inout Batch) {
    batch.keep { _ in true }
    held += batch.survivors
    batch.holdAll()
  }

  func finish() throws -> [Asset] {
    let assets = held
    held = []
    guard !assets.isEmpty else { return [] }
    let isKeptAside = assets.map(folders.holds)
    try folders.check()
    let groups = try groups(assets)
    let ranks = try ranks(of: groups.filter { $0.count > 1 }.map(\.places).joined(), assets)
    let verdicts = groups.map { group in
      Verdict(group.filter { assets[$0].failure == nil }, isKeptAside) { left, right in
        guard let mine = ranks[left], let theirs = ranks[right] else { return false }
        return mine.isBetter(than: theirs)
      }
    }
    // What failed goes on, so that it is counted where all failures are.
    let failed = assets.indices.filter { assets[$0].failure != nil }
    switch step.show {
    case .kept: return (verdicts.flatMap(\.kept) + failed).sorted().map { assets[$0] }
    case .dropped:
      for verdict in verdicts { mark(verdict, assets) }
      return (verdicts.flatMap(\.dropped) + failed).sorted().map { assets[$0] }
    case .groups:
      var shown: [Int] = []
      var number = 0
      for verdict in verdicts where verdict.kept.count + verdict.dropped.count > 1 {
        number += 1
        mark(verdict, assets)
        for place in verdict.kept + verdict.dropped {
          step.mark?.mark(assets[place], group: number)
        }
        shown += verdict.kept + verdict.dropped
      }
      return (shown + failed).map { assets[$0] }
    }
  }

  /// The assets that are duplicates of each other, in the order of their first.
  private func groups(_ assets: [Asset]) throws -> [DuplicateGroup] {
    let contents = CompanionContents()
    var groups: [DuplicateGroup] = []
    for places in sameBytes(assets) {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      guard step.comparesFiles else {
        groups.append(DuplicateGroup(places: places, isWhole: Set(places)))
        continue
      }
      // What is kept may come by any of its paths; what is listed must be another file.
      let files = step.show == .kept || places.count == 1 ? places : others(places, assets)
      groups += DuplicateGroup.groups(files) { contents.companions(of: assets[$0]) }
    }
    return groups.sorted { $0.first < $1.first }
  }

  /// The places without those of files that were met before.
  private func others(_ places: [Int], _ assets: [Asset]) -> [Int] {
    var entries = FileEntries()
    return places.filter { place in
      do throws(FileProblem) {
        return try entries.insert(assets[place])
      } catch {
        assets[place].fail(stage: "dedupe", error.reason)
        return false
      }
    }
  }

  /// The places of the assets of each content, in the order of their first.
  private func sameBytes(_ assets: [Asset]) -> [[Int]] {
    var groups: [[Int]] = []
    var known: [Int: Int] = [:]
    for (place, asset) in assets.enumerated() {
      let content = asset.findings?[ContentClass.self]?.number
      if let content, let group = known[content] {
        groups[group].append(place)
        continue
      }
      if let content { known[content] = groups.count }
      groups.append([place])
    }
    return groups
  }

  private func ranks(
    of places: some Sequence<Int>, _ assets: [Asset]
  ) throws -> [Int: DuplicateRank] {
    var ranks: [Int: DuplicateRank] = [:]
    var rest = Array(places)[...]
    while !rest.isEmpty {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      let piece = rest.prefix(Self.pieceSize)
      rest = rest.dropFirst(Self.pieceSize)
      let found = try values?(Batch(ordinal: 0, assets: piece.map { assets[$0] }))
      for (index, place) in piece.enumerated() {
        let value = found.map { Self.number($0[index], of: assets[place]) } ?? 0
        ranks[place] = step.rule.rank(of: assets[place], value: value)
      }
    }
    return ranks
  }

  /// What a function gave, as a number: nothing is less than any.
  private static func number(_ value: FieldValue, of asset: Asset) -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .number(let number) where !number.isNaN: return number
    case .flag(let flag): return flag ? 1 : 0
    case .absent: return -.infinity
    default:
      asset.fail(
        stage: "dedupe", "the function of keep gives a number, true or false, and nothing else")
      return -.infinity
    }
  }

  private func mark(_ verdict: Verdict, _ assets: [Asset]) {
    guard let first = verdict.kept.first else { return }
    let name = OriginalName(of: assets[first])
    for place in verdict.dropped { step.mark?.mark(assets[place], as: name) }
  }
}
