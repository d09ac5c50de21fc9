internal import Pipeline
internal import Platform
internal import Terminal

/// The main loop of a watch, which sleeps until a descriptor or a timer reports an event.
struct WatchLoop {
  private let wake: WakePipe
  private let files: Int32?
  private let libraries: WatchedLibraries

  struct Event {
    var filesMayHaveChanged = false
    var mountsChanged = false
    /// True if it is time to look for changes that no descriptor reports.
    var isLooking = false
  }

  /// The interval of polling for changes that no descriptor reports.
  private static let lookingTime = Duration.seconds(1)

  /// Creates the loop; `files` is a descriptor that is readable when a rule's file has changed.
  init(_ wake: WakePipe, files: Int32?, _ libraries: WatchedLibraries) {
    self.wake = wake
    self.files = files
    self.libraries = libraries
  }

  /// Calls `act` for every event, until it throws, a message says to stop, or standard output is
  /// closed. `act` returns the time of the next event that no descriptor reports, nil for none.
  func run(act: (Event) throws -> ContinuousClock.Instant?) throws {
    let mounts = MountTable()
    var event = Event(filesMayHaveChanged: true, isLooking: true)
    var nextLook = ContinuousClock.now + Self.lookingTime
    while true {
      let due = try act(event)
      event = Event()
      let deadline = [due, libraries.due, libraries.haveToLook ? nextLook : nil]
        .compactMap(\.self).min()
      var requests =
        [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
        + [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
        + [pollfd(fd: mounts?.descriptor ?? -1, events: Int16(POLLPRI), revents: 0)]
        + [pollfd(fd: files ?? -1, events: Int16(POLLIN), revents: 0)]
        + libraries.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&requests, nfds_t(requests.count), Self.milliseconds(until: deadline))
      if requests[0].revents != 0, wake.receive(within: 0) == .stop { return }
      // A pipe without a reader; files and terminals don't report this.
      if requests[1].revents & Int16(POLLERR) != 0 { return }
      if requests[2].revents & Int16(POLLPRI | POLLERR) != 0 {
        mounts?.read()
        event.mountsChanged = true
      }
      event.filesMayHaveChanged = requests[3].revents != 0
      if libraries.haveToLook, nextLook <= .now {
        event.isLooking = true
        nextLook = .now + Self.lookingTime
      }
    }
  }

  static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = deadline - .now
    // Rounded up: a wait that ends too early would repeat at once.
    return max(0, Int32(clamping: Int64((rest / .milliseconds(1)).rounded(.up))))
  }
}
