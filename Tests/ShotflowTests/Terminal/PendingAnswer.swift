import Foundation
import Pipeline

/// An answer that another thread is waiting for.
///
/// `@unchecked`: the answer is guarded by `condition`.
final class PendingAnswer: @unchecked Sendable {
  private let condition = NSCondition()
  private var answer: Outcome?

  /// Asks on a thread of its own, not one that the tests share.
  init(_ ask: @escaping @Sendable () -> Outcome) {
    Thread.detachNewThread { [self] in
      let answer = ask()
      condition.withLock {
        self.answer = answer
        condition.broadcast()
      }
    }
  }

  /// Waits for the answer.
  var value: Outcome {
    condition.withLock {
      while true {
        if let answer { return answer }
        condition.wait()
      }
    }
  }
}
