/// Holds all assets back until the user has chosen those that the steps behind it get.
package struct ChoiceStep: Step {
  /// A function that lets the user choose among assets, and returns the chosen ones in their order.
  package typealias Choose = @Sendable ([Asset], RunContext) throws -> [Asset]

  private let choose: Choose

  package init(_ choose: @escaping Choose) {
    self.choose = choose
  }

  package var name: String { "choice" }
  package var ordering: StepOrdering { .source }
  package var isSelective: Bool { true }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    ChoiceInstance(choose, worker.context)
  }

  private final class ChoiceInstance: StepInstance {
    private let choose: Choose
    private let context: RunContext
    private var gathered: [Asset] = []

    init(_ choose: @escaping Choose, _ context: RunContext) {
      self.choose = choose
      self.context = context
    }

    var holdsBack: Bool { true }

    func process(_ batch: inout Batch) {
      gathered += batch.survivors
      batch.holdAll()
    }

    func finish() throws -> [Asset] {
      let assets = gathered
      gathered = []
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      return assets.isEmpty ? [] : try choose(assets, context)
    }
  }
}
