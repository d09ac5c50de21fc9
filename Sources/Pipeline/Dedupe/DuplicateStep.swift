/// Collects all assets, chooses which of each content is kept, and shows those that the rule
/// selects. Kept or dropped assets are in source order, groups in that of their first assets; in a
/// group the kept assets come first, each part in source order.
struct DuplicateStep: Step {
  let rule: DuplicateRanking
  let show: ShownDuplicates
  let folders: ProtectedFolders
  /// The fields that name the kept asset; nil to add none.
  let mark: DuplicateFields?
  /// True if duplicates have the same bytes; false if they have the same key.
  let comparesFiles: Bool

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
  var traits: StepTraits {
    var traits: StepTraits =
      switch show {
      case .kept: .comparing(dropping: "another asset of the same \(kind) is kept")
      case .dropped: .comparing(dropping: "it is what is kept of its \(kind), or has no duplicate")
      case .groups: .comparing(dropping: "it has no duplicate")
      }
    traits.comparison.passReason = { [mark] asset in
      mark?.original(of: asset).map { "\"\($0)\" is kept" }
    }
    return traits
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let comparison = try DuplicateComparison(self, in: worker)
    return ComparingInstance(protecting: folders, in: worker, select: comparison.shown(_:_:))
  }
}

/// Finds out which assets have the same bytes, and selects those to show; confined to one thread.
private struct DuplicateComparison {
  private let step: DuplicateStep
  private let ranking: DuplicateRanker
  private let cancellation: Cancellation
  private let comparer: FileComparer
  private let notices: RunNotices

  init(_ step: DuplicateStep, in worker: WorkerContext) throws {
    let context = worker.context
    self.step = step
    ranking = try DuplicateRanker(step.rule, stage: "dedupe", in: worker)
    cancellation = context.cancellation
    notices = context.services.notices
    comparer = FileComparer(in: context)
  }

  func shown(_ assets: [Asset], _ isKeptAside: [Bool]) throws -> [Asset] {
    let groups = try groups(assets)
    let ranks = try ranking.ranks(of: groups.filter { $0.count > 1 }.map(\.places).joined(), assets)
    let verdicts = groups.map { group in
      Verdict(group.filter { assets[$0].failure == nil }, isKeptAside) { left, right in
        guard let mine = ranks[left], let theirs = ranks[right] else { return false }
        return mine.isBetter(than: theirs)
      }
    }
    // Failed assets are passed on, so that they are counted with all other failures.
    let failed = assets.indices.filter { assets[$0].failure != nil }
    switch step.show {
    case .kept: return (verdicts.flatMap(\.kept) + failed).sorted().map { assets[$0] }
    case .dropped:
      for verdict in verdicts { mark(verdict, assets) }
      return (verdicts.flatMap(\.dropped) + failed).sorted().map { assets[$0] }
    case .groups:
      var shown: [Int] = []
      var number = 0
      for (group, verdict) in zip(groups, verdicts)
      where verdict.kept.count + verdict.dropped.count > 1 {
        number += 1
        mark(verdict, assets)
        for place in verdict.dropped {
          guard let original = verdict.kept.first else { break }
          let reason = reason(for: original, against: place, group, ranks, isKeptAside)
          step.mark?.mark(assets[place], because: reason)
        }
        for place in verdict.kept + verdict.dropped {
          step.mark?.mark(assets[place], group: number)
        }
        shown += verdict.kept + verdict.dropped
      }
      return (shown + failed).map { assets[$0] }
    }
  }

  /// Returns the groups of duplicates, in the order of their first assets.
  private func groups(_ assets: [Asset]) throws -> [DuplicateGroup] {
    let contents = CompanionContents(comparing: comparer)
    var groups: [DuplicateGroup] = []
    for places in sameBytes(assets) {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      guard step.comparesFiles else {
        groups.append(DuplicateGroup(places: places, isWhole: Set(places)))
        continue
      }
      // A kept asset may have any of its file's paths; listed assets must be different files.
      let files =
        step.show == .kept || places.count == 1
        ? places : FileEntries.firsts(of: places, assets, stage: "dedupe")
      groups += DuplicateGroup.groups(files) { contents.companions(of: assets[$0]) }
    }
    return groups.sorted { $0.first < $1.first }
  }

  /// Groups the indices of assets whose contents have the same bytes, or one name in a library.
  private func sameBytes(_ assets: [Asset]) -> [[Int]] {
    var groups: [[Int]] = []
    var known: [Int: Int] = [:]
    var named: [String: Int] = [:]
    var away = AwayAssets()
    for (place, asset) in assets.enumerated() {
      let content = asset.findings?[ContentClass.self]?.number
      let name = step.comparesFiles ? asset.contentName : nil
      if step.comparesFiles { away.note(asset, name) }
      var group = content.flatMap { known[$0] }
      if let name, let other = named[name] {
        if let group, group != other {
          // Assets of two groups turn out to have the same bytes.
          groups[group] = (groups[group] + groups[other]).sorted()
          groups[other] = []
          known = known.mapValues { $0 == other ? group : $0 }
          named = named.mapValues { $0 == other ? group : $0 }
        } else {
          group = other
        }
      }
      let number = group ?? groups.count
      if number == groups.count { groups.append([]) }
      groups[number].append(place)
      if let content { known[content] = number }
      if let name { named[name] = number }
    }
    away.tell(notices)
    return groups.filter { !$0.isEmpty }
  }

  /// Returns what decided between the original of a group and another asset of it.
  private func reason(
    for original: Int, against other: Int, _ group: DuplicateGroup, _ ranks: [Int: DuplicateRank],
    _ isKeptAside: [Bool]
  ) -> DuplicateReason {
    if group.isWhole.contains(original), !group.isWhole.contains(other) { return .files }
    if isKeptAside[original] { return .keepIn }
    guard let mine = ranks[original], let theirs = ranks[other] else { return .order }
    return mine.reason(against: theirs) ?? .order
  }

  private func mark(_ verdict: Verdict, _ assets: [Asset]) {
    guard let first = verdict.kept.first else { return }
    let name = OriginalName(of: assets[first])
    for place in verdict.dropped { step.mark?.mark(assets[place], as: name) }
  }
}
