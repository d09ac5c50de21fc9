import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Clocks that jump, between runs and during one, and hours that happen twice.
@Suite struct ClockTests {
  /// A year back, an hour back, an hour ahead, and jumps while the program runs.
  private static let clocks = [
    "-31536000", "-3600", "3600", "31536000", "-3600:5", "3600:5", "-3600:25", "3600:25",
  ]

  private func result(
    _ world: ProgramWorld, _ arguments: [String], clock: String
  ) async throws -> ProgramResult {
    let result = try await world.faultyProgram(arguments, ["SHOTFLOW_CLOCK": clock]).result()
    #expect(result.status == .exited(0), "\(clock): \(result.errorText)")
    #expect(result.errorText == "", "\(clock)")
    return result
  }

  @Test(.needs(.faultLibrary)) func aLedgerRemembersWhateverTheClockSays() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule("dedupe { memory = \"kept\" }, notify {}")
    let arguments = ["run", rule, "--library", world.library]
    var number: UInt64 = 0
    for clock in Self.clocks {
      number += 1
      try world.picture("\(number).png", seed: number)
      let result = try await result(world, arguments, clock: clock)
      #expect(try result.records().map(\.filename) == ["\(number).png"], "\(clock)")
    }
    let entries = try await world.ledgerEntries()
    #expect(entries.count == Self.clocks.count)
    #expect(entries.allSatisfy { $0.state == "delivered" })
  }

  /// The facts and thumbnails that are kept of a file are never used for another content.
  @Test(.needs(.faultLibrary)) func whatIsKeptOfAFileIsNeverOfAnEarlierContent() async throws {
    let world = try ProgramWorld()
    for number in 1...9 { try world.picture("\(number).png", seed: 99) }
    let rule = try world.libraryRule("dedupe { memory = \"kept\" }, load { size = { 16, 16 } }")
    let arguments = ["run", rule, "--library", world.library]
    var seen: [[String?]] = []
    for (round, clock) in (Self.clocks + Self.clocks).enumerated() {
      // Of one size, and written in place, so that only times can tell.
      let bytes = ProgramWorld.png(UInt64(100 + round)).encoded()
      for number in 1...9 {
        let handle = try FileHandle(
          forWritingTo: URL(fileURLWithPath: world.path("pictures/\(number).png")))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
      }
      let result = try await result(world, arguments, clock: clock)
      seen.append(try result.records().map(\.sha1))
      #expect(seen.last?.count == 1, "\(clock): nine files with one content")
    }
    #expect(Set(seen).count == seen.count, "each round has a content of its own")
  }

  @Test func aScreenshotOfTheFutureIsNotRecent() async throws {
    let world = try ProgramWorld()
    let name = "Screenshot from 2015-09-27 21-29-28.png"
    try world.picture(name)
    // A minute before it was taken.
    #expect(try await world.runRecent(now: "2015-09-27T21:28:28Z").status == .exited(1))
    #expect(try await world.runRecent().status == .exited(0))
  }

  private static let zones:
    [(zone: String, name: String, dates: [(written: String, date: String)])] =
      [
        (
          "Europe/Vienna", "2015-10-25 02-30-00",
          [
            ("2015-10-25T00:30:02Z", "2015-10-25T00:30:00.000Z"),
            ("2015-10-25T01:30:02Z", "2015-10-25T01:30:00.000Z"),
            ("2016-01-01T00:00:00Z", "2015-10-25T00:30:00.000Z"),
          ]
        ),
        (
          "Europe/Vienna", "2015-03-29 02-30-00",
          [("2015-03-29T01:30:02Z", "2015-03-29T01:30:00.000Z")]
        ),
        (
          "America/New_York", "2015-11-01 01-30-00",
          [
            ("2015-11-01T05:30:02Z", "2015-11-01T05:30:00.000Z"),
            ("2015-11-01T06:30:02Z", "2015-11-01T06:30:00.000Z"),
          ]
        ),
        // Half an hour of summer.
        (
          "Australia/Lord_Howe", "2015-04-05 01-45-00",
          [("2016-01-01T00:00:00Z", "2015-04-04T14:45:00.000Z")]
        ),
        // A day that the place left out.
        (
          "Pacific/Apia", "2011-12-30 12-00-00",
          [("2016-01-01T00:00:00Z", "2011-12-30T22:00:00.000Z")]
        ),
      ]

  @Test func aRepeatedHourIsResolvedByTheFilesDate() async throws {
    for (zone, name, dates) in Self.zones {
      for (written, date) in dates {
        let world = try ProgramWorld()
        try world.picture("Screenshot from \(name).png")
        let moment = try #require(ISO8601DateFormatter().date(from: written))
        try world.directory.setModified(moment, of: "pictures/Screenshot from \(name).png")
        var program = world.program(["run", try world.libraryRule(), "--library", world.library])
        program.environment["TZ"] = zone
        let record = try #require(try await program.result().records().first)
        #expect(record.creationDate == date, "\(zone) \(name), written at \(written)")
        #expect(record.creationDateSource == "filename")
      }
    }
  }

  @Test(arguments: ["2015-10-25T00:30:12Z", "2015-10-25T01:30:12Z"])
  func aScreenshotIsRecentInBothHoursOfThatName(now: String) async throws {
    let world = try ProgramWorld()
    try world.picture("Screenshot from 2015-10-25 02-30-00.png")
    let taken = try #require(ISO8601DateFormatter().date(from: now)).addingTimeInterval(-12)
    try world.directory.setModified(
      taken, of: "pictures/Screenshot from 2015-10-25 02-30-00.png")
    var program = world.program([
      "run", ProgramWorld.recentRule, "--library", world.library, "--now", now,
    ])
    program.environment["TZ"] = "Europe/Vienna"
    #expect(try await program.result().records().count == 1)
  }
}
