import Foundation
import TestSupport
import Testing

@testable import ShotflowTool

@Suite struct WatchedFilesTests {
  private let folder: TemporaryDirectory
  private let files = WatchedFiles()

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func aFileThatChangesWhileItIsReadHasChanged() throws {
    let path = try folder.write("a rule", to: "rule.lua")
    files.watch([path], readSince: .max)
    #expect(files.changed() == [])
    try folder.write("", to: "rule.lua")
    #expect(files.changed() == [path])
    // Between the reading and the next look.
    try folder.write("another rule", to: "rule.lua")
    files.watch([path], readSince: .max)
    #expect(files.due != nil)
    #expect(files.changed() == [path])
    #expect(files.changed() == [])
  }

  @Test func aNewFileHasChangedIfThatWasAfterTheReadingBegan() throws {
    let path = try folder.write("a module", to: "module.lua")
    files.watch([path], readSince: .max)
    #expect(files.changed() == [])
    let other = try folder.write("another module", to: "other.lua")
    files.watch([path, other], readSince: 0)
    #expect(files.due != nil)
    #expect(files.changed() == [other])
  }

  @Test func aNewFileThatIsGoneBeforeTheFirstLookIsMissing() throws {
    let path = try folder.write("a rule", to: "rule.lua")
    files.watch([path, folder.path("none")], readSince: 0)
    try FileManager.default.removeItem(atPath: path)
    #expect(files.changed() == [])
    #expect(files.removed() == [])
    while let due = files.due, due > .now { usleep(10_000) }
    #expect(files.removed() == [path])
    #expect(files.removed() == [])
  }

  /// The clock of files may be coarse, and behind that of the system.
  @Test func noLaterFileIsOlderThanTheMoment() throws {
    let before = WatchedFiles.moment
    let path = try folder.write("a rule", to: "rule.lua")
    files.watch([path], readSince: before - 1)
    #expect(files.changed() == [path])
  }
}
