import Samples
import Testing

@Suite struct CivilTimeTests {
  @Test(arguments: [
    (0, CivilTime(1970, 1, 1)), (-1, CivilTime(1969, 12, 31, 23, 59, 59)),
    (951_782_400, CivilTime(2000, 2, 29)), (1_443_389_368, CivilTime(2015, 9, 27, 21, 29, 28)),
    (4_107_542_400, CivilTime(2100, 3, 1)),
  ])
  func convertsBothWays(seconds: Int, time: CivilTime) {
    #expect(CivilTime(secondsSince1970: seconds) == time)
    #expect(time.secondsSince1970 == seconds)
  }

  @Test func readsISO8601() {
    #expect(CivilTime.secondsSince1970(iso8601: "2015-09-27T21:29:28Z") == 1_443_389_368)
    #expect(CivilTime.secondsSince1970(iso8601: "2015-09-27T23:29:28+02:00") == 1_443_389_368)
    for text in ["2015-02-29T00:00:00Z", "2015-09-27 21:29:28", "2015-09-27T21:29:28", "now"] {
      #expect(CivilTime.secondsSince1970(iso8601: text) == nil)
    }
  }
}
