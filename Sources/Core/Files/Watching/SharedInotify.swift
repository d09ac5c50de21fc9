#if os(Linux)
  internal import Assets
  internal import Platform
  internal import Synchronization

  /// The one queue of inotify of this process, as each user has few. Its readers, the queues of
  /// watchers, get the events of the folders that they watch; each is identified by its bell, a
  /// descriptor that is readable while it has events. Safe from any thread.
  final class SharedInotify: Sendable {
    /// The descriptor, which is readable when there are events that no reader has yet.
    let descriptor: Int32
    private let state: Lock<State>

    private static let current = Lock(Current())

    /// The queue, which exists while it has readers.
    private struct Current {
      weak var queue: SharedInotify?
    }

    /// Returns the queue of this process; throws ``WatchProblem`` when the user's limit of queues is
    /// reached.
    static func ofProcess() throws(WatchProblem) -> SharedInotify {
      try current.withLock { (current) throws(WatchProblem) in
        if let known = current.queue { return known }
        let made = try SharedInotify()
        current.queue = made
        return made
      }
    }

    private init() throws(WatchProblem) {
      let made = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard made >= 0 else { throw WatchProblem(refusedWith: errno) }
      descriptor = made
      state = Lock(State(descriptor: made))
    }

    deinit {
      close(descriptor)
    }

    /// Adds a reader of some events.
    func join(_ bell: Int32, wanting wanted: Int32) {
      state.withLock { $0.readers.append(Reader(wanted: wanted, bell: bell)) }
    }

    /// Removes a reader, and ends the watches that no other has.
    func leave(_ bell: Int32) {
      state.withLock { state in
        guard let place = state.place(of: bell) else { return }
        let watches = state.readers.remove(at: place).watches
        // Without readers, all end with the queue.
        if state.readers.isEmpty { return }
        for watch in watches { state.endUnused(watch) }
      }
    }

    /// Watches an open folder for a reader; returns the watch's number, perhaps an existing one.
    func add(_ directory: Int32, for bell: Int32) throws(WatchProblem) -> Int32 {
      try state.withLock { (state) throws(WatchProblem) in
        guard let place = state.place(of: bell) else { throw WatchProblem.noQueue }
        // What happened before in a folder that another reader watches is not for this one.
        if state.readers.count > 1 { while state.drain() {} }
        let wanted = UInt32(state.readers[place].wanted | IN_MASK_ADD)
        // The descriptor is used, as a path may be too long, or lead elsewhere by now.
        let watch = "/proc/self/fd/\(directory)".withCString {
          inotify_add_watch(descriptor, $0, wanted)
        }
        guard watch >= 0 else { throw WatchProblem(refusedWith: errno) }
        state.readers[place].watches.insert(watch)
        return watch
      }
    }

    /// Stops watching a folder for a reader.
    func remove(_ watch: Int32, for bell: Int32) {
      state.withLock { state in
        guard let place = state.place(of: bell) else { return }
        state.readers[place].watches.remove(watch)
        state.endUnused(watch)
      }
    }

    /// Returns the events for a reader, in the system's form, and true if there may be more.
    func take(for bell: Int32) -> (events: [UInt8], hasMore: Bool) {
      state.withLock { state in
        let hasMore = state.drain()
        guard let place = state.place(of: bell) else { return ([], false) }
        return (state.readers[place].take(), hasMore)
      }
    }

    /// Returns true if there are events for a reader.
    func hasEvents(for bell: Int32) -> Bool {
      state.withLock { state in
        while state.drain() {}
        return state.place(of: bell).map { !state.readers[$0].events.isEmpty } ?? false
      }
    }
  }

  private struct State {
    let descriptor: Int32
    var readers: [Reader] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    func place(of bell: Int32) -> Int? { readers.firstIndex { $0.bell == bell } }

    func endUnused(_ watch: Int32) {
      guard !readers.contains(where: { $0.watches.contains(watch) }) else { return }
      _ = inotify_rm_watch(descriptor, watch)
    }

    /// Passes some thousand events at most to their readers; returns true if there may be more.
    mutating func drain() -> Bool {
      var count = 0
      repeat {
        count = read(descriptor, &buffer, buffer.count)
      } while count < 0 && errno == EINTR
      guard count > 0 else { return false }
      let bytes = buffer
      bytes.withUnsafeBytes { bytes in
        InotifyQueue.forEachEvent(in: UnsafeRawBufferPointer(rebasing: bytes[..<count])) {
          for place in readers.indices { readers[place].receive($0, $1) }
        }
      }
      return count > bytes.count - InotifyQueue.longestEvent
    }
  }

  private struct Reader {
    let wanted: Int32
    let bell: Int32
    var watches: Set<Int32> = []
    private(set) var events: [UInt8] = []
    private var count = 0

    /// The number of events that are kept, as many as Linux keeps by default.
    private static let mostEvents = 16_384

    init(wanted: Int32, bell: Int32) {
      self.wanted = wanted
      self.bell = bell
    }

    mutating func receive(_ event: InotifyQueue.Event, _ bytes: UnsafeRawBufferPointer) {
      guard event.watch < 0 || watches.contains(event.watch) else { return }
      if event.has(IN_IGNORED) { watches.remove(event.watch) }
      guard count <= Self.mostEvents, event.has(wanted | IN_IGNORED | IN_Q_OVERFLOW | IN_UNMOUNT)
      else { return }
      if events.isEmpty { ring() }
      count += 1
      if count <= Self.mostEvents {
        events += bytes
      } else {
        var lost = inotify_event()
        lost.wd = -1
        lost.mask = UInt32(IN_Q_OVERFLOW)
        withUnsafeBytes(of: lost) { events += $0 }
      }
    }

    mutating func take() -> [UInt8] {
      guard !events.isEmpty else { return [] }
      var number: UInt64 = 0
      _ = read(bell, &number, MemoryLayout<UInt64>.size)
      let taken = events
      (events, count) = ([], 0)
      return taken
    }

    private func ring() {
      var number: UInt64 = 1
      _ = write(bell, &number, MemoryLayout<UInt64>.size)
    }
  }
#endif
