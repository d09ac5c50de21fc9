import Files
import Foundation
import PhotosSamples
import ProgramSupport
import TestSupport
import Testing

/// Apple Photos libraries, read by the built tool, beside a program that has them open.
@Suite struct PhotosLibraryTests {
  private static let assets = GeneratedPhotos(count: 700)

  private func library(_ world: ProgramWorld, staysInLog: Bool = false) throws -> String {
    var sample = PhotosSampleLibrary(.macOS15, Self.assets)
    sample.staysInLog = staysInLog
    let path = world.path("Test.photoslibrary")
    try sample.write(to: path)
    return path
  }

  @Test(arguments: [true, false])
  func everyAssetIsPrinted(staysInLog: Bool) async throws {
    let world = try ProgramWorld()
    let library = try library(world, staysInLog: staysInLog)
    let rule = try world.libraryRule("filter { sortedBy = \"-creationDate\" }")
    let result = try await world.run("run", rule, "--library", library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let dates = try result.records().map { $0.creationDate ?? "" }
    #expect(dates.count == 700)
    #expect(dates == dates.sorted(by: >))
  }

  @Test func photosMayBeOpenAndWriting() async throws {
    let world = try ProgramWorld()
    let library = try library(world)
    let rule = try world.libraryRule("filter { isFavorite = true }")
    let photos = try SQLiteConnection(
      path: library + "/database/Photos.sqlite", setup: "PRAGMA journal_mode = WAL")
    try photos.execute("UPDATE ZASSET SET ZFAVORITE = 1")
    try photos.execute("BEGIN IMMEDIATE")
    let result = try await world.run("run", rule, "--library", library)
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 700)
    try photos.execute("ROLLBACK")
  }

  @Test func explainShowsTheSQL() async throws {
    let world = try ProgramWorld()
    let library = try library(world)
    let rule = try world.libraryRule(
      "filter { filename = like(\"IMG_*\"), creationDate = before(\"2020-01-01\"), "
        + "sortedBy = \"-creationDate\", limit = 3 }")
    let result = try await world.run("explain", rule, "--library", library)
    #expect(result.text.contains("sql      SELECT … FROM ZASSET a"))
    #expect(result.text.contains("a.ZDATECREATED < "))
    #expect(result.text.contains("as_text(a.ZFILENAME)), filename like \"IMG_*\")"))
    #expect(result.text.contains("ORDER BY a.ZDATECREATED DESC"))
  }

  @Test func twoLibrariesAreReadAsOne() async throws {
    let world = try ProgramWorld()
    let library = try library(world)
    try world.picture("a.png")
    let rule = try world.libraryRule("filter { sortedBy = \"-creationDate\", limit = 5 }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--library", library)
    let records = try result.records()
    #expect(records.count == 5)
    #expect(records[0].filename == "a.png")
    #expect(records[1].localIdentifier?.hasSuffix("/L0/001") == true)
  }

  @Test func recordOfAnAssetIsReadAgain() async throws {
    let world = try ProgramWorld()
    let library = try library(world)
    let rule = try world.libraryRule("filter { limit = 3 }")
    let first = try await world.run("run", rule, "--library", library)
    let again = try world.inputRule(
      "filter { mediaType = { \"image\", \"video\" } }", named: "b.lua")
    let second = try await world.run("run", again, input: first.text)
    #expect(second.text == first.text)
  }
}
