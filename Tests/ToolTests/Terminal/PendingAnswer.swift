import Foundation

/// An answer that another thread is waiting for.
///
/// `@unchecked`: the answer is guarded by `condition`.
final class PendingAnswer<Answer: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var answer: Answer?

  /// Asks on a thread of its own, not one that the tests share.
  init(_ ask: @escaping @Sendable () -> Answer) {
    Thread.detachNewThread { [self] in
      let answer = ask()
      condition.withLock {
        self.answer = answer
        condition.broadcast()
      }
    }
  }

  /// Waits for the answer.
  var value: Answer {
    condition.withLock {
      while true {
        if let answer { return answer }
        condition.wait()
      }
    }
  }
}
