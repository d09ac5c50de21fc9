internal import Platform

/// A thread that watches a library, and calls a function soon after the library changed. The thread
/// ends when the object is released.
package final class LibraryChangeMonitor {
  /// True if changes of hidden assets are reported, too.
  package let includesHidden: Bool
  /// Returns true if the library exists; safe from any thread.
  package let isThere: @Sendable () -> Bool
  /// The pipe that wakes the thread; closing it ends the thread.
  private let sender: Int32
  private let thread: WorkerThread

  /// - Parameters:
  ///   - context: The run, which reports problems of watching to the user.
  ///   - changed: Called by the thread after a change.
  /// - Throws: ``LibraryProblem`` when the library can't be read, ``FileProblem`` when the system
  ///   can't create a descriptor or thread.
  package init(
    on place: LibraryPlace, includingHidden: Bool, in context: RunContext,
    changed: @escaping @Sendable () -> Void
  ) throws {
    var settings = WatchSettings()
    settings.includesHidden = includingHidden
    settings.wantsArrivals = false
    let watcher = try context.watcher(of: place, settings)
    includesHidden = includingHidden
    isThere = watcher.isThere
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileProblem(error: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    sender = ends[1]
    let shift = ChangeMonitorLoop(
      watcher, receiver: ends[0], context.services.notices, place, changed: changed)
    guard let thread = WorkerThread({ shift.run() }) else {
      close(ends[1])
      throw FileProblem("the system has no thread left")
    }
    self.thread = thread
  }

  deinit {
    close(sender)
    thread.join()
  }

  /// Calls the function that the initialiser got, a second later, even without a change.
  package func remind() {
    var byte: UInt8 = 1
    _ = write(sender, &byte, 1)
  }
}

/// The loop that waits for changes. `@unchecked Sendable`: used only by its thread after the start.
private final class ChangeMonitorLoop: @unchecked Sendable {
  private let watcher: any LibraryWatcher
  private let receiver: Int32
  private let notices: RunNotices
  private let place: LibraryPlace
  private let changed: @Sendable () -> Void
  private let mounts = MountTable()
  private var due: ContinuousClock.Instant?
  private var nextLook = ContinuousClock.now + lookingTime
  private var wasThere = true

  /// The time for which changes are combined into one report.
  private static let settleTime = Duration.milliseconds(150)
  private static let lookingTime = Duration.seconds(1)

  init(
    _ watcher: any LibraryWatcher, receiver: Int32, _ notices: RunNotices, _ place: LibraryPlace,
    changed: @escaping @Sendable () -> Void
  ) {
    self.watcher = watcher
    self.receiver = receiver
    self.notices = notices
    self.place = place
    self.changed = changed
  }

  deinit {
    close(receiver)
  }

  func run() {
    while wait() {
      let isLooking = watcher.hasToLook && nextLook <= .now
      if isLooking { nextLook = .now + Self.lookingTime }
      let news = watcher.news(isLooking: isLooking)
      for problem in news.problems { notices.tell("\"\(place.path)\": \(problem)") }
      if news.hasChanges || news.isThere != wasThere { due = due ?? .now + Self.settleTime }
      wasThere = news.isThere
      if let time = due, time <= .now {
        due = nil
        changed()
      }
    }
  }

  private func wait() -> Bool {
    let times = [due, watcher.due, watcher.hasToLook ? nextLook : nil]
    var requests = [
      pollfd(fd: receiver, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mounts?.descriptor ?? -1, events: Int16(POLLPRI), revents: 0),
      pollfd(fd: watcher.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let rest = times.compactMap(\.self).min().map { $0 - .now }
    // Rounded up, as a wait that ends too early would be repeated at once.
    let milliseconds = rest.map { Int64(($0 / .milliseconds(1)).rounded(.up)) }
    poll(
      &requests, nfds_t(requests.count), milliseconds.map { max(0, Int32(clamping: $0)) } ?? -1)
    if requests[0].revents & Int16(POLLIN) != 0 {
      var byte: UInt8 = 0
      if read(receiver, &byte, 1) == 1 { due = due ?? .now + Self.lookingTime }
    } else if requests[0].revents != 0 {
      return false
    }
    if requests[1].revents & Int16(POLLPRI | POLLERR) != 0 {
      mounts?.read()
      watcher.noteMounts()
    }
    return true
  }
}
