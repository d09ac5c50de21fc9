import Foundation
import PhotosSamples
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Rules that name days and places, by the built tool.
@Suite struct DayRuleTests {
  /// A record of a photo that was taken somewhere.
  private static func record(_ name: String, _ moment: String, _ offset: String? = nil) -> String {
    let zone = offset.map { ",\"creationDateOffset\":\"\($0)\"" } ?? ""
    return "{\"v\":1,\"kind\":\"asset\",\"filename\":\"\(name)\",\"mediaType\":\"image\","
      + "\"creationDate\":\"\(moment)\"\(zone)}\n"
  }

  private static let photos =
    record("kiritimati", "2024-12-30T11:00:00.000Z", "+14:00")
    + record("baker", "2025-01-01T11:00:00.000Z", "-12:00")
    + record("vienna", "2024-12-31T22:30:00.000Z", "+01:00")
    + record("utc", "2024-12-31T23:30:00.000Z", "+00:00")
    + record("tokyo", "2024-12-31T15:30:00.000Z", "+09:00")
    + record("unknown", "2024-12-31T23:30:00.000Z")
    + record("odd", "2024-12-31T23:30:00.000Z", "+99:99")

  private func names(
    _ filter: String, zone: String = "UTC", _ more: String...
  ) async throws -> [String?] {
    let world = try ProgramWorld()
    let rule = try world.inputRule(filter)
    var program = world.program(["run", rule] + more, input: Self.photos.utf8)
    program.environment["TZ"] = zone
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().map(\.filename)
  }

