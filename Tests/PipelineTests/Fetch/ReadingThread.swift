import Foundation
import Synchronization

@testable import Pipeline

/// A thread that a test starts, and what it found wrong.
final class ReadingThread: Sendable {
  private let problem = Mutex<String?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> String?) {
    Thread { [self] in
      let found = body()
      problem.withLock { $0 = found }
      isDone.signal()
    }.start()
  }

  /// What was wrong, once the thread has ended.
  func wait() -> String? {
    isDone.wait()
    return problem.withLock { $0 }
  }
}
