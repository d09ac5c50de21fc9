/// A step that adds to what is known of assets that came or changed.
///
/// What was removed or moved passes it by. An asset for which it fails stays and says so, as without
/// it the indexes of the others would mean nothing.
struct ChangedContentStep: Step {
  private let step: any Step

  init(_ step: any Step) {
    self.step = step
  }

  var name: String { step.name }
  var ordering: StepOrdering { step.ordering }
  var facets: FacetSet { step.facets }
  var isSelective: Bool { step.isSelective }
  var detail: String { step.detail }

  var traits: StepTraits { StepTraits(acts: step.traits.acts, consent: step.traits.consent) }

  func forRun() -> any Step { ChangedContentStep(step.forRun()) }

  func makeWorker(in lane: Lane) throws -> any Worker {
    ChangedContentWorker(try step.makeWorker(in: lane))
  }

  private final class ChangedContentWorker: Worker {
    private let worker: any Worker

    init(_ worker: any Worker) {
      self.worker = worker
    }

    var pieceSize: Int? { worker.pieceSize }

    func process(_ batch: inout Batch) throws {
      let concerned = batch.survivors.filter(Self.isConcerned)
      guard !concerned.isEmpty else { return }
      var part = Batch(ordinal: batch.ordinal, assets: concerned)
      try worker.process(&part)
      concerned.forEach(Self.settle)
      batch.note(part.failures)
    }

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      let isConcerned = piece.map(Self.isConcerned)
      var place = 0
      func handOnNext(_ failures: [AssetFailure]) throws {
        var batch = Batch(ordinal: 0, assets: [piece[place]])
        batch.note(failures)
        place += 1
        try handOn(batch)
      }
      func handOnBystanders() throws {
        while place < piece.count, !isConcerned[place] { try handOnNext([]) }
      }
      try handOnBystanders()
      let concerned = zip(piece, isConcerned).compactMap { $1 ? $0 : nil }
      guard !concerned.isEmpty else { return }
      try worker.process(concerned) { done in
        done.assets.forEach(Self.settle)
        try handOnNext(done.failures)
        try handOnBystanders()
      }
    }

    private static func isConcerned(_ asset: Asset) -> Bool {
      guard let change = asset.findings?.change else { return false }
      return change.hasContent && change.problem == nil
    }

    /// Makes a failure a part of what is told.
    private static func settle(_ asset: Asset) {
      guard let findings = asset.findings, let failure = findings.failure else { return }
      findings.change?.problem = failure.reason
      findings.failure = nil
    }
  }
}
