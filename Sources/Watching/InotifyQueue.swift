#if os(Linux)
  internal import Assets
  internal import Platform

  /// The queue in which Linux tells what happens in folders (inotify(7)).
  final class InotifyQueue {
    /// Readable when something happened.
    let descriptor: Int32
    private let wanted: UInt32
    private var buffer: UnsafeMutableRawBufferPointer

    /// What is reported of a folder: names that come and go, files that were written and closed.
    static let names =
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK
    /// The same, and each write to a file.
    static let writes = names | IN_MODIFY

    /// Something that happened, as the system tells it.
    struct Event {
      /// Of the folder's watch; -1 for the queue itself.
      let watch: Int32
      let mask: UInt32
      /// The same for both names of one renaming.
      let cookie: UInt32
      /// A name in the folder; empty where the folder itself is meant. Valid during the call.
      let name: UnsafeRawBufferPointer

      func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    }

    /// - Parameter wanted: what is reported of each folder.
    /// - Throws: ``WatchProblem`` when the system has no queue left.
    init(of wanted: Int32 = names) throws(WatchProblem) {
      self.wanted = UInt32(wanted)
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else { throw WatchProblem(refusedWith: errno) }
      buffer = .allocate(byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment)
    }

    deinit {
      close(descriptor)
      buffer.deallocate()
    }

    /// Watches an open folder.
    ///
    /// - Returns: the watch's number, that of the watch before where the folder has one.
    /// - Throws: ``WatchProblem``.
    func add(_ directory: Int32) throws(WatchProblem) -> Int32 {
      // By its descriptor: a path may be too long, or lead elsewhere by now.
      let watch = "/proc/self/fd/\(directory)".withCString {
        inotify_add_watch(descriptor, $0, wanted)
      }
      guard watch >= 0 else { throw WatchProblem(refusedWith: errno) }
      return watch
    }

    /// Stops watching; a folder that is gone is not watched any more.
    func remove(_ watch: Int32) {
      _ = inotify_rm_watch(descriptor, watch)
    }

    /// Waits a moment for more; false when nothing came.
    func wait() -> Bool { hasEvents(within: 2) }

    /// Whether nothing waits to be read.
    var isEmpty: Bool { !hasEvents(within: 0) }

    private func hasEvents(within milliseconds: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, milliseconds) == 1
    }

    /// Hands over what waits in the queue, some thousand events at most.
    ///
    /// - Returns: whether there was any, and more may wait.
    func read(_ body: (Event) -> Void) -> Bool {
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
