import Files
import Foundation
import TestSupport
import Testing

/// The reports about the files of a database, by the real system.
@Suite struct FileListWatcherTests {
  private let directory: TemporaryDirectory
  private let watcher: FileListWatcher

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("pages", to: "library/data/photo.db")
    let file = directory.path("library/data/photo.db")
    watcher = FileListWatcher([file, file + "-wal"], below: directory.path("library"))
    try #require(watcher.renew())
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(directory.path(from), directory.path(to)) == 0)
  }

  private func append(_ text: String, to name: String) throws {
    let file = open(directory.path(name), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    // Whoever writes keeps it open.
    #expect(watcher.take())
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    #expect(watcher.take())
  }

  @Test func aWriteIsReportedWhileTheFileStaysOpen() throws {
    #expect(!watcher.take())
    try append("page", to: "library/data/photo.db")
    try append("frame", to: "library/data/photo.db-wal")
  }

  @Test func readingAndOtherFilesAreSilent() throws {
    _ = FileManager.default.contents(atPath: directory.path("library/data/photo.db"))
    try directory.write("index", to: "library/data/photo.db-shm")
    try directory.write("picture", to: "library/data/other.png")
    try directory.write("picture", to: "library/a.png")
    try directory.write("picture", to: "beside.png")
    #expect(!watcher.take())
  }

  @Test func aLogThatIsDeletedAndMadeAgainIsReported() throws {
    for _ in 0..<2 {
      try append("frame", to: "library/data/photo.db-wal")
      try #require(unlink(directory.path("library/data/photo.db-wal")) == 0)
      #expect(watcher.take())
    }
  }

  @Test func aFileThatReplacesTheOneBeforeIsWatched() throws {
    try directory.write("other", to: "library/data/new")
    #expect(!watcher.take())
    try move("library/data/new", "library/data/photo.db")
    #expect(watcher.take())
    #expect(watcher.renew())
    try append("page", to: "library/data/photo.db")
  }

  @Test(arguments: ["library", "library/data"])
  func aFolderOnTheWayThatIsReplacedIsWatched(folder: String) throws {
    try move(folder, "aside")
    #expect(watcher.take())
    #expect(!watcher.renew())
    try move("aside", folder)
    #expect(watcher.take())
    #expect(watcher.renew())
    #expect(!watcher.take())
    try append("page", to: "library/data/photo.db")
  }

  @Test func aLinkLeadsToWhatIsWatched() throws {
    try directory.makeFolder("links")
    try #require(symlink(directory.path("library/data"), directory.path("links/data")) == 0)
    let other = FileListWatcher(
      [directory.path("links/data/photo.db")], below: directory.path("links"))
    #expect(other.renew())
    try append("page", to: "library/data/photo.db")
    #expect(other.take())
    // Another target of the link.
    try directory.write("pages", to: "second/photo.db")
    try #require(symlink(directory.path("second"), directory.path("links/new")) == 0)
    try move("links/new", "links/data")
    #expect(other.take())
    #expect(other.renew())
    _ = other.take()
    try directory.write("more pages", to: "second/photo.db")
    #expect(other.take())
  }
}
