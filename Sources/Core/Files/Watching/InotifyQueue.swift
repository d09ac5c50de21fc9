#if os(Linux)
  internal import Assets
  internal import CSystem
  internal import Platform

  /// A queue of events of inotify, for one or several folders; used by one thread at a time. All of a
  /// process share one of the system's.
  package final class InotifyQueue {
    /// The descriptor, which is readable when there may be events.
    package let descriptor: Int32
    private let shared: SharedInotify
    /// A descriptor that is readable while there are events that ``read(_:)`` has not returned.
    private let bell: Int32

    package static let names =
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK
    /// The events in ``names``, and each write to a file.
    package static let writes = names | IN_MODIFY
    /// The events in ``writes``, and changes of times and permissions.
    package static let writesAndTimes = writes | IN_ATTRIB

    package struct Event {
      /// The number of the folder's watch; -1 for the queue itself.
      package let watch: Int32
      package let mask: UInt32
      /// A number that the events for the old and the new name of a renaming share.
      package let cookie: UInt32
      /// The name in the folder; empty for the folder itself. Valid during the call.
      package let name: UnsafeRawBufferPointer

      package func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    }

    /// - Parameter wanted: the events that are reported of each folder.
    /// - Throws: ``WatchProblem`` when the user's limit of queues is reached.
    package init(of wanted: Int32 = names) throws(WatchProblem) {
      let queue = try SharedInotify.ofProcess()
      let bell = csystem_bell()
      guard bell >= 0 else { throw WatchProblem(refusedWith: errno) }
      let either = csystem_either(queue.descriptor, bell)
      guard either >= 0 else {
        let problem = WatchProblem(refusedWith: errno)
        close(bell)
        throw problem
      }
      (shared, self.bell, descriptor) = (queue, bell, either)
      queue.join(bell, wanting: wanted)
    }

    deinit {
      shared.leave(bell)
      close(descriptor)
      close(bell)
    }

    /// Watches an open folder; returns its watch's number, perhaps an existing one.
    package func add(_ directory: Int32) throws(WatchProblem) -> Int32 {
      try shared.add(directory, for: bell)
    }

    /// Stops watching a folder; for a removed folder the system does so itself.
    package func remove(_ watch: Int32) { shared.remove(watch, for: bell) }

    /// Waits two milliseconds for more events; returns false if there are none.
    package func wait() -> Bool {
      let end = ContinuousClock.now + .milliseconds(2)
      while isEmpty {
        // What wakes this thread may be for another queue.
        guard .now < end else { return false }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, 2)
      }
      return true
    }

    package var isEmpty: Bool { !shared.hasEvents(for: bell) }

    /// Calls `body` with some thousand events at most; returns true if there may be more.
    package func read(_ body: (Event) -> Void) -> Bool {
      let (events, hasMore) = shared.take(for: bell)
      events.withUnsafeBytes { bytes in Self.forEachEvent(in: bytes) { event, _ in body(event) } }
      return hasMore
    }

    /// The size of an event with the longest name.
    static let longestEvent = MemoryLayout<inotify_event>.size + Int(NAME_MAX) + 1

    /// Calls `body` with each event in the system's form, and its bytes.
    static func forEachEvent(
      in bytes: UnsafeRawBufferPointer, _ body: (Event, UnsafeRawBufferPointer) -> Void
    ) {
      let headSize = MemoryLayout<inotify_event>.size
      var place = 0
      while place + headSize <= bytes.count {
        let head = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let end = min(bytes.count, place + headSize + Int(head.len))
        let field = bytes[(place + headSize)..<end]
        let name = UnsafeRawBufferPointer(
          rebasing: field[..<(field.firstIndex(of: 0) ?? field.endIndex)])
        body(
          Event(watch: head.wd, mask: head.mask, cookie: head.cookie, name: name),
          UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
        place = end
      }
    }
  }
#endif