  @Test func aDayIsThatOfThePlaceElseOfTheComputer() async throws {
    let filter = "filter { creationDate = on(\"2024-12-31\") }"
    let fixed = ["kiritimati", "baker", "vienna", "utc"]
    #expect(try await names(filter) == fixed + ["unknown", "odd"])
    #expect(try await names(filter, zone: "Asia/Tokyo") == fixed)
    #expect(try await names("filter { creationDate = month(\"2025-01\") }") == ["tokyo"])
    #expect(
      try await names("filter { creationDate = year(2024) }", zone: "Asia/Tokyo") == fixed)
    #expect(
      try await names("filter { creationDate = between(\"2024-12-01\", \"2024-12-31\") }")
        == fixed + ["unknown", "odd"])
  }

  @Test func functionsSeeTheSameDays() async throws {
    let filter = """
      filter(function(a) local d = a.creationDate
        return d.year == 2024 and d.day == 31 and d:format("%m") == "12" and d.weekday == 2
          and d <= "2024-12-31" and d > "2024-12-30" and a.localDate:sub(1, 10) == "2024-12-31" end)
      """
    let fixed = ["kiritimati", "baker", "vienna", "utc"]
    #expect(try await names(filter) == fixed + ["unknown", "odd"])
    #expect(try await names(filter, zone: "Asia/Tokyo") == fixed)
  }

  @Test func yesterdayIsThatOfTheComputer() async throws {
    let filter = "filter { creationDate = on(\"yesterday\") }"
    let now = "2024-12-31T23:30:00Z"
    #expect(try await names(filter, zone: "Asia/Tokyo", "--now", now).count == 4)
    #expect(try await names(filter, "--now", now) == [])
  }

  /// A folder's photos have what their names say, in the zone of the computer.
  @Test(arguments: [
    ("Europe/Vienna", "2015-09-27T23:29:28.000+02:00"), ("UTC", "2015-09-27T23:29:28.000+00:00"),
    ("America/St_Johns", "2015-09-27T23:29:28.000-02:30"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2015-09-27T23:29:28.000+02:00"),
  ])
  func recordsHaveTheLocalDate(_ zone: String, _ expected: String) async throws {
    let world = try ProgramWorld()
    try world.picture("Screenshot from 2015-09-27 23-29-28.png")
    let rule = try world.libraryRule("filter { creationDate = on(\"2015-09-27\") }")
    var program = world.program(["run", rule, "--library", world.library])
    program.environment["TZ"] = zone
    let line = try #require(try await program.result().decodedLines(as: LocalDate.self).first)
    #expect(line.localDate == expected)
  }

  /// The hour that happens twice is one of the same day, with another offset.
  @Test func theRepeatedHourIsResolved() async throws {
    let world = try ProgramWorld()
    let rule = try world.inputRule(
      "classify { clock = function(a) return a.creationDate:format(\"%F %H:%M %z\") end }")
    let input =
      Self.record("a", "2015-10-25T00:30:00.000Z") + Self.record("b", "2015-10-25T01:30:00.000Z")
    var program = world.program(["run", rule], input: input.utf8)
    program.environment["TZ"] = "Europe/Vienna"
    let lines = try await program.result().decodedLines(as: LocalDate.self)
    #expect(lines.map(\.clock) == ["2015-10-25 02:30 +0200", "2015-10-25 02:30 +0100"])
  }

  @Test func anUnknownZoneIsReported() async throws {
    let world = try ProgramWorld()
    var program = world.program(["run", try world.inputRule()], input: Self.photos.utf8)
    program.environment["TZ"] = "Europe/Atlantis"
    let result = try await program.result()
    #expect(result.status == .exited(0))
    #expect(
      result.errorText
        == "shotflow: TZ names no time zone: \"Europe/Atlantis\"; dates that name none are taken to"
        + " be in UTC\n")
    #expect(result.lines.count == 7)
  }

  /// A record that one run prints has the same day in another, on a computer elsewhere.
  @Test func aRecordKeepsItsDayOnItsWay() async throws {
    let world = try ProgramWorld()
    try world.picture("Screenshot from 2015-09-27 23-29-28.png")
    _ = try world.libraryRule(named: "a.lua")
    _ = try world.inputRule("filter { creationDate = on(\"2015-09-27\") }", named: "b.lua")
    let result = try await world.shell(
      "TZ=Asia/Tokyo \"$shotflow\" run a.lua --library pictures"
        + " | TZ=America/Los_Angeles \"$shotflow\" run b.lua"
    ).result()
    #expect(try result.records().count == 1)
    #expect(try result.decodedLines(as: LocalDate.self)[0].localDate?.hasSuffix("+09:00") == true)
  }

  @Test func aPhotosLibraryAnswersDaysAndPlaces() async throws {
    let world = try ProgramWorld()
    let start = 757_382_400.0  // 2025-01-01T00:00:00Z in seconds since 2001.
    var assets: [PhotosSampleAsset] = []
    for (place, offset) in [-43_200, -3600, 0, 3600, 50_400].enumerated() {
      for hours in stride(from: -30.0, through: 30, by: 3) {
        var asset = PhotosSampleAsset(
          uuid: "\(place)-\(assets.count)", filename: "\(assets.count).jpg",
          created: start + hours * 3600)
        asset.details["ZTIMEZONEOFFSET"] = .integer(Int64(offset))
        asset.columns["ZLATITUDE"] = .real(54.19 + Double(place) * 0.01)
        asset.columns["ZLONGITUDE"] = .real(place == 4 ? -180 : 7.88)
        assets.append(asset)
      }
    }
    let library = world.path("Test.photoslibrary")
    try PhotosSampleLibrary(.macOS15, assets).write(to: library)
    let rules = [
      (
        "filter { creationDate = on(\"2024-12-31\") }",
        "filter(function(a) return a.localDate:sub(1, 10) == \"2024-12-31\" end)"
      ),
      (
        "filter { location = near(54.19, 7.88, \"1500m\") }",
        "filter(function(a) return a.location and a.location.latitude < 54.205 end)"
      ),
      (
        "filter { location = inside(54, 170, 55, -170) }",
        "filter(function(a) return a.location and a.location.longitude == -180 end)"
      ),
      (
        "filter { location = absent }", "filter(function(a) return a.location == nil end)"
      ),
    ]
    for (table, function) in rules {
      let answered = try await world.run("run", world.libraryRule(table), "--library", library)
      let tested = try await world.run("run", world.libraryRule(function), "--library", library)
      #expect(answered.errorText == "" && answered.lines == tested.lines, "\(table)")
      #expect(answered.text.isEmpty == table.contains("absent"), "\(table)")
    }
    let plan = try await world.run(
      "explain", world.libraryRule(rules[0].0), "--library", library)
    #expect(plan.text.contains("source   answers: creationDate >= 2024-12-29T22:00:00.000Z"))
    #expect(plan.text.contains("filter   in lanes, reads header: creationDate on 2024-12-31"))
  }

  @Test(arguments: [
    ("-30s", true), ("-0s", true), ("+1h", false), ("@0", true), ("1443389380", true),
    ("1443389380.250", true), ("2015-09-27", true), ("9999999999", false),
  ])
  func theMomentOfARunMayBeRelative(_ now: String, _ isPast: Bool) async throws {
    let world = try ProgramWorld()
    let rule = try world.inputRule("classify { moment = function() return now end }")
    for words in [["--now", now], ["--now=\(now)"]] {
      let result = try await world.program(
        ["run", rule] + words, input: Self.record("a", "2015-09-27T21:29:28.000Z").utf8
      ).result()
      let moment = try #require(try result.decodedLines(as: LocalDate.self).first?.moment)
      #expect((moment <= Date().timeIntervalSince1970) == isPast, "\(moment)")
      if let seconds = Double(now), seconds > 0 { #expect(moment == seconds) }
    }
    #expect(try await world.run("explain", rule, "--now", now).status == .exited(0))
  }

  @Test(arguments: ["yesterday", "30s", "-30", "1443389380000", "@", "-", "1e5", ""])
  func whatIsNoMomentIsRefused(_ now: String) async throws {
    let world = try ProgramWorld()
    let result = try await world.run("run", world.inputRule(), "--now", now)
    #expect(result.status == .exited(64))
    #expect(
      result.errorText
        == "shotflow: --now takes a date such as 2015-09-27T21:29:40Z, a distance from now such as"
        + " -30s or +1h, or seconds since 1970, not \"\(now)\"\n")
  }

  /// Members of a record that these tests look at.
  private struct LocalDate: Decodable {
    let localDate: String?
    let clock: String?
    let moment: Double?
  }
}
