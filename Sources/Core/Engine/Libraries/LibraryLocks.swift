internal import Platform
internal import Synchronization

/// The locks of the libraries whose files a run moves: one run after the other, so that none looks
/// for files that another one is moving. The folder of the library is locked (flock(2)); the lock
/// ends with the process. Safe from any thread.
package final class LibraryLocks: RunResource {
  private let waits: Bool
  private let notices: RunNotices
  private let cancellation: Cancellation
  /// The locked folders, and how often the run holds each.
  private let held = Lock<[String: (descriptor: Int32, count: Int)]>([:])

  /// The time between attempts, in microseconds.
  private static let pause: UInt32 = 20_000

  /// - Parameter waits: false to throw ``LibraryBusy`` where another run has a library.
  package init(waits: Bool, notices: RunNotices, until cancellation: Cancellation) {
    self.waits = waits
    self.notices = notices
    self.cancellation = cancellation
  }

  deinit {
    held.withLock { held in
      for lock in held.values { close(lock.descriptor) }
    }
  }

  /// Calls `body` while no other run moves files of these libraries. A folder that can't be locked,
  /// as on some network file systems, is used without a lock.
  ///
  /// - Throws: ``LibraryBusy`` if another run holds one and this run does not wait;
  ///   ``RunProblem/cancelled`` if the run is ended while it waits.
  package func during<Result>(_ paths: [String], _ body: () throws -> Result) throws -> Result {
    var taken: [String] = []
    defer { release(taken) }
    // In one order, so that no two runs wait for each other.
    for path in Set(paths).sorted() {
      while try !take(path) { usleep(Self.pause) }
      taken.append(path)
    }
    return try body()
  }

  /// Locks a library; returns false as long as another run has it. No thread waits in here, so that
  /// others release what they have meanwhile.
  private func take(_ path: String) throws -> Bool {
    try held.withLock { held in
      if held[path] != nil {
        held[path]?.count += 1
        return true
      }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return true }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR {
        held[path] = (descriptor, 1)
        return true
      }
      close(descriptor)
      guard waits, !cancellation.isCancelled else {
        throw waits ? RunProblem.cancelled : LibraryBusy(library: path)
      }
      notices.tell("another run moves files of \"\(path)\"; this one waits for its end")
      return false
    }
  }

  private func release(_ paths: [String]) {
    held.withLock { held in
      for path in paths {
        guard let lock = held[path] else { continue }
        held[path]?.count -= 1
        guard lock.count == 1 else { continue }
        held[path] = nil
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
  /// The locks of libraries whose files are moved; nil where no other run exists, as in tests.
  package var libraryLocks: LibraryLocks? {
    get { resources[LibraryLocks.self] }
    set { resources[LibraryLocks.self] = newValue }
  }

  /// Calls `body` for a plan; if the plan moves files, no other run moves some meanwhile, nor imports
  /// into the same library. A plan with a question, or one whose input names the libraries, locks
  /// nothing here: its steps do so, while they move files.
  package func holdingLibraries<Result>(
    of plan: PipelinePlan, _ body: () throws -> Result
  ) throws -> Result {
    guard !plan.hasOffers, !request.isDryRun, let libraryLocks else { return try body() }
    var paths = [output.target?.libraries.first].compactMap(\.self)
      .map { LibraryPlace(path: $0).identity.string }
    let own = plan.input.ownLibrary?.name
    if plan.movesFiles, own != nil || !request.libraries.isEmpty {
      paths += try places(own: own, named: request.libraries).map(\.identity.string)
    }
    return try libraryLocks.during(paths, body)
  }
}
