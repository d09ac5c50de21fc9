/// A step that keeps the assets for which another step fails, with the reason. A failure that becomes
/// a field is data, and neither reported nor counted. Assets that the other step is not for skip it.
package struct KeptFailureStep: WrappingStep {
  package let step: any Step
  private let manner: FailurePolicy

  /// The assets that the other step processes, and the handling of its failures.
  package struct FailurePolicy: Sendable {
    let isConcerned: @Sendable (Asset) -> Bool
    let settle: @Sendable (Findings, AssetFailure) -> Void
    let allowsInterimRecords: Bool
    /// True if failures are reported and counted like any other.
    let reports: Bool
  }

  init(_ step: any Step, _ manner: FailurePolicy) {
    self.step = step
    self.manner = manner
  }

  /// Creates a step that keeps an asset for which `step` fails, with the reason in a field; later
  /// steps with that field skip it.
  package init(_ step: any Step, reasonIn field: Field) {
    self.init(
      step,
      FailurePolicy(
        isConcerned: { $0.findings?.value(of: field) == nil },
        settle: { findings, failure in findings.set(.string(failure.reason), of: field) },
        allowsInterimRecords: true, reports: false))
  }

  package var traits: StepTraits {
    var traits = StepTraits()
    traits.action = step.traits.action
    return traits
  }

  package func forRun() -> any Step { KeptFailureStep(step.forRun(), manner) }

  package func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    KeptFailureInstance(try step.makeWorker(in: worker), manner)
  }

  private final class KeptFailureInstance: StepInstance {
    private let worker: any StepInstance
    private let manner: FailurePolicy

    init(_ worker: any StepInstance, _ manner: FailurePolicy) {
      self.worker = worker
      self.manner = manner
    }

    var pieceSize: Int? { worker.pieceSize }

    func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {
      if manner.allowsInterimRecords { worker.allowInterimRecords(write) }
    }

    func process(_ batch: inout Batch) throws {
      let concerned = batch.survivors.filter(manner.isConcerned)
      guard !concerned.isEmpty else { return }
      var part = Batch(ordinal: batch.ordinal, assets: concerned)
      try worker.process(&part)
      concerned.forEach(settle)
      if manner.reports { batch.note(part.failures) }
    }

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      let isConcerned = piece.map(manner.isConcerned)
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
        done.assets.forEach(settle)
        try handOnNext(manner.reports ? done.failures : [])
        try handOnBystanders()
      }
    }

    private func settle(_ asset: Asset) {
      guard let findings = asset.findings, let failure = findings.failure else { return }
      manner.settle(findings, failure)
      findings.failure = nil
    }
  }
}
