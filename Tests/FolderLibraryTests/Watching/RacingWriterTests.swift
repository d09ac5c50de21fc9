import FolderLibrary
import Foundation
import Synchronization
import TestSupport
import Testing

/// Programs that close a file at the moment at which it gets another name.
@Suite struct RacingWriterTests {
  /// Linux reports the closing of a file that replaces another by its new name, and sometimes before
  /// it reports that name: in some of these renamings.
  @Test func aWriterThatClosesDuringTheRenamingIsNoNews() throws {
    let directory = try TemporaryDirectory()
    try directory.write("picture", to: "library/a.png", modified: Date(timeIntervalSince1970: 1e9))
    let watcher = try FolderWatcher(path: directory.path("library"))
    let (name, temporary) = (directory.path("library/a.png"), directory.path("library/a.png.tmp"))
    let closing = Mutex<(file: Int32, delay: Duration)?>(nil)
    let isOver = Mutex(false)
    let closer = Thread {
      while !isOver.withLock(\.self) {
        guard let (file, delay) = closing.withLock(\.self) else {
          sched_yield()
          continue
        }
        let end = ContinuousClock.now + delay
        while ContinuousClock.now < end {}
        close(file)
        closing.withLock { $0 = nil }
      }
    }
    closer.start()
    defer { isOver.withLock { $0 = true } }
    var told: [String] = []
    for number in 0..<600 {
      try Data("edit \(number)".utf8).write(to: URL(filePath: temporary))
      let file = open(temporary, O_WRONLY | O_CLOEXEC)
      try #require(file >= 0)
      closing.withLock { $0 = (file, .nanoseconds(Int64.random(in: 0..<60_000))) }
      try #require(rename(temporary, name) == 0)
      while closing.withLock({ $0 != nil }) { sched_yield() }
      told += watcher.news().files.map(\.path.string)
    }
    #expect(told == [])
  }
}
