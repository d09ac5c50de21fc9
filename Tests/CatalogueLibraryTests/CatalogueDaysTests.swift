import Engine
import Media
import Testing

@testable import CatalogueLibrary

/// The words for the days of two moments, such as those of an event without a name.
@Suite struct CatalogueDaysTests {
  private static let hour: Int64 = 3600
  /// 2019-05-04T10:00:00Z.
  private static let may: Int64 = 1_556_964_000

  @Test(arguments: [
    (0, 0, "Sat May 4, 2019"), (0, 20 * hour, "Sat May 4 - 5, 2019"),
    (0, 40 * hour, "Sat May 4 - Mon May 6, 2019"),
    (0, 28 * 24 * hour, "Sat May 4 - Sat Jun 1, 2019"),
    (0, 300 * 24 * hour, "Sat May 4, 2019 - Fri Feb 28, 2020"),
    (-may, -may, "Thu Jan 1, 1970"), (-may - 1, -may, "Wed Dec 31, 1969 - Thu Jan 1, 1970"),
    (-may - 62_138_827_124, -may - 62_138_827_124, "Fri Nov 24, 0"),
  ])
  func momentsAreNamedByTheirDays(first: Int64, last: Int64, expected: String) {
    let days = CatalogueDays(
      Self.may + first...Self.may + last, zone: LocalTimeZone(fixedOffsetMinutes: 0))
    #expect(days?.text == expected)
  }

  @Test func daysAreThoseOfTheComputersZone() {
    let days = CatalogueDays(
      Self.may...Self.may, zone: LocalTimeZone(fixedOffsetMinutes: 15 * 60))
    #expect(days?.text == "Sun May 5, 2019")
  }

  @Test func momentsOfNoCalendarHaveNoDays() {
    let zone = LocalTimeZone(fixedOffsetMinutes: 0)
    for moments in [Int64.min...0, 0...Int64.max, Int64.min...Int64.max] {
      #expect(CatalogueDays(moments, zone: zone) == nil)
    }
  }
}
