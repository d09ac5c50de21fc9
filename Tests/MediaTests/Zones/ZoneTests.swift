import Foundation
import TestSupport
import Testing

@testable import Media

/// Zones by their files, by rules and by what `TZ` says.
@Suite struct ZoneTests {
  private let folder = ZoneFolder(path: "/usr/share/zoneinfo")

  private func table(_ variable: String?) -> ZoneTable { folder.table(variable: variable) }

  @Test func aPlaceIsFoundByItsName() throws {
    let vienna = try #require(LocalTimeZone(named: "Europe/Vienna"))
    // 2015-07-01 and 2015-12-01, at noon.
    #expect(
      vienna.millisecondsSince1970(wallClockMilliseconds: 1_435_752_000_000) == 1_435_744_800_000)
    #expect(
      vienna.millisecondsSince1970(wallClockMilliseconds: 1_448_971_200_000) == 1_448_967_600_000)
  }

  @Test(arguments: [
    "", "Europe", "Europe/", "/Europe/Vienna", "Europe//Vienna", "../zoneinfo/Europe/Vienna",
    "Europe/../Europe/Vienna", "Europe/Atlantis", "zone.tab", "CET-1CEST", "Eur\0ope", "Ünion",
  ])
  func whatNamesNoPlaceIsNone(name: String) {
    #expect(LocalTimeZone(named: name) == nil)
  }

  @Test func theVariableNamesAFileARuleOrNothing() {
    let summer: Int64 = 1_435_752_000
    #expect(table("Europe/Vienna").offset(at: summer) == 7200)
    #expect(table(":Europe/Vienna").offset(at: summer) == 7200)
    #expect(table("/usr/share/zoneinfo/Asia/Tokyo").offset(at: summer) == 32_400)
    #expect(table(":/usr/share/zoneinfo/Asia/Tokyo").offset(at: summer) == 32_400)
    #expect(table("CET-1CEST,M3.5.0,M10.5.0/3").offset(at: summer) == 7200)
    #expect(table(":CET-1CEST,M3.5.0,M10.5.0/3").offset(at: summer) == 7200)
    #expect(table("<-0330>3:30").offset(at: summer) == -12_600)
    for text in ["", ":", "Europe/Atlantis", "/dev/null", "/dev/zero", "/", "rubbish"] {
      #expect(table(text) == .utc, "\(text)")
    }
  }

  @Test func aPipeIsNotWaitedFor() throws {
    let scratch = try TemporaryDirectory()
    #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
    #expect(table(scratch.path("pipe")) == .utc)
  }

  @Test(arguments: [
    "CET", "CE-1", "CET-25", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/3,",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
    "CET-1CEST,J0,J365", "CET-1CEST,J1,J366", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0",
    "<CET-1", "<C>-1", "CET-1:60", "CET-1:00:60", "CET-9999999999999999999", "CET-1 ",
  ])
  func whatIsNoRuleIsRefused(text: String) {
    #expect(ZoneRule(text) == nil)
  }

  @Test func aRuleMayReachOverTheTurnOfTheYear() throws {
    // 2021-01-01T00:00:00Z
    let newYear: Int64 = 1_609_459_200
    let always = try #require(ZoneRule("XXX3EDT4,0/0,J365/23"))
    for hour in stride(from: -8800 as Int64, to: 8800, by: 1) {
      #expect(always.offset(at: newYear + hour * 3600) == -14_400)
    }
    let southern = try #require(ZoneRule("NZST-12NZDT,M9.5.0,M4.1.0/3"))
    #expect(southern.offset(at: newYear) == 46_800)
    #expect(southern.offset(at: newYear + 180 * 86_400) == 43_200)
    // Summer begins in the year before, by the clock of Greenwich.
    let early = try #require(ZoneRule("ABC-12DEF-13,J1/0,J100"))
    #expect(early.offset(at: newYear - 43_201) == 43_200)
    #expect(early.offset(at: newYear - 43_200) == 46_800)
    let negative = try #require(ZoneRule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0"))
    // 2021-03-28T01:00:00Z
    #expect(negative.offset(at: 1_616_893_199) == -7200)
    #expect(negative.offset(at: 1_616_893_200) == -3600)
  }

  @Test func noMomentIsTooFarAway() throws {
    let rule = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let period: Int64 = 146_097 * 86_400
    for moment in [Int64.min, Int64.min + 1, -1, 0, Int64.max - 1, Int64.max] {
      #expect([3600, 7200].contains(rule.offset(at: moment)))
      let near = moment % period
      #expect(rule.offset(at: near) == rule.offset(at: moment))
      #expect([3600, 7200, 3921].contains(table("Europe/Vienna").offset(at: moment)))
    }
  }
}
