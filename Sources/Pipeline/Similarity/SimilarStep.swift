/// Collects all assets, chooses which pictures that look alike are kept, and shows those that the
/// rule selects. Kept or dropped assets are in source order, groups in that of their first assets;
/// in a group the kept assets come first, each part in source order.
struct SimilarStep: Step {
  let likeness: HashThreshold
  let keep: SimilarRanking
  let show: ShownDuplicates
  let folders: ProtectedFolders
  /// The fields that name the kept picture; nil to add none.
  let mark: SimilarFields?

  var name: String { SimilarPictures.description.name }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { keep.rule.facets }
  var isSelective: Bool { show != .kept }
  var traits: StepTraits {
    let reason =
      switch show {
      case .kept: "a picture that looks like it is kept"
      case .dropped: "it is what is kept of those that look alike, or looks like no other"
      case .groups: "it looks like no other"
      }
    return .comparing(dropping: reason)
  }
  var detail: String {
    let shown =
      switch show {
      case .kept: "the \(keep.summary) of pictures that look alike, and all others"
      case .dropped: "pictures that look like the \(keep.summary) of them"
      case .groups: "pictures that look alike in groups, the \(keep.summary) at the head"
      }
    let poses =
      switch likeness.poses.count {
      case 1: ""
      case 2: ", mirrored ones too"
      case 4: ", turned ones too"
      default: ", turned and mirrored ones too"
      }
    return "shows \(shown); \(likeness.distance) of 64 bits may differ\(poses)" + folders.summary
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let comparison = try SimilarComparison(self, in: worker)
    return ComparingInstance(protecting: folders, in: worker, select: comparison.shown(_:_:))
  }
}

/// Finds out which pictures look alike, and selects those to show; confined to one thread.
private struct SimilarComparison {
  private let step: SimilarStep
  private let context: RunContext
  private let ranking: DuplicateRanker

  init(_ step: SimilarStep, in worker: WorkerContext) throws {
    self.step = step
    context = worker.context
    ranking = try DuplicateRanker(step.keep.rule, stage: step.name, in: worker)
  }

  func shown(_ assets: [Asset], _ isKeptAside: [Bool]) throws -> [Asset] {
    // Only pictures that look like another are ranked.
    let alike = try self.alike(assets)
    let ranks = try ranks(of: alike, assets)
    let able = alike.filter { assets[$0].failure == nil }
    let candidates = able.compactMap { place in
      assets[place].findings?[PerceptualHash.self].map { look in
        SimilarGroups.Candidate(
          look: look, isKeptAside: isKeptAside[place],
          parts: AssetPart.parts(of: assets[place]))
      }
    }
    let turn = candidates.indices.sorted { left, right in
      let (one, other) = (candidates[left], candidates[right])
      if one.isKeptAside != other.isKeptAside { return one.isKeptAside }
      if one.parts.count != other.parts.count { return one.parts.count > other.parts.count }
      if let mine = ranks[able[left]], let theirs = ranks[able[right]] {
        if mine.isBetter(than: theirs) { return true }
        if theirs.isBetter(than: mine) { return false }
      }
      return left < right
    }
    let groups = SimilarGroups(candidates, turn: turn, step.likeness) { [context] in
      context.cancellation.isCancelled
    }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    return shown(groups, of: able, assets).map { assets[$0] }
  }

  /// Returns the indices of pictures that look like others. If files are listed, only the first
  /// asset of each file is included, as a file is no duplicate of itself.
  private func alike(_ assets: [Asset]) throws -> [Int] {
    let places = shots(
      assets, assets.indices.filter { assets[$0].findings?[PerceptualHash.self] != nil })
    let looks = places.compactMap { assets[$0].findings?[PerceptualHash.self] }
    let isAlike = step.likeness.isAlike(looks) { [context] in context.cancellation.isCancelled }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let alike = zip(places, isAlike).filter(\.1).map(\.0)
    if step.show == .kept { return alike }
    return FileEntries.firsts(of: alike, assets, stage: step.name)
  }

  /// Returns the places without those of raw files whose picture the camera wrote beside them, if that
  /// is compared: both are one shot.
  private func shots(_ assets: [Asset], _ places: [Int]) -> [Int] {
    let beside = places.map { place in
      assets[place].isTrue(.isRAW) ? assets[place].pictureBesideRaw?.pathBytes : nil
    }
    guard beside.contains(where: { $0 != nil }) else { return places }
    let paths = Set(places.compactMap { assets[$0].pathBytes })
    return zip(places, beside).filter { _, picture in
      picture.map { !paths.contains($0) } ?? true
    }.map(\.0)
  }

  private func ranks(of places: [Int], _ assets: [Asset]) throws -> [Int: DuplicateRank] {
    let ranks = try ranking.ranks(of: places, assets)
    guard case .sharpest = step.keep else { return ranks }
    let gauge = PictureMeasurer(
      .sharpness, side: Sharpness.side, allowsEnlarging: true, in: context
    ) { Sharpness($0).bytes }
    var sharpRanks: [Int: DuplicateRank] = [:]
    var rest = places[...]
    while !rest.isEmpty {
      let piece = rest.prefix(context.gaugedPictures)
      rest = rest.dropFirst(piece.count)
      try gauge.run(piece.map { assets[$0] }) { index, result in
        let place = piece[piece.startIndex + index]
        let sharpness = (try? result.get()).flatMap(Sharpness.init(bytes:))?.value ?? 0
        sharpRanks[place] = DuplicateRank([(.sharpness, sharpness)], then: ranks[place])
      }
    }
    return sharpRanks
  }

  /// Returns the indices of the assets to pass on; `able` are those of the candidates.
  private func shown(_ groups: SimilarGroups, of able: [Int], _ assets: [Asset]) -> [Int] {
    // Failed assets are passed on, so that they are counted with all other failures.
    let failed = assets.indices.filter { assets[$0].failure != nil }
    let dropped = groups.places.indices.filter { !groups.places[$0].isKept }
    switch step.show {
    case .kept:
      let out = Set(dropped.map { able[$0] })
      return assets.indices.filter { !out.contains($0) }
    case .dropped:
      for number in dropped { mark(number, groups, able, assets) }
      return (dropped.map { able[$0] } + failed).sorted()
    case .groups:
      var shown: [Int] = []
      for (position, group) in groups.groups.enumerated() {
        for number in group.dropped { mark(number, groups, able, assets) }
        for number in group.kept + group.dropped {
          step.mark?.mark(assets[able[number]], group: position + 1)
          shown.append(able[number])
        }
      }
      return shown + failed
    }
  }

  private func mark(_ number: Int, _ groups: SimilarGroups, _ able: [Int], _ assets: [Asset]) {
    let place = groups.places[number]
    step.mark?.mark(
      assets[able[number]], like: OriginalName(of: assets[able[place.original]]),
      at: place.distance)
  }
}
