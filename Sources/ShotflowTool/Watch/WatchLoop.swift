internal import Pipeline
internal import Platform
internal import Terminals

/// Waits for whatever a watch has to act on, without using the processor meanwhile.
struct WatchLoop {
  private let wake: WakePipe
  private let files: Int32?
  private let libraries: WatchedLibraries

  /// Why there may be something to do.
  struct Occasion {
    var filesMayHaveChanged = false
    var mountsChanged = false
    /// Whether what no descriptor tells of is to be looked at.
    var isLooking = false
  }

  /// How often is looked at what no descriptor tells of.
  private static let lookingTime = Duration.seconds(1)

  /// - Parameter files: readable when a rule's file may have changed.
  init(_ wake: WakePipe, files: Int32?, _ libraries: WatchedLibraries) {
    self.wake = wake
    self.files = files
    self.libraries = libraries
  }

  /// Calls `act` at every occasion, until it throws, a message says to stop or nobody reads standard
  /// output any more.
  ///
  /// - Parameter act: gives the moment of the next occasion that no descriptor tells of.
  func run(act: (Occasion) throws -> ContinuousClock.Instant?) throws {
    let mounts = MountTable()
    var occasion = Occasion(filesMayHaveChanged: true, isLooking: true)
    var nextLook = ContinuousClock.now + Self.lookingTime
    while true {
      let due = try act(occasion)
      occasion = Occasion()
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
      // A pipe that nobody reads; a file or a terminal gives no such sign.
      if requests[1].revents & Int16(POLLERR) != 0 { return }
      if requests[2].revents & Int16(POLLPRI | POLLERR) != 0 {
        mounts?.read()
        occasion.mountsChanged = true
      }
      occasion.filesMayHaveChanged = requests[3].revents != 0
      if libraries.haveToLook, nextLook <= .now {
        occasion.isLooking = true
        nextLook = .now + Self.lookingTime
      }
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = deadline - .now
    // A poll that ends too early would come again at once.
    return max(0, Int32(clamping: Int64((rest / .milliseconds(1)).rounded(.up))))
  }
}
