import Testing

@testable import Pipeline

@Suite struct CurlClientTests {
  @Test func aTextStaysOneValueOfTheConfiguration() {
    #expect(
      CurlClient.quoted("a \"b\" \\ c\nurl = \"file:///\"\r\n\t")
        == #"a \"b\" \\ c\nurl = \"file:///\"\r\n\t"#)
  }

  @Test func aMessageFitsIntoALineOfTheConfiguration() {
    #expect(CurlClient.takes(String(repeating: "a", count: 102_300)))
    #expect(!CurlClient.takes(String(repeating: "a", count: 102_400)))
    #expect(!CurlClient.takes(String(repeating: "\"", count: 51_200)))
  }

  @Test func eachAnswerHasItsStatusAndRetryAfter() {
    let output = """
      HTTP/1.1 429 Too Many Requests\r
      Retry-After: 7\r
      \r

      mark 429 0 \n
      HTTP/1.1 200 OK\r
      \r

      mark 200 0 \n
      HTTP/1.1 200 OK\r
      \r

      mark 200 28 Operation timed out

      mark 000 7 Could not connect

      """
    #expect(
      CurlClient.answers(in: Array(output.utf8), "mark") == [
        CurlClient.Answer(status: 429, problem: "gave no answer", retryAfter: .seconds(7)),
        CurlClient.Answer(status: 200, problem: "gave no answer", retryAfter: nil),
        CurlClient.Answer(
          status: 200, problem: "Operation timed out", retryAfter: nil, isWhole: false),
        CurlClient.Answer(
          status: 0, problem: "Could not connect", retryAfter: nil, isWhole: false),
      ])
  }

  @Test(arguments: ["-5", "soon", "", "Wed, 21 Oct 2015 07:28:00 GMT"])
  func anInvalidRetryAfterIsNoLongWait(text: String) {
    let output = "HTTP/1.1 503 x\r\nRetry-After: \(text)\r\n\r\n\nmark 503 0 \n"
    let retryAfter = CurlClient.answers(in: Array(output.utf8), "mark").first?.retryAfter
    #expect(retryAfter == nil || retryAfter == .zero)
  }

  @Test func withoutAMarkThereIsNoAnswer() {
    let output = "HTTP/1.1 200 OK\r\n\r\nother 200 0 \n"
    #expect(CurlClient.answers(in: Array(output.utf8), "mark") == [])
  }
}

@Suite struct RetryScheduleTests {
  private let schedule = RetrySchedule(retries: 10, first: .seconds(1))

  @Test func eachWaitIsTwiceAsLongUpToAMinute() {
    let waits = (1...10).map { schedule.wait(after: $0, retryAfter: nil, chance: 1) }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map { Duration.seconds($0) })
    #expect(schedule.wait(after: 11, retryAfter: nil, chance: 1) == nil)
  }

  @Test func chancePartsThoseWhoWait() {
    #expect(schedule.wait(after: 2, retryAfter: nil, chance: 0) == .seconds(1))
    #expect(schedule.wait(after: 2, retryAfter: nil, chance: 0.5) == .seconds(1.5))
  }

  @Test func retryAfterCountsWithinABound() {
    #expect(schedule.wait(after: 1, retryAfter: .seconds(30), chance: 1) == .seconds(30))
    #expect(schedule.wait(after: 5, retryAfter: .seconds(3), chance: 1) == .seconds(16))
    #expect(schedule.wait(after: 1, retryAfter: .seconds(301), chance: 1) == nil)
  }

  @Test func withoutRetriesNothingIsSentAgain() {
    #expect(
      RetrySchedule(retries: 0, first: .seconds(1)).wait(after: 1, retryAfter: nil, chance: 1)
        == nil)
  }
}
