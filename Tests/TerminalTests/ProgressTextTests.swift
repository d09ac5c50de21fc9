import Testing

@testable import Platform
@testable import Terminal

@Suite struct ProgressTextTests {
  private let reading = ProgressReading(
    stage: "load", elapsed: .seconds(25), done: 1204, total: 2310, failures: 2, fraction: 0.52,
    rate: 48.2, secondsLeft: 23)

  private var withBytes: ProgressReading {
    var reading = reading
    reading.bytesDone = 3_100_000_000
    reading.byteRate = 52_340_000
    return reading
  }

  @Test func `shows everything where there is room`() {
    #expect(
      ProgressText.bar(reading, columns: 79)
        == "load  [##########----------]  52 %  1,204 of 2,310  48.2/s  0:23 left  2 failed")
    #expect(
      ProgressText.bar(withBytes, columns: 140)
        == "load  [###############---------------]  52 %  1,204 of 2,310  3.1 GB  48.2/s"
        + "  52.3 MB/s  0:23 left  2 failed")
  }

  @Test(
    arguments: [
      (60, "load  [####-----]  52 %  1,204 of 2,310  0:23 left  2 failed"),
      (48, "load  52 %  1,204 of 2,310  0:23 left  2 failed"),
      (35, "load  52 %  0:23 left  2 failed"),
      (20, "load  52 %  2 failed"), (15, "52 %  2 failed"), (8, "52 %"), (3, "5…%"),
    ])
  func `leaves out what matters least`(columns: Int, text: String) {
    #expect(ProgressText.bar(reading, columns: columns) == text)
  }

  @Test func `never wraps`() {
    for columns in 0..<150 {
      for reading in [reading, withBytes] {
        #expect(TerminalText.columns(of: ProgressText.bar(reading, columns: columns)) <= columns)
      }
    }
  }

  @Test func `without a total there is neither bar nor share`() {
    let reading = ProgressReading(
      stage: "load", elapsed: .seconds(5), done: 1204, failures: 0, rate: 1204)
    #expect(ProgressText.bar(reading, columns: 79) == "load  1,204  1,204/s")
  }

  @Test func `the bar is full at the end and only then`() {
    var reading = reading
    reading.fraction = 1
    #expect(ProgressText.bar(reading, columns: 79).contains("  [###################]  100 %"))
    reading.fraction = 0.999
    #expect(ProgressText.bar(reading, columns: 79).contains("  [###################-]  99 %"))
    reading.fraction = 0
    #expect(ProgressText.bar(reading, columns: 79).contains("  [---------------------]  0 %"))
  }

  @Test func `says it in a line, and in a summary`() {
    #expect(
      ProgressText.line(reading) == "load: 52 %, 1,204 of 2,310, 48.2/s, 0:23 left, 2 failed")
    #expect(
      ProgressText.summary(withBytes)
        == "load: 1,204 of 2,310 in 0:25, 3.1 GB, 48.2/s, 52.3 MB/s, 2 failed")
  }

  @Test func `a record has what is known`() {
    #expect(
      ProgressRecord.json(reading)
        == #"{"v":1,"type":"progress","stage":"load","done":1204,"total":2310,"rate":48.2,"eta":23,"#
        + #""errors":2,"fraction":0.52}"#)
    let bare = ProgressReading(stage: "a\"b", elapsed: .zero, done: 0, failures: 0)
    #expect(
      ProgressRecord.json(bare) == #"{"v":1,"type":"progress","stage":"a\"b","done":0,"errors":0}"#)
    var done = withBytes
    done.fraction = 1
    #expect(
      ProgressRecord.json(done).hasSuffix(
        #""fraction":1.0,"bytesDone":3100000000}"#))
  }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
      (8_000_000_000, "8.0 GB"), (Int.max, "9223.4 PB"), (-5, "0 B"),
    ])
  func `bytes are readable`(count: Int, text: String) {
    #expect(QuantityText.bytes(count) == text)
  }

  @Test func `numbers are readable`() {
    #expect(
      [0, 12, 999, 1000, 1_234_567, -1234].map(QuantityText.grouped)
        == ["0", "12", "999", "1,000", "1,234,567", "-1,234"])
    #expect(
      [0.04, 0.05, 9.96, 99.9, 1204.4, .infinity, .nan].map(QuantityText.rate)
        == ["0.0", "0.1", "10.0", "99.9", "1,204", "1,000,000,000,000,000", "0.0"])
    #expect(
      [0, 59, 60, 3600, 3723, -1].map { QuantityText.time(seconds: $0) }
        == ["0:00", "0:59", "1:00", "1:00:00", "1:02:03", "0:00"])
  }
}
