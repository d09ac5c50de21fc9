import Pipeline

/// Lets every nth asset through.
struct EveryNthFilter: TransformStage {
  static let description = StageDescription(
    name: "every", role: .filter, summary: "lets every nth asset through",
    options: [
      OptionDescription("nth", .integer, "how many assets there are for one", standard: "2")
    ],
    example: "every { nth = 3 }")

  private let count: Int

  init(_ arguments: inout StageArguments) {
    count = max(1, arguments.integer("nth") ?? 2)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [EveryNthStep(count: count)] }
}

private struct EveryNthStep: Step {
  let count: Int

  var name: String { "every" }
  var ordering: StepOrdering { .source }
  var detail: String { "one of \(count)" }

  func makeWorker(in worker: WorkerContext) -> any StepInstance { EveryNthInstance(count: count) }
}

private final class EveryNthInstance: StepInstance {
  private let count: Int
  private var seen = 0

  init(count: Int) {
    self.count = count
  }

  func process(_ batch: inout Batch) {
    batch.keep { _ in
      seen += 1
      return seen % count == 0
    }
  }
}
