import Files
import Foundation
import PhotosSamples
import ProgramSupport
import TestSupport
import Testing

/// A program that has the database of a library for itself is waited for, not for ever.
///
/// It is this process: SQLite's locks belong to processes, and the tool is another.
@Suite struct PhotosLockTests {
  private let world: ProgramWorld
  private let library: String
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    library = world.path("Test.photoslibrary")
    try PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 20)).write(to: library)
    rule = try world.libraryRule("filter { limit = 3 }")
  }

  private func open(_ mode: String) throws -> SQLiteConnection {
    let photos = try SQLiteConnection(path: library + "/database/Photos.sqlite")
    try photos.execute("PRAGMA journal_mode = \(mode)")
    try photos.execute("PRAGMA locking_mode = EXCLUSIVE")
    try photos.execute("BEGIN EXCLUSIVE; UPDATE ZASSET SET ZFAVORITE = 1")
    return photos
  }

  @Test(arguments: ["WAL", "DELETE"])
  func aLockIsReportedAfterAWhile(mode: String) async throws {
    let photos = try open(mode)
    let result = try await world.program(["run", rule, "--library", library]).result()
    #expect(result.status == .exited(66))
    #expect(result.errorText.contains("locked by another program"), "\(result.errorText)")
    #expect(result.text == "")
    try photos.execute("ROLLBACK")
  }

  @Test func whatIsLetGoInTimeIsRead() async throws {
    var photos: SQLiteConnection? = try open("DELETE")
    async let result = world.program(["run", rule, "--library", library]).result()
    try photos?.execute("COMMIT")
    photos = nil
    let found = try await result
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(try found.records().count == 3)
  }
}
