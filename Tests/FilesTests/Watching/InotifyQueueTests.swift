#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Files

  /// Queues that share the process's one queue of the system, each with the events of its folders. Those
  /// that count events are in a process of their own, as a program that another test starts keeps a file
  /// open for a moment.
  @Suite struct InotifyQueueTests {
    private let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      try directory.makeFolder("one")
      try directory.makeFolder("other")
    }

    private func watch(_ folder: String, by queue: InotifyQueue) throws -> Int32 {
      let handle = try DirectoryHandle(directory: AT_FDCWD, name: directory.path(folder))
      return try withExtendedLifetime(handle) { try queue.add(handle.descriptor) }
    }

    /// The names of the events so far, those of writes in capitals.
    private func names(_ queue: InotifyQueue) -> [String] {
      var names: [String] = []
      while queue.read({ event in
        let name = String(decoding: event.name, as: UTF8.self)
        names.append(event.has(IN_MODIFY) ? name.uppercased() : name)
      }) {}
      return names
    }

    /// Linux gives a user 128 queues, unless somebody raised that.
    @Test func manyQueuesTakeOneOfTheSystems() async {
      await #expect(processExitsWith: .success) {
        let queues = try (0..<300).map { _ in try InotifyQueue() }
        let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\($0)")
          return target?.contains("inotify") == true
        }
        #expect(links.count == 1)
        withExtendedLifetime(queues) {}
      }
    }

    @Test func eachGetsTheEventsOfItsFolders() async {
      await #expect(processExitsWith: .success) {
        let world = try InotifyQueueTests()
        let (one, other) = (try InotifyQueue(), try InotifyQueue())
        _ = try world.watch("one", by: one)
        _ = try world.watch("other", by: other)
        try world.directory.write("", to: "one/a")
        #expect(world.names(other) == [])
        #expect(world.names(one) == ["a", "a"])
      }
    }

    /// In a process of its own, as any queue's events make all readable for a moment.
    @Test func oneIsReadableUntilItsEventsAreRead() async {
      await #expect(processExitsWith: .success) {
        func isReadable(_ queue: InotifyQueue) -> Bool {
          var request = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
          return poll(&request, 1, 0) == 1
        }
        let world = try InotifyQueueTests()
        let (one, other) = (try InotifyQueue(), try InotifyQueue())
        _ = try world.watch("one", by: one)
        #expect(!isReadable(one))
        try world.directory.write("", to: "one/a")
        #expect(world.names(other) == [])
        #expect(!isReadable(other))
        // The other one has read it from the system.
        #expect(isReadable(one))
        #expect(!one.isEmpty)
        #expect(world.names(one) == ["a", "a"])
        #expect(!isReadable(one))
        #expect(one.isEmpty)
        #expect(!one.wait())
      }
    }

    @Test func twoOfOneFolderGetWhatTheyWant() async {
      await #expect(processExitsWith: .success) {
        let world = try InotifyQueueTests()
        let (names, writes) = (try InotifyQueue(), try InotifyQueue(of: InotifyQueue.writes))
        let watch = try world.watch("one", by: names)
        #expect(try world.watch("one", by: writes) == watch)
        try world.directory.write("text", to: "one/a")
        #expect(world.names(names) == ["a", "a"])
        #expect(world.names(writes) == ["a", "A", "a"])
        names.remove(watch)
        try world.directory.write("", to: "one/b")
        #expect(world.names(names) == [])
        #expect(world.names(writes) == ["b", "b"])
      }
    }

    @Test func whatHappenedBeforeIsNotForALaterOne() async {
      await #expect(processExitsWith: .success) {
        let world = try InotifyQueueTests()
        let earlier = try InotifyQueue()
        _ = try world.watch("one", by: earlier)
        try world.directory.write("", to: "one/a")
        let later = try InotifyQueue()
        _ = try world.watch("one", by: later)
        #expect(world.names(later) == [])
        #expect(world.names(earlier) == ["a", "a"])
      }
    }

    @Test func theEndOfOneLeavesTheOtherItsFolders() async {
      await #expect(processExitsWith: .success) {
        let world = try InotifyQueueTests()
        let left = try InotifyQueue()
        _ = try world.watch("one", by: left)
        do {
          let ended = try InotifyQueue()
          _ = try world.watch("one", by: ended)
          _ = try world.watch("other", by: ended)
        }
        try world.directory.write("", to: "one/a")
        #expect(world.names(left) == ["a", "a"])
      }
    }

    @Test func oneThatIsNotReadLosesEventsAndSaysSo() async {
      await #expect(processExitsWith: .success) {
        let world = try InotifyQueueTests()
        let (slow, quick) = (try InotifyQueue(), try InotifyQueue())
        _ = try world.watch("one", by: slow)
        _ = try world.watch("one", by: quick)
        try world.directory.write("", to: "one/a")
        for number in 0..<9000 {
          let (from, to) = number % 2 == 0 ? ("one/a", "one/b") : ("one/b", "one/a")
          try #require(rename(world.directory.path(from), world.directory.path(to)) == 0)
          if number % 1000 == 0 { _ = world.names(quick) }
        }
        var lost = 0
        var count = 0
        while slow.read({ event in
          count += 1
          if event.has(IN_Q_OVERFLOW) { lost += 1 }
        }) {}
        #expect(lost == 1)
        #expect(count < 9000 * 2)
        try world.directory.write("", to: "one/c")
        #expect(world.names(slow) == ["c", "c"])
      }
    }
  }
#endif
