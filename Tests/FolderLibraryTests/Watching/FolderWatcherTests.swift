import Assets
import CSystem
import Files
import FolderLibrary
import Foundation
import TestSupport
import Testing

/// The reports about a watched folder, by the real system.
@Suite struct FolderWatcherTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("library")
  }

  private func watch(
    _ change: (inout FolderWatcher.Options) -> Void = { _ in }
  ) throws -> FolderWatcher {
    var options = FolderWatcher.Options()
    change(&options)
    return try FolderWatcher(path: directory.path("library"), options)
  }

  private func reported(_ watcher: FolderWatcher, _ count: Int = 0) -> [String] {
    watcher.reportedFiles(count).map(\.path.string)
  }

  private func write(_ name: String, _ text: String = "picture") throws {
    try directory.write(text, to: "library/\(name)")
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(directory.path(from), directory.path(to)) == 0)
  }

  @Test func whatWasThereIsNoNews() throws {
    try write("old.png")
    let watcher = try watch()
    #expect(reported(watcher) == [])
    #expect(!watcher.news().hasChanges)
  }

  @Test func aFileIsReportedOnceItIsClosed() throws {
    let watcher = try watch()
    let file = open(directory.path("library/a.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0 && Foundation.write(file, "half", 4) == 4)
    #expect(reported(watcher) == [])
    #expect(Foundation.write(file, "rest", 4) == 4)
    closeForAll(file)
    #expect(reported(watcher, 1) == ["a.png"])
    #expect(reported(watcher) == [])
  }

  @Test func aFileIsReportedOnceHoweverItsEndIsDetected() throws {
    let watcher = try watch()
    let count = 2000
    let path = directory.path("library")
    let writer = Thread {
      for number in 0..<count {
        let file = open("\(path)/\(number).png", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        for _ in 0..<4 { _ = Foundation.write(file, "picture", 7) }
        closeForAll(file)
      }
      try? Data("last".utf8).write(to: URL(fileURLWithPath: "\(path)/last"))
    }
    writer.start()
    var all: [String] = []
    while all.last != "last" { all += reported(watcher) }
    all += reported(watcher, count + 1 - all.count) + watcher.look().files.map(\.path.string)
    #expect(all.count == count + 1)
    #expect(Set(all).count == all.count)
  }

  @Test func aFileThatAnotherStillWritesWaits() throws {
    let watcher = try watch()
    let other = open(directory.path("library/a.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try write("a.png")
    #expect(reported(watcher) == [])
    closeForAll(other)
    #expect(reported(watcher, 1) == ["a.png"])
  }

  @Test func openingWithoutWritingIsNoNews() throws {
    let watcher = try watch()
    try write("a.png")
    #expect(reported(watcher, 1) == ["a.png"])
    close(open(directory.path("library/a.png"), O_WRONLY | O_CLOEXEC))
    #expect(reported(watcher) == [])
    try write("a.png", "another picture")
    #expect(reported(watcher, 1) == ["a.png"])
  }

  @Test(arguments: ["a.png.part", ".a.png.Xy12", "a.png.crdownload", "a.tmp", "a.png~"])
  func aFileIsReportedByItsLastName(first: String) throws {
    let watcher = try watch()
    try write(first)
    #expect(reported(watcher) == [])
    try move("library/\(first)", "library/a.png")
    #expect(reported(watcher, 1) == ["a.png"])
  }

  @Test func anotherNameIsNoNewFile() throws {
    try directory.write(
      "picture", to: "library/a.png", modified: Date(timeIntervalSince1970: 1_000_000_000))
    let watcher = try watch()
    try move("library/a.png", "library/b.png")
    let news = watcher.news()
    #expect(news.files.isEmpty)
    #expect(news.hasChanges)
  }

  @Test func aFileThatWasRenamedAtOnceIsStillReported() throws {
    let watcher = try watch()
    try write("a.png")
    try move("library/a.png", "library/b.png")
    #expect(reported(watcher, 1) == ["b.png"])
    try write("c.png")
    try move("library/c.png", "library/d.png")
    try move("library/d.png", "library/e.png")
    #expect(reported(watcher, 1) == ["e.png"])
  }

  @Test func aVanishedFileIsNotReported() throws {
    let watcher = try watch()
    try write("a.png")
    unlink(directory.path("library/a.png"))
    #expect(reported(watcher) == [])
  }

  @Test func newFoldersAreWatchedToo() throws {
    let watcher = try watch()
    try write("x/y/z/a.png")
    #expect(reported(watcher, 1) == ["x/y/z/a.png"])
    try write("x/y/b.png")
    try write("x/y/z/c.png")
    #expect(reported(watcher, 2) == ["x/y/b.png", "x/y/z/c.png"])
  }

  @Test func aFolderThatIsMovedInBringsItsFiles() throws {
    try directory.write("picture", to: "other/sub/a.png")
    let watcher = try watch()
    try move("other", "library/other")
    #expect(reported(watcher, 1) == ["other/sub/a.png"])
    try write("other/sub/b.png")
    #expect(reported(watcher, 1) == ["other/sub/b.png"])
  }

  @Test func aFolderThatIsMovedWithinKeepsItsFiles() throws {
    try write("x/deep/a.png")
    try directory.makeFolder("library/y")
    let watcher = try watch()
    try move("library/x", "library/y/z")
    #expect(reported(watcher) == [])
    try write("y/z/deep/b.png")
    #expect(reported(watcher, 1) == ["y/z/deep/b.png"])
    #expect(watcher.counts == (4, 4))
  }

  @Test func aFolderThatIsMovedOutIsForgotten() throws {
    try write("x/deep/a.png")
    let watcher = try watch()
    try move("library/x", "outside")
    #expect(reported(watcher) == [])
    #expect(watcher.counts == (1, 1))
    try directory.write("picture", to: "outside/deep/b.png")
    #expect(reported(watcher) == [])
    try move("outside", "library/x")
    #expect(reported(watcher, 1) == ["x/deep/b.png"])
  }

  @Test func removedFoldersAreForgotten() throws {
    try write("x/y/a.png")
    let watcher = try watch()
    try FileManager.default.removeItem(atPath: directory.path("library/x"))
    #expect(reported(watcher) == [])
    #expect(watcher.counts == (1, 1))
    try write("x/y/a.png", "another picture")
    #expect(reported(watcher, 1) == ["x/y/a.png"])
  }

  @Test func aLinkedFileIsReported() throws {
    try directory.write("picture", to: "outside.png")
    let watcher = try watch()
    #expect(link(directory.path("outside.png"), directory.path("library/a.png")) == 0)
    #expect(reported(watcher, 1) == ["a.png"])
  }

  @Test func aFileThatIsNamedAtTheEndIsReported() throws {
    let watcher = try watch()
    let folder = try DirectoryHandle(directory: AT_FDCWD, name: directory.path("library"))
    let file = csystem_unnamed_file_in(folder.descriptor, 0o600)
    try #require(file >= 0 && Foundation.write(file, "picture", 7) == 7)
    try #require(csystem_name_file(file, folder.descriptor, "a.png") == 0)
    #expect(reported(watcher) == [])
    closeForAll(file)
    #expect(reported(watcher) + watcher.look().files.map(\.path.string) == ["a.png"])
  }

  @Test func linksAreNotFollowed() throws {
    try directory.write("picture", to: "outside/a.png")
    let watcher = try watch()
    #expect(symlink(directory.path("outside"), directory.path("library/folder")) == 0)
    #expect(symlink(directory.path("outside/a.png"), directory.path("library/a.png")) == 0)
    #expect(symlink("..", directory.path("library/loop")) == 0)
    try directory.write("picture", to: "outside/b.png")
    #expect(reported(watcher) == [])
    #expect(watcher.counts == (1, 1))
  }

  @Test(arguments: ["@eaDir", ".Trash-1000", ".thumbnails", "lost+found", ".git", "$RECYCLE.BIN"])
  func someFoldersAreIgnored(name: String) throws {
    try write("\(name)/old.png")
    let watcher = try watch()
    try write("\(name)/a.png")
    try write("x/\(name)/b.png")
    try directory.write("picture", to: "outside/c.png")
    try move("outside", "library/x/\(name)/outside")
    #expect(reported(watcher) == [])
    #expect(watcher.counts == (2, 2))
  }

  @Test func hiddenFilesCountWhereTheyAreAskedFor() throws {
    let watcher = try watch { $0.includesHidden = true }
    try write(".a/.b.png")
    try write(".thumbnails/c.png")
    #expect(reported(watcher, 1) == [".a/.b.png"])
  }

  @Test func namesAreBytes() throws {
    let watcher = try watch()
    let name: [UInt8] = Array(directory.path("library/").utf8) + [0xFF, 0xFE, 0]
    let file = name.withUnsafeBytes {
      open(
        $0.baseAddress!.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    }
    try #require(file >= 0 && Foundation.write(file, "picture", 7) == 7)
    closeForAll(file)
    let files = watcher.news().files
    #expect(files.map { Array($0.name.bytes) } == [[0xFF, 0xFE]])
  }

  @Test(arguments: ["moved", "removed"]) func aLibraryThatGoesAwayIsReported(how: String) throws {
    try write("a.png")
    let watcher = try watch()
    #expect(watcher.isInPlace)
    if how == "moved" {
      try move("library", "elsewhere")
    } else {
      try FileManager.default.removeItem(atPath: directory.path("library"))
    }
    #expect(watcher.news().isGone)
    #expect(!watcher.isInPlace)
  }

  @Test func changesSinceTheLastRunAreReportedAtTheStart() throws {
    try write("old.png")
    try directory.setModified(Date(timeIntervalSinceNow: -86_400), of: "library/old.png")
    let now = CatalogueClock.system.now
    let watcher = try watch { $0.since = now + 60_000_000_000 }
    #expect(reported(watcher) == [])
    let later = try watch { $0.since = now - 3_600_000_000_000 }
    #expect(reported(later, 1) == ["old.png"])
  }

  // MARK: - Limits

  @Test func foldersBeyondTheLimitAreLookedAt() throws {
    try directory.makeFolder("library/a/b")
    try directory.makeFolder("library/c")
    let watcher = try watch { $0.watchLimit = 2 }
    #expect(watcher.counts == (4, 2))
    #expect(watcher.hasToLook)
    for folder in ["", "a/", "a/b/", "c/"] { try write("\(folder)new.png") }
    var all = reported(watcher)
    all += watcher.look().files.map(\.path.string)
    #expect(Set(all) == ["new.png", "a/new.png", "a/b/new.png", "c/new.png"])
    #expect(all.count == 4)
    try write("c/d/e/f.png")
    #expect(reported(watcher) + watcher.look().files.map(\.path.string) == ["c/d/e/f.png"])
    #expect(watcher.look().files.isEmpty)
  }

  @Test func aFileWhoseEndIsNotSignalledIsCheckedAgain() throws {
    let watcher = try watch { $0.watchLimit = 0 }
    let file = open(directory.path("library/a.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0 && Foundation.write(file, "half", 4) == 4)
    #expect(watcher.look().files.isEmpty)
    #expect(watcher.look().files.isEmpty)
    closeForAll(file)
    #expect(watcher.look().files.map(\.path.string) == ["a.png"])
    #expect(watcher.look().files.isEmpty)
  }

  /// More than fit into Linux' queue, 16,384 unless somebody raised it, and into the watcher's, to
  /// which a watcher of another test may move them.
  @Test func nothingIsLostWhenTheQueueOverflows() throws {
    let limit =
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    let count = try #require(limit) + 100
    try directory.makeFolder("library/x")
    let watcher = try watch()
    for number in 0..<count { try write("x/\(number).png", "\(number)") }
    try write("x/new/last.png")
    let news = watcher.news()
    #expect(news.problems == [.overflow])
    #expect(news.files.count == count + 1)
    #expect(Set(news.files.map(\.path.string)).count == count + 1)
    #expect(reported(watcher) == [])
    try write("x/new/more.png")
    #expect(reported(watcher, 1) == ["x/new/more.png"])
  }
}
