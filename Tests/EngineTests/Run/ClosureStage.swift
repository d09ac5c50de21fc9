import Engine

/// A stage with one step that does what a test wants to each asset.
struct ClosureStage: TransformStage {
  static let description = StageDescription(
    name: "closure", role: .filter, summary: "does something", options: [],
    example: "closure { }")

  private let step: ClosureStep

  init(_ arguments: inout StageArguments) {
    self.init("nothing") { _ in true }
  }

  init(
    _ name: String, _ ordering: StepOrdering = .any,
    _ keep: @escaping @Sendable (Asset) throws -> Bool
  ) {
    step = ClosureStep(name: name, ordering: ordering, keep: keep)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [step] }

  private struct ClosureStep: Step {
    let name: String
    let ordering: StepOrdering
    let keep: @Sendable (Asset) throws -> Bool

    func makeWorker(in worker: WorkerContext) -> any StepInstance { ClosureInstance(keep) }
  }

  private final class ClosureInstance: StepInstance {
    private let keep: @Sendable (Asset) throws -> Bool

    init(_ keep: @escaping @Sendable (Asset) throws -> Bool) {
      self.keep = keep
    }

    func process(_ batch: inout Batch) throws {
      try batch.keep(where: keep)
    }
  }
}
