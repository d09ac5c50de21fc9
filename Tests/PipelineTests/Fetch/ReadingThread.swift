import Foundation
import Synchronization

@testable import Assets
@testable import Engine
@testable import Files
@testable import FolderLibrary
@testable import PhotosLibrary
@testable import Pictures
@testable import Pipeline
@testable import State
@testable import TakeoutLibrary

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
