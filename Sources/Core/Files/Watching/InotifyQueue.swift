#if os(Linux)
  internal import Assets
  internal import Platform

  /// A queue of events of inotify, for one or several folders; used by one thread at a time.
  package final class InotifyQueue {
    /// The descriptor, which is readable when there are events.
    package let descriptor: Int32
    private let wanted: UInt32
    private var buffer: UnsafeMutableRawBufferPointer

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
      self.wanted = UInt32(wanted)
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else { throw WatchProblem(refusedWith: errno) }
      buffer = .allocate(byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment)
    }

    deinit {
      close(descriptor)
      buffer.deallocate()
    }

    /// Watches an open folder; returns its watch's number, perhaps an existing one.
    package func add(_ directory: Int32) throws(WatchProblem) -> Int32 {
      // The descriptor is used, as a path may be too long, or lead elsewhere by now.
      let watch = "/proc/self/fd/\(directory)".withCString {
        inotify_add_watch(descriptor, $0, wanted)
      }
      guard watch >= 0 else { throw WatchProblem(refusedWith: errno) }
      return watch
    }

    /// Stops watching a folder; for a removed folder the system does so itself.
    package func remove(_ watch: Int32) {
      _ = inotify_rm_watch(descriptor, watch)
    }

    /// Waits two milliseconds for more events; returns false if there are none.
    package func wait() -> Bool { hasEvents(within: 2) }

    package var isEmpty: Bool { !hasEvents(within: 0) }

    private func hasEvents(within milliseconds: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, milliseconds) == 1
    }

    /// Calls `body` with some thousand events at most; returns true if there may be more.
    package func read(_ body: (Event) -> Void) -> Bool {
      var count = 0
      repeat {
        count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      guard count > 0 else { return false }
      var place = 0
      let headSize = MemoryLayout<inotify_event>.size
      while place + headSize <= count {
        let head = buffer.load(fromByteOffset: place, as: inotify_event.self)
        let field = buffer[(place + headSize)..<min(count, place + headSize + Int(head.len))]
        let name = UnsafeRawBufferPointer(
          rebasing: field[..<(field.firstIndex(of: 0) ?? field.endIndex)])
        body(Event(watch: head.wd, mask: head.mask, cookie: head.cookie, name: name))
        place += headSize + Int(head.len)
      }
      return count > buffer.count - headSize - Int(NAME_MAX) - 1
    }
  }
#endif
