internal import Platform
internal import Synchronization

/// The filter of tests that a source leaves to a run, kept for the next; safe from any thread.
package final class FilterCache: RunResource {
  private let last = Lock<(tests: AssetPredicate, step: PredicateStep)?>(nil)

  func step(for tests: AssetPredicate, _ fields: FieldTable) -> PredicateStep {
    last.withLock { last in
      if let last, last.tests == tests { return last.step }
      let step = PredicateStep(tests, fields)
      last = (tests, step)
      return step
    }
  }
}
