import AssetSupport
import Assets
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("30s", 30_000), ("1m30s", 90_000), ("500ms", 500), ("2h", 7_200_000), ("1d", 86_400_000),
    ("1w", 604_800_000), ("0s", 0), ("1.5s", 1500), ("0.5d", 43_200_000),
    ("1d2h3m4s5ms", 93_784_005),
    ("3652500d", 315_576_000_000_000),
  ])
  func reads(_ text: String, _ milliseconds: Int64) {
    #expect(Duration(text: text)?.wholeMilliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "30", "s", "-1s", "30 s", "30S", "1y", "1e3s", "..5s", "٣s", "30s ", "1m30", "99999999w",
    "9999999999999999999999999999999999s",
  ])
  func refuses(_ text: String) {
    #expect(Duration(text: text) == nil)
  }

  @Test func takesSecondsAsANumber() {
    #expect(Duration(argument: 30)?.wholeMilliseconds == 30_000)
    #expect(Duration(argument: 0.25)?.wholeMilliseconds == 250)
    #expect(Duration(argument: -1) == nil)
    #expect(Duration(argument: .number(.nan)) == nil)
    #expect(Duration(argument: .number(.infinity)) == nil)
    #expect(Duration(argument: true) == nil)
  }
}
