import Assets
import Files
import FolderLibrary
import Foundation
import Synchronization
import TestSupport
import Testing

/// Watchers whose clock is set, or whose computer sleeps, while they watch.
@Suite struct SetClockTests {
  private let directory: TemporaryDirectory
  private let time = Time()

  /// The clocks of the computer, which go on when they are told to.
  private final class Time: Sendable {
    /// The seconds by which the clock is off.
    let offset = Atomic(0)
    /// The seconds that passed while the computer was awake.
    let awake = Atomic(0)
    private let start = SuspendingClock.now

    var clock: CatalogueClock {
      CatalogueClock { [self] in
        let seconds = offset.load(ordering: .relaxed) + awake.load(ordering: .relaxed)
        return CatalogueClock.systemTime() + Int64(seconds) * 1_000_000_000
      }
    }

    var uptime: @Sendable () -> SuspendingClock.Instant {
      { [self] in start + .seconds(awake.load(ordering: .relaxed)) }
    }

    func pass(_ seconds: Int) { awake.add(seconds, ordering: .relaxed) }

    func set(by seconds: Int) { offset.add(seconds, ordering: .relaxed) }
  }

  init() throws {
    directory = try TemporaryDirectory()
    for number in 1...5 { try directory.write("old \(number)", to: "library/sub/\(number).png") }
  }

  private func watch(limit: Int) throws -> FolderWatcher {
    var options = FolderWatcher.Options()
    options.watchLimit = limit
    options.uptime = time.uptime
    return try FolderWatcher(path: directory.path("library"), options, clock: time.clock)
  }

  private func reported(_ watcher: FolderWatcher, _ count: Int = 0) -> [String] {
    var files = watcher.reportedFiles(count, isLooking: true)
    for _ in 0..<2 { files += watcher.look().files + watcher.news().files }
    return files.map(\.path.string).sorted()
  }

  @Test(arguments: [3600, 31_536_000, -3600, -31_536_000], [0, Int.max])
  func whatComesAfterTheClockWasSetArrivesOnce(seconds: Int, limit: Int) throws {
    time.set(by: seconds)
    let watcher = try watch(limit: limit)
    for _ in 1...4 {
      #expect(reported(watcher) == [])
      time.pass(3)
    }
    // The times of files are the system's, so they count from here.
    time.set(by: -seconds - 12)
    try directory.write("new", to: "library/sub/new.png")
    // Folders are looked at once a second, longer after a write than the times of files are late.
    usleep(100_000)
    #expect(reported(watcher, 1) == ["sub/new.png"])
    for round in 1...4 {
      try directory.write("\(round)", to: "library/sub/next \(round).png")
      #expect(reported(watcher, 1) == ["sub/next \(round).png"])
      try directory.write("\(round)", to: "library/folder \(round)/a.png")
      #expect(reported(watcher, 1) == ["folder \(round)/a.png"])
    }
  }

  /// Its writer slept, too.
  @Test(arguments: [8 * 3600, -3600], [true, false])
  func whatIsWrittenWhileTheComputerSleepsIsNotWhole(seconds: Int, isWhole: Bool) throws {
    let watcher = try watch(limit: .max)
    watcher.isWhole = { $0.string == "new.png" && isWhole }
    let file = open(directory.path("new.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0 && Foundation.write(file, "half", 4) == 4)
    try #require(rename(directory.path("new.png"), directory.path("library/new.png")) == 0)
    #expect(reported(watcher) == [])
    time.set(by: seconds)
    #expect(reported(watcher) == [])
    time.pass(isWhole ? 5 : 60)
    #expect(reported(watcher, 1) == ["new.png"])
    closeForAll(file)
    #expect(reported(watcher) == [])
  }

  @Test func aFileThatIsEditedOverASleepDoesNotArrive() throws {
    let watcher = try watch(limit: .max)
    let path = directory.path("library/sub/1.png")
    try #require(rename(path, path + "_original") == 0)
    #expect(reported(watcher) == [])
    time.set(by: 8 * 3600)
    #expect(reported(watcher) == [])
    try directory.write("edited", to: "library/sub/1.png")
    #expect(reported(watcher) == [])
  }
}
