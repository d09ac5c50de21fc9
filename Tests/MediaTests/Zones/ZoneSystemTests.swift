import Foundation
import Samples
import Testing

@testable import Media

/// Every zone of the system gives the offsets that the C library gives.
///
/// The C library has one zone for a process, so that it is asked in a process of its own.
@Suite struct ZoneSystemTests {
  private static let folder = "/usr/share/zoneinfo"
  private static let week: Int64 = 7 * 86_400

  /// Rules that no file needs, or that are rare.
  private static let rules = [
    "UTC0", "CET-1", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
    "AEST-10AEDT,M10.1.0,M4.1.0/3", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
    "IST-1GMT0,M10.5.0,M3.5.0/1", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
    "ABC3DEF,J60/0,J300/0", "ABC3DEF,59/0,299/0", "ABC-3:20:10DEF-4:30:20,J32/5,J335/6:07:08",
    ":Europe/Vienna", "/usr/share/zoneinfo/Asia/Tokyo", "", ":", "Europe/Atlantis", "rubbish",
  ]

  /// The names of all zones, without those that count leap seconds, as no other clock does.
  private static func names() -> [String] {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return found.filter {
      !$0.hasPrefix("right/") && ZoneFolder(path: folder).table(named: $0) != nil
    }.sorted()
  }

  /// The moments around each change that a zone makes within 200 years.
  private static func changes(of table: ZoneTable) -> [Int64] {
    stride(from: -2_500_000_000 as Int64, to: 4_200_000_000, by: Int(week)).flatMap { start in
      let before = table.offset(at: start)
      guard table.offset(at: start + week) != before else { return [] as [Int64] }
      var (low, high) = (start, start + week)
      while high - low > 1 {
        let middle = (low + high) / 2
        if table.offset(at: middle) == before { low = middle } else { high = middle }
      }
      return [low, high]
    }
  }

  /// Ends with a failure, after naming it, where this process's C library disagrees.
  private static func compare(_ variable: String, since start: Int64 = .min) {
    setenv("TZ", variable, 1)
    tzset()
    let table = ZoneFolder(path: folder).table(variable: variable)
    var generator = SeededGenerator(seed: 8)
    let chosen =
      stride(from: -5_000_000_000 as Int64, to: 5_000_000_000, by: 34_567_891).map { $0 }
      + (0..<500).map { _ in Int64.random(in: -3_000_000_000...6_000_000_000, using: &generator) }
    for moment in chosen + changes(of: table) where moment >= start {
      var seconds = time_t(moment)
      var parts = tm()
      localtime_r(&seconds, &parts)
      let offset = table.offset(at: moment)
      if offset != Int64(parts.tm_gmtoff) {
        print("\"\(variable)\" at \(moment): \(parts.tm_gmtoff), here \(offset)")
        exit(1)
      }
    }
  }

  @Test func everyZoneAgreesWithTheCLibrary() async {
    #expect(Self.names().count > 400)
    await #expect(processExitsWith: .success) {
      for name in ZoneSystemTests.names() { ZoneSystemTests.compare(name) }
    }
  }

  /// Before 1970, glibc puts the changes of all years at those of 1970.
  @Test func everyRuleAgreesWithTheCLibrary() async {
    await #expect(processExitsWith: .success) {
      for rule in ZoneSystemTests.rules { ZoneSystemTests.compare(rule, since: 86_400) }
    }
  }
}
