internal import Platform
internal import Synchronization

/// The locks of the libraries whose files a run moves: one run after the other, so that none looks
/// for files that another one is moving. The folder of the library itself is locked (flock(2)), which
/// a kill undoes. Safe from any thread.
package final class LibraryLocks: RunResource {
  private let waits: Bool
  private let notices: RunNotices
  private let cancellation: Cancellation
  private let state = Lock(State())

  private struct State {
    /// The locked folders, and how often the run holds each.
    var held: [String: (descriptor: Int32, count: Int)] = [:]
    /// The libraries of which the user knows that another run has them.
    var told: Set<String> = []
  }

  /// The time between attempts, in microseconds.
  private static let pause: UInt32 = 20_000

  /// - Parameter waits: false to throw ``LibraryBusy`` where another run has a library.
  package init(waits: Bool, notices: RunNotices, until cancellation: Cancellation) {
    self.waits = waits
    self.notices = notices
    self.cancellation = cancellation
  }

  deinit {
    state.withLock { state in
      for lock in state.held.values { close(lock.descriptor) }
    }
  }

  /// Calls `body` while no other run moves files of these libraries. A folder that can't be locked, as
  /// on some network file systems, is used without.
  ///
  /// - Throws: ``LibraryBusy``; ``RunProblem/cancelled`` if the run is ended while it waits.
  package func during<Result>(_ paths: [String], _ body: () throws -> Result) throws -> Result {
    var held: [String] = []
    defer { release(held) }
    // In one order, so that no two runs wait for each other.
    for path in Set(paths).sorted() {
      try state.withLock { try hold(path, &$0) }
      held.append(path)
    }
    return try body()
  }

  private func hold(_ path: String, _ state: inout State) throws {
    if state.held[path] != nil {
      state.held[path]?.count += 1
      return
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard waits, !cancellation.isCancelled else {
        close(descriptor)
        throw waits ? RunProblem.cancelled : LibraryBusy(library: path)
      }
      if state.told.insert(path).inserted {
        notices.tell("another run moves files of \"\(path)\"; this one waits for its end")
      }
      usleep(Self.pause)
    }
    state.held[path] = (descriptor, 1)
  }

  private func release(_ paths: [String]) {
    state.withLock { state in
      for path in paths {
        guard let lock = state.held[path] else { continue }
        state.held[path]?.count -= 1
        guard lock.count == 1 else { continue }
        state.held[path] = nil
        close(lock.descriptor)
      }
    }
  }
}

/// The error that another run moves files of a library, and this one is not to wait.
package struct LibraryBusy: Error, CustomStringConvertible {
  package let library: String

  package var description: String { "another run moves files of \"\(library)\"; try again later" }
}

extension RunContext {
  /// The locks of libraries whose files are moved; nil where nobody else runs, as in tests.
  package var libraryLocks: LibraryLocks? {
    get { resources[LibraryLocks.self] }
    set { resources[LibraryLocks.self] = newValue }
  }

  /// Calls `body` for a plan; no other run moves files meanwhile if the plan moves some itself. A plan
  /// with a question holds nothing while the user thinks: its steps do, while they move.
  package func holdingLibraries<Result>(
    of plan: PipelinePlan, _ body: () throws -> Result
  ) throws -> Result {
    guard plan.movesFiles, !plan.hasOffers, !request.isDryRun, let libraryLocks else {
      return try body()
    }
    let places = try places(own: plan.input.ownLibrary?.name, named: request.libraries)
    return try libraryLocks.during(places.map(\.identity.string), body)
  }
}
