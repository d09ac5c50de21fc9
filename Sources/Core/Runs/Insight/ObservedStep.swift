internal import Synchronization

/// A step that reports the work of another step to an observer, and otherwise behaves like it.
struct ObservedStep: WrappingStep {
  let step: any Step
  let place: Int
  let observer: any StepObserver
  private let count = Count()

  private final class Count: Sendable {
    let entered = Atomic(0)
  }

  func forRun() -> any Step { ObservedStep(step: step.forRun(), place: place, observer: observer) }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    ObservedInstance(try step.makeWorker(in: worker), self)
  }

  private final class ObservedInstance: StepInstance {
    private let worker: any StepInstance
    private let place: Int
    private let observer: any StepObserver
    private let count: Count
    private var held: [Asset] = []

    init(_ worker: any StepInstance, _ step: ObservedStep) {
      self.worker = worker
      (place, observer, count) = (step.place, step.observer, step.count)
    }

    var pieceSize: Int? { worker.pieceSize }
    var demand: Int { worker.demand }
    var holdsBack: Bool { worker.holdsBack }
    var isSatisfied: Bool { worker.isSatisfied }
    func expect(_ count: Int) { worker.expect(count) }
    func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {
      worker.allowInterimRecords(write)
    }

    func process(_ batch: inout Batch) throws {
      let entered = batch.count
      let followed = meet(batch.survivors, entered)
      let failures = batch.failures.count
      let start = ContinuousClock.now
      try worker.process(&batch)
      note(
        start, .now - start, entered, passed: batch.count,
        failed: batch.failures.count - failures)
      if !followed.isEmpty {
        settle(followed, among: Array(batch.survivors), Array(batch.failures[failures...]))
      }
    }

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      var followed = meet(piece, piece.count)
      var (passed, failed) = (0, 0)
      var elsewhere = Duration.zero
      let start = ContinuousClock.now
      try worker.process(piece) { done in
        let left = ContinuousClock.now
        passed += done.count
        failed += done.failures.count
        if !followed.isEmpty {
          let survivors = Array(done.survivors)
          let settled = followed.filter { asset in done.assets.contains { $0 === asset } }
          settle(settled, among: survivors, done.failures)
          followed.removeAll { asset in settled.contains { $0 === asset } }
        }
        try handOn(done)
        elsewhere += .now - left
      }
      note(start, .now - start - elsewhere, piece.count, passed: passed, failed: failed)
      settle(followed, among: [], [])
    }

    func finish() throws -> [Asset] {
      let start = ContinuousClock.now
      let given = try worker.finish()
      note(start, .now - start, 0, passed: given.count, failed: 0)
      let waiting = held
      held = []
      for asset in waiting {
        observer.note(
          given.contains { $0 === asset } ? .passed : .dropped, of: asset, at: place)
      }
      return given
    }

    private func meet(_ assets: some Sequence<Asset>, _ count: Int) -> [Asset] {
      let before = self.count.entered.wrappingAdd(count, ordering: .relaxed).oldValue
      var followed: [Asset] = []
      for (offset, asset) in assets.enumerated() where observer.follows(asset) {
        observer.meets(asset, at: place, position: before + offset + 1)
        followed.append(asset)
      }
      return followed
    }

    private func settle(
      _ followed: [Asset], among survivors: [Asset], _ failures: [AssetFailure]
    ) {
      for asset in followed {
        if survivors.contains(where: { $0 === asset }) {
          observer.note(.passed, of: asset, at: place)
        } else if asset.failure != nil
          || failures.contains(where: { $0.asset == asset.displayName })
        {
          observer.note(.failed, of: asset, at: place)
        } else if worker.holdsBack {
          held.append(asset)
        } else {
          observer.note(.dropped, of: asset, at: place)
        }
      }
    }

    private func note(
      _ start: ContinuousClock.Instant, _ duration: Duration, _ entered: Int, passed: Int,
      failed: Int
    ) {
      observer.note(
        StepWork(
          place: place, start: start, duration: duration, entered: entered, passed: passed,
          failed: failed))
    }
  }
}
