/// Wraps another step and reports at the end how many assets it left out. It reads the source to
/// its end, even if a limit is reached: later assets count as left out.
struct RemarkStep: WrappingStep {
  let step: any Step
  let remark: String

  /// In source order, so that behind a limit the same assets are counted in every run.
  var ordering: StepOrdering { .source }
  /// None of the other step's, as the source would apply a limit, and not count what it leaves out.
  var traits: StepTraits { StepTraits() }
  var detail: String { step.detail + ", reports those left out" }

  func forRun() -> any Step { RemarkStep(step: step.forRun(), remark: remark) }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    RemarkInstance(try step.makeWorker(in: worker), remark, worker.context.services.notices)
  }

  private final class RemarkInstance: StepInstance {
    private let worker: any StepInstance
    private let remark: String
    private let notices: RunNotices
    private var leftOut = 0

    init(_ worker: any StepInstance, _ remark: String, _ notices: RunNotices) {
      self.worker = worker
      self.remark = remark
      self.notices = notices
    }

    func process(_ batch: inout Batch) throws {
      let (entered, failures) = (batch.count, batch.failures.count)
      try worker.process(&batch)
      leftOut += entered - batch.count - (batch.failures.count - failures)
    }

    func finish() throws -> [Asset] {
      if leftOut > 0 { notices.tell("\(leftOut) left out: \(remark)") }
      return try worker.finish()
    }
  }
}
