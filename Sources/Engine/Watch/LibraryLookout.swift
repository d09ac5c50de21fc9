internal import Platform

/// Watches a library in a thread of its own and says that something changed, soon after it came to
/// rest.
///
/// Ends when it is let go.
package final class LibraryLookout {
  package let includesHidden: Bool
  /// Whether the library is there; safe from any thread.
  package let isThere: @Sendable () -> Bool
  /// Tells the thread to look again, or to end once it is closed.
  private let sender: Int32
  private let thread: LaneThread

  /// - Parameters:
  ///   - context: tells the user what stands in the way of seeing everything.
  ///   - changed: called by the thread.
  /// - Throws: ``LibraryProblem`` when the library can't be read, ``FileProblem`` when the system has
  ///   no descriptor or thread left.
  package init(
    on place: LibraryPlace, includingHidden: Bool, in context: RunContext,
    changed: @escaping @Sendable () -> Void
  ) throws {
    var terms = WatchTerms()
    terms.includesHidden = includingHidden
    terms.wantsArrivals = false
    let watcher = try context.watcher(of: place, terms)
    includesHidden = includingHidden
    isThere = watcher.isThere
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileProblem(error: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    sender = ends[1]
    let shift = LookoutShift(watcher, receiver: ends[0], context.notices, place, changed: changed)
    guard let thread = LaneThread({ shift.run() }) else {
      close(ends[1])
      throw FileProblem("the system has no thread left")
    }
    self.thread = thread
  }

  deinit {
    close(sender)
    thread.join()
  }

  /// Says a second later that something changed, whatever happens.
  package func remind() {
    var byte: UInt8 = 1
    _ = write(sender, &byte, 1)
  }
}

/// What the thread of a lookout does.
///
/// `@unchecked Sendable`: handed to the thread when it begins, and confined to it.
private final class LookoutShift: @unchecked Sendable {
  private let watcher: any LibraryWatcher
  private let receiver: Int32
  private let notices: RunNotices
  private let place: LibraryPlace
  private let changed: @Sendable () -> Void
  private let mounts = MountTable()
  /// When it is said that something changed; nil while nothing did.
  private var due: ContinuousClock.Instant?
  private var nextLook = ContinuousClock.now + lookingTime
  private var wasThere = true

  /// How long changes are gathered that come together.
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

  /// Waits until there may be something to do; false at the end.
  private func wait() -> Bool {
    let times = [due, watcher.due, watcher.hasToLook ? nextLook : nil]
    var requests = [
      pollfd(fd: receiver, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mounts?.descriptor ?? -1, events: Int16(POLLPRI), revents: 0),
      pollfd(fd: watcher.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let rest = times.compactMap(\.self).min().map { $0 - .now }
    // A wait that ends too early would come again at once.
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
