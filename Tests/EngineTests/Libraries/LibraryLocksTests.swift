import Assets
import Dispatch
import Platform
import TestSupport
import Testing

@testable import Engine

/// The locks of libraries, as the threads of one run take them.
@Suite struct LibraryLocksTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Else that other run could wait for the library that is not released.
  @Test func aThreadThatWaitsLetsOthersRelease() throws {
    let first = try directory.makeFolder("first")
    let second = try directory.makeFolder("second")
    let other = open(second, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
    let taken = DispatchSemaphore(value: 0)
    let told = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)
    let locks = LibraryLocks(
      waits: true, notices: RunNotices { _ in told.signal() }, until: Cancellation())
    let holder = WorkerThread {
      try? locks.during([first]) {
        taken.signal()
        told.wait()
      }
      released.signal()
    }
    taken.wait()
    let waiter = WorkerThread { try? locks.during([second]) {} }
    #expect(released.wait(timeout: .now() + 60) == .success)
    close(other)
    holder?.join()
    waiter?.join()
  }
}
