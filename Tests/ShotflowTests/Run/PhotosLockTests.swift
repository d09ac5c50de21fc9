import Foundation
import GRDB
import PhotosSamples
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
    try PhotosSampleLibrary(.macOS15, PhotosCrowd(count: 20)).write(to: library)
    rule = try world.libraryRule("filter { limit = 3 }")
  }

  private func open(_ mode: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(
      path: library + "/database/Photos.sqlite", configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = \(mode)")
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try database.execute(sql: "BEGIN EXCLUSIVE; UPDATE ZASSET SET ZFAVORITE = 1")
    }
    return queue
  }

  @Test(arguments: ["WAL", "DELETE"])
  func lockIsToldAfterAWhile(mode: String) async throws {
    let queue = try open(mode)
    let result = try await world.program(["run", rule, "--library", library]).result()
    #expect(result.status == .exited(66))
    #expect(result.errorText.contains("locked by another program"), "\(result.errorText)")
    #expect(result.text == "")
    try queue.close()
  }

  @Test func whatIsLetGoInTimeIsRead() async throws {
    let queue = try open("DELETE")
    async let result = world.program(["run", rule, "--library", library]).result()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try queue.close()
    let found = try await result
    #expect(found.status == .exited(0), "\(found.errorText)")
    #expect(try found.records().count == 3)
  }
}
