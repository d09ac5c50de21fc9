internal import Platform
internal import Synchronization

/// An observer that follows one asset through the steps of a run; safe from any thread.
package final class AssetFollower: StepObserver {
  private let identifier: String
  private let fields: FieldTable
  private let state = Lock(State())

  private struct State {
    var steps: [any Step] = []
    var accounts: [StepReport] = []
  }

  /// The result of one step for the asset.
  package struct StepReport: Sendable {
    /// The step's index in the run.
    package let place: Int
    /// The name of the step in `explain`.
    package let name: String
    /// The details of the step in `explain`.
    package let detail: String
    /// The position of the asset, from 1, among those that reached the step.
    package let position: Int
    /// The results of the step's tests; empty if it does not decide by tests.
    package let tests: [PredicateTestResult]
    /// The result; nil until the step has finished.
    package fileprivate(set) var result: StepResult?
    /// The reason of the failure; nil unless the result is `failed`.
    package fileprivate(set) var failure: String?
    /// The reason for passing that names another asset; nil without one.
    package fileprivate(set) var passReason: String?
  }

  /// - Parameters:
  ///   - identifier: The local identifier of the asset.
  ///   - fields: The names of the fields that stages added.
  package init(of identifier: String, _ fields: FieldTable) {
    self.identifier = identifier
    self.fields = fields
  }

  package func begin(_ steps: [any Step]) { state.withLock { $0.steps = steps } }

  package func follows(_ asset: Asset) -> Bool { asset.string(of: .localIdentifier) == identifier }

  package func meets(_ asset: Asset, at place: Int, position: Int) {
    let step = state.withLock { $0.steps[place] }
    let tests = step.traits.fetch.tests?.findings(on: asset, fields) ?? []
    let account = StepReport(
      place: place, name: step.name, detail: step.detail, position: position, tests: tests)
    state.withLock { $0.accounts.append(account) }
  }

  package func note(_ result: StepResult, of asset: Asset, at place: Int) {
    let failure = asset.failure?.reason
    let step = state.withLock { $0.steps[place] }
    let passReason = result == .passed ? step.traits.comparison.passReason?(asset) : nil
    state.withLock { state in
      guard let index = state.accounts.lastIndex(where: { $0.place == place }) else { return }
      state.accounts[index].result = result
      if result == .failed { state.accounts[index].failure = failure }
      state.accounts[index].passReason = passReason
    }
  }

  /// The results of the steps that the asset reached, in order.
  package var accounts: [StepReport] {
    state.withLock { $0.accounts.sorted { $0.place < $1.place } }
  }

  /// The steps of the run.
  package var steps: [any Step] { state.withLock { $0.steps } }
}
