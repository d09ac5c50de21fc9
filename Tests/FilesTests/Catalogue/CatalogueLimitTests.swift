import Engine
import Files
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// The catalogue stays below its limit, and what is cleared is gone.
@Suite struct CatalogueLimitTests {
  private let bench: CatalogueBench
  private static let day: Int64 = 86_400_000_000_000

  init() throws {
    bench = try CatalogueBench()
  }

  private func clock(daysAhead: Int64) -> CatalogueClock {
    CatalogueClock { CatalogueClock.systemTime() + (daysAhead + 1) * Self.day }
  }

  private func devices() throws -> [Int64] {
    try integers("SELECT DISTINCT device FROM page ORDER BY device")
  }

  private func integers(_ sql: SQLText) throws -> [Int64] {
    var found: [Int64] = []
    try SQLiteConnection(path: bench.path).forEachRow(of: sql) { row in
      if let integer = row.integer(0) { found.append(integer) }
    }
    return found
  }

  /// Adds pages of a device that is not there.
  private func fill(device: Int64, pages: Int, used: Int64) throws {
    let database = try SQLiteConnection(path: bench.path)
    let insert = try database.prepare("INSERT INTO page VALUES (?, ?, ?, 1, zeroblob(10000))")
    for page in 0..<pages {
      try insert.run([.integer(device), .integer(Int64(page)), .integer(used)])
    }
  }

  @Test func whatWasNotUsedForLongestGoes() throws {
    _ = try bench.run(bench.settled())
    try fill(device: -1, pages: 100, used: 10)
    try fill(device: -2, pages: 20, used: 20)
    try bench.folder.write("more", to: "pictures/more.jpg")
    _ = try bench.run(bench.settled(limit: 1_600_000))
    #expect(try devices().contains(-2))
    #expect(try !devices().contains(-1))
    #expect(bench.settled().status().count > 10)
  }

  @Test func aFullOneTakesNothingMore() throws {
    _ = try bench.run(bench.settled())
    let count = bench.settled().status().count
    try bench.folder.write("more", to: "pictures/more.jpg")
    let outcome = try bench.run(bench.settled(limit: 1))
    #expect(outcome.lines == (try bench.run(nil).lines))
    #expect(bench.settled().status().count == count)
    #expect(bench.reported.isEmpty)
  }

  @Test func whatIsUsedStays() throws {
    _ = try bench.run(bench.catalogue(clock: clock(daysAhead: 0)))
    _ = try bench.run(bench.catalogue(clock: clock(daysAhead: 30)))
    let days = try integers("SELECT DISTINCT used FROM page")
    #expect(days == [CatalogueClock.systemTime() / Self.day + 31])
  }

  @Test func tellsWhatItHolds() throws {
    let empty = bench.settled().status()
    #expect((empty.count, empty.byteCount, empty.problem) == (0, 0, nil))
    #expect(!FileManager.default.fileExists(atPath: bench.folder.path("cache")))
    let outcome = try bench.run(bench.settled())
    let status = bench.settled().status()
    // The movie of the live photo is no asset of its own, nor is a file that its content leaves out.
    #expect(status.count == outcome.report.read + 2)
    #expect(status.byteCount > 0)
    #expect(status.path == bench.path)
    #expect(status.problem == nil)
  }

  @Test func whatIsClearedIsGone() throws {
    try bench.settled().clear()
    _ = try bench.run(bench.settled())
    try bench.settled().clear()
    #expect(!bench.hasCatalogue)
    #expect(bench.settled().status().count == 0)
  }

  @Test func clearingUnderARunEmptiesIt() throws {
    _ = try bench.run(bench.settled())
    let lock = open(bench.path + "-lock", O_RDWR)
    defer { close(lock) }
    flock(lock, LOCK_SH)
    try bench.settled().clear()
    #expect(bench.hasCatalogue)
    #expect(bench.settled().status().count == 0)
  }
}
