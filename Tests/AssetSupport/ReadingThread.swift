import Foundation
import Platform
import Synchronization

/// A thread that a test starts, and what it found wrong.
package final class ReadingThread: Sendable {
  private let problem = Lock<String?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  package init(_ body: @escaping @Sendable () -> String?) {
    Thread { [self] in
      let found = body()
      problem.withLock { $0 = found }
      isDone.signal()
    }.start()
  }

  /// Waits for the end of the thread, and returns the problem; nil if there was none.
  package func wait() -> String? {
    isDone.wait()
    return problem.withLock { $0 }
  }
}
