import Pipeline
import Testing

@Suite struct DecoderAllowanceTests {
  private let begin = SuspendingClock.now
  private var allowance: DecoderAllowance {
    DecoderAllowance(.seconds(5), at: begin, used: .seconds(100))
  }

  private func extended(after passed: Int, used: Int) -> Duration? {
    allowance.end(at: begin + .seconds(passed), used: .seconds(100 + used)).map { $0 - begin }
  }

  @Test func aProcessThatOthersKeptFromTheProcessorGetsTheRest() {
    #expect(extended(after: 5, used: 1) == .seconds(9))
    #expect(extended(after: 9, used: 3) == .seconds(11))
  }

  @Test func aProcessThatHasUsedItsTimeIsGivenUp() {
    #expect(extended(after: 5, used: 5) == nil)
    #expect(extended(after: 9, used: 60) == nil)
  }

  @Test func aProcessThatUsesNoTimeIsGivenUpInTheEnd() {
    #expect(extended(after: 18, used: 0) == .seconds(20))
    #expect(extended(after: 20, used: 0) == nil)
  }

  @Test func withoutAnAccountTheClockDecides() {
    #expect(allowance.end(at: begin + .seconds(5), used: nil) == nil)
  }
}
