internal import Platform
internal import Synchronization

/// Follows one asset through the steps of a run; safe from any thread.
package final class AssetFollower: StepObserver {
  private let identifier: String
  private let fields: FieldTable
  private let state = Lock(State())

  private struct State {
    var steps: [any Step] = []
    var accounts: [Account] = []
  }

  /// What became of the asset in one step.
  package struct Account: Sendable {
    package let place: Int
    /// As `explain` calls the step.
    package let name: String
    package let detail: String
    /// The asset's place, from 1, among those that came to the step.
    package let position: Int
    /// The step's tests; empty where it does not decide by tests.
    package let tests: [TestFinding]
    /// Nil while the step is at work.
    package fileprivate(set) var fate: StepFate?
    /// Why it failed.
    package fileprivate(set) var failure: String?
  }

  /// - Parameters:
  ///   - identifier: the asset's `localIdentifier`.
  ///   - fields: what added fields are called.
  package init(of identifier: String, _ fields: FieldTable) {
    self.identifier = identifier
    self.fields = fields
  }

  package func begin(_ steps: [any Step]) { state.withLock { $0.steps = steps } }

  package func follows(_ asset: Asset) -> Bool { asset.string(of: .localIdentifier) == identifier }

  package func meets(_ asset: Asset, at place: Int, position: Int) {
    let step = state.withLock { $0.steps[place] }
    let tests = step.traits.tests?.findings(on: asset, fields) ?? []
    let account = Account(
      place: place, name: step.name, detail: step.detail, position: position, tests: tests)
    state.withLock { $0.accounts.append(account) }
  }

  package func note(_ fate: StepFate, of asset: Asset, at place: Int) {
    let failure = asset.failure?.reason
    state.withLock { state in
      guard let index = state.accounts.lastIndex(where: { $0.place == place }) else { return }
      state.accounts[index].fate = fate
      if fate == .failed { state.accounts[index].failure = failure }
    }
  }

  /// What became of it, step by step; nothing where no step met it.
  package var accounts: [Account] { state.withLock { $0.accounts.sorted { $0.place < $1.place } } }

  /// The steps of the run.
  package var steps: [any Step] { state.withLock { $0.steps } }
}
