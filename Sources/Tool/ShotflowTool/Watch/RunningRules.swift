internal import LuaBridge
internal import Platform
internal import Synchronization

/// The rules whose functions may be running, for a thread that cancels them.
final class RunningRules: Sendable {
  private let rules = Lock<[LoadedRule]>([])

  func set(_ rules: [LoadedRule]) { self.rules.withLock { $0 = rules } }

  func cancel() {
    for rule in rules.withLock({ $0 }) { rule.cancel() }
  }
}
