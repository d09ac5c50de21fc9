import Testing

@testable import Pipeline

@Suite struct RecordDaysTests {
  private func days(_ records: [String]) -> [Int64?] {
    var days = RecordDays(Array(records.joined().utf8))
    var start = 0
    return records.map { record in
      defer { start += record.utf8.count }
      return days.day(in: start..<start + record.utf8.count)
    }
  }

  @Test func theDayIsThatOfTheClockOfThePlace() {
    let record =
      #"{"creationDate":"1970-01-02T23:30:00.000Z","localDate":"1970-01-03T01:30:00.000+02:00"}"#
    #expect(days([record]) == [2])
  }

  @Test func aRecordWithoutADateDoesNotTakeThatOfTheNext() {
    let dated = #"{"creationDate":"1970-01-11T12:00:00.000Z"}"#
    #expect(days([dated, "{}", dated, "{}"]) == [10, nil, 10, nil])
  }

  @Test func textThatLooksLikeAMemberIsNone() {
    #expect(days([#"{"title":"\"localDate\":\"1970-01-11"}"#]) == [nil])
    #expect(days([#"{"localDate":"soon"}"#]) == [nil])
  }
}
