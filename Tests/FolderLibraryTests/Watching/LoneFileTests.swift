import Assets
import Files
import FolderLibrary
import Foundation
import TestSupport
import Testing

/// The files that are reported as belonging to no other file of their folder.
@Suite struct LoneFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("library/folder")
  }

  private func write(_ name: String) throws {
    try directory.write("picture", to: "library/\(name)")
  }

  private func watch() throws -> FolderWatcher {
    try FolderWatcher(path: directory.path("library"))
  }

  /// Returns the reported files, with a star behind those that are alone.
  private func reported(_ watcher: FolderWatcher, _ count: Int = 0) -> [String] {
    watcher.reportedFiles(count).map { $0.path.string + ($0.isAlone ? "*" : "") }
  }

  @Test(arguments: [
    ("a.heic", "b.mov"), ("b.MP4", "a.jpeg"), ("a.png", "a.PNG.XMP"), ("a.png", "b.png.json"),
    ("00001IMG_00001_BURST20180813164304234_COVER.jpg", "c.png"),
  ]) func whatMayBelongTogetherIsNotAlone(name: String, other: String) throws {
    try write(other)
    let watcher = try watch()
    try write(name)
    #expect(reported(watcher, 1) == [name])
  }

  @Test func otherNamesDoNotMatter() throws {
    for name in ["a.jpg", "b.png", "c.txt"] { try write(name) }
    let watcher = try watch()
    try write("d.jpg")
    try write("folder/d.mov")
    #expect(reported(watcher, 2) == ["d.jpg*", "folder/d.mov*"])
  }

  @Test func whatComesLaterCounts() throws {
    let watcher = try watch()
    try write("a.jpg")
    #expect(reported(watcher, 1) == ["a.jpg*"])
    #expect(watcher.isQuiet)
    try write("b.mov")
    #expect(!watcher.isQuiet)
    #expect(reported(watcher, 1) == ["b.mov"])
    try write("c.jpg")
    #expect(reported(watcher, 1) == ["c.jpg"])
    #expect(rename(directory.path("library/b.mov"), directory.path("library/folder/b.mov")) == 0)
    try write("folder/d.jpg")
    #expect(reported(watcher, 1) == ["folder/d.jpg"])
  }

  @Test func anArchiveOfAPhotoServiceCounts() throws {
    let watcher = try watch()
    try write("a.png")
    #expect(reported(watcher, 1) == ["a.png*"])
    try directory.makeFolder("library/Takeout")
    try write("b.png")
    #expect(reported(watcher, 1) == ["b.png"])
  }

  @Test func aFolderThatIsNotWatchedIsNotKnown() throws {
    var options = FolderWatcher.Options()
    options.watchLimit = 0
    let watcher = try FolderWatcher(path: directory.path("library"), options)
    try write("a.png")
    #expect(watcher.look().files.map(\.isAlone) == [false])
  }
}
