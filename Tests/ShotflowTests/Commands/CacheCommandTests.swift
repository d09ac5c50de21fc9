import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `shotflow cache`: what is kept to save time, and how it is removed.
@Suite(.needs(.faultLibrary)) struct CacheCommandTests {
  private struct Line: Decodable {
    let kind: String
    let name: String
    let count: Int
    let byteCount: Int
    let limit: Int
    let path: String
  }

  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private var hasCatalogue: Bool {
    FileManager.default.fileExists(atPath: world.path("cache/shotflow/catalogue.sqlite"))
  }

  private func status() async throws -> [Line] {
    try await world.run("cache", "status", "--json").decodedLines()
  }

  /// Runs over a library of a dozen pictures that were changed long enough ago to be known.
  private func fill(_ options: String...) async throws -> ProgramResult {
    for seed in 1...12
    where !FileManager.default.fileExists(
      atPath: world.path("pictures/\(seed).png"))
    {
      try world.picture("\(seed).png", seed: UInt64(seed))
    }
    let rule = try world.libraryRule()
    return try await world.laterProgram(["run", rule, "--library", world.library] + options)
      .result()
  }

  @Test func tellsWhereItIs() async throws {
    let result = try await world.run("cache", "path")
    #expect(result.text == world.path("cache/shotflow") + "\n")
    #expect(!FileManager.default.fileExists(atPath: world.path("cache")))
  }

  @Test func anEmptyCacheIsShownWithoutMakingIt() async throws {
    let result = try await world.run("cache", "status")
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 3)
    #expect(
      result.lines.first?.split(separator: " ") == ["what", "count", "size", "limit", "where"])
    #expect(try await status().map(\.count) == [0, 0])
    #expect(try await world.run("cache", "clear").status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: world.path("cache/shotflow/catalogue.sqlite")))
  }

  @Test func keepsShowsAndClears() async throws {
    let first = try await fill()
    #expect(first.lines.count == 12)
    let lines = try await status()
    #expect(lines.map(\.name) == ["catalogue", "thumbnails"])
    #expect(lines.map(\.kind) == ["cache", "cache"])
    #expect(lines.first?.count == 12)
    #expect(lines.first?.path == world.path("cache/shotflow/catalogue.sqlite"))
    #expect((lines.first?.byteCount ?? 0) > 0)
    #expect(try await fill().text == first.text)
    let cleared = try await world.run("cache", "clear", "--thumbnails")
    #expect(cleared.status == .exited(0))
    #expect(hasCatalogue)
    #expect(try await world.run("cache", "clear").status == .exited(0))
    #expect(!hasCatalogue)
    #expect(try await status().map(\.count) == [0, 0])
  }

  @Test func aRunMayDoWithout() async throws {
    let result = try await fill("--no-catalogue")
    #expect(result.lines.count == 12)
    #expect(!hasCatalogue)
    try world.directory.write("no catalogue", to: "cache/shotflow/catalogue.sqlite")
    let other = try await fill("--no-catalogue")
    #expect(other.text == result.text)
    #expect(other.errorText == "")
    #expect(try world.directory.text(of: "cache/shotflow/catalogue.sqlite") == "no catalogue")
  }

  /// A date without a zone is a time of the place where the run is.
  @Test func anotherTimeZoneGivesAnotherTime() async throws {
    let exif = EXIFBlock { $0.dateTimeOriginal = "2015:09:27 12:00:00" }
    let picture = JPEGPicture(width: 16, height: 8) { $0.exif = exif }
    try world.directory.write(picture, to: "pictures/0.jpg")
    _ = try await fill()
    #expect(try await status().first?.count == 13)
    for (zone, date) in [("Asia/Tokyo", "03:00"), ("UTC", "12:00"), ("XYZ-2", "10:00")] {
      let line = "TZ=\(zone) exec $shotflow run rule.lua --library pictures"
      let record = try #require(try await world.shell(line).result().records().first)
      #expect(record.creationDate == "2015-09-27T\(date):00.000Z", "\(zone)")
    }
  }

  @Test func aDamagedOneIsMadeAnewWithOneLine() async throws {
    try world.directory.write("no catalogue", to: "cache/shotflow/catalogue.sqlite")
    let shown = try await world.run("cache", "status")
    #expect(shown.status == .exited(0))
    #expect(shown.errorText.contains("can't be used"))
    let result = try await fill()
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 12)
    #expect(result.errorLines.count == 1, "\(result.errorText)")
    #expect(result.errorText.contains("it is made again"))
    #expect(try await fill().errorText == "")
    #expect(try await status().first?.count == 12)
  }

  @Test func whereNothingCanBeKeptARunSaysNothing() async throws {
    try world.directory.write("in the way", to: "cache")
    let result = try await fill()
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 12)
    #expect(result.errorText == "")
  }

  @Test func severalRunsAtOnceAgree() async throws {
    let expected = try await fill("--no-catalogue").text
    let world = world
    let rule = try world.libraryRule()
    try await withThrowingTaskGroup(of: ProgramResult.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await world.laterProgram(["run", rule, "--library", world.library]).result()
        }
      }
      for try await result in group {
        #expect(result.text == expected)
        #expect(result.errorText == "")
      }
    }
    #expect(try await status().first?.count == 12)
  }
}
