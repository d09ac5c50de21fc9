import Files
import Testing

@Suite struct DecoderTimeBudgetTests {
  private let begin = SuspendingClock.now

  /// One second of a decoder: how long it ran, and how long it waited for its turn.
  private struct Second {
    var ran = 0.0
    var waited = 0.0
  }

  /// After how many such seconds it is given up; nil if that takes more than a minute.
  private func end(_ second: Second, allowed: Duration = .seconds(5)) -> Int? {
    var allowance = DecoderTimeBudget(allowed, at: begin, usage: usage(second, 0))
    for count in 1...60 {
      let now = begin + .seconds(count)
      if allowance.end(at: now, usage: usage(second, count)) == nil { return count }
    }
    return nil
  }

  private func usage(_ second: Second, _ count: Int) -> ProcessUsage {
    ProcessUsage(
      used: .seconds(100) + .seconds(second.ran) * count,
      waited: .seconds(7) + .seconds(second.waited) * count)
  }

  @Test func aProcessThatRunsHasItsTime() {
    #expect(end(Second(ran: 1)) == 5)
    #expect(end(Second(ran: 2)) == 3, "of several threads each counts")
  }

  @Test func aProcessThatSleepsHasNoMore() {
    #expect(end(Second()) == 5)
    #expect(end(Second(ran: 0.5)) == 5, "running and sleeping count together")
  }

  @Test func whatOthersHadDoesNotCount() {
    #expect(end(Second(ran: 0.5, waited: 0.5)) == 10)
    #expect(end(Second(ran: 0.25, waited: 0.75)) == 19)
    #expect(end(Second(ran: 0.1, waited: 3)) == 20, "four times what is allowed is the utmost")
  }

  @Test func threadsThatEndTakeNothingBack() {
    var allowance = DecoderTimeBudget(
      .seconds(5), at: begin, usage: ProcessUsage(used: .zero, waited: .seconds(3)))
    let usage = ProcessUsage(used: .zero, waited: .zero)
    #expect(allowance.end(at: begin + .seconds(1), usage: usage) != nil)
    #expect(allowance.end(at: begin + .seconds(5), usage: usage) == nil)
  }

  @Test func withoutAnAccountTheClockDecides() {
    var allowance = DecoderTimeBudget(.seconds(5), at: begin, usage: nil)
    #expect(allowance.firstEnd == begin + .seconds(1))
    #expect(allowance.end(at: begin + .seconds(1), usage: nil) == begin + .seconds(2))
    #expect(allowance.end(at: begin + .seconds(5), usage: nil) == nil)
  }

  @Test func theNextLookIsNeverAfterTheEnd() throws {
    var allowance = DecoderTimeBudget(.seconds(2), at: begin, usage: nil)
    #expect(allowance.end(at: begin + .milliseconds(1500), usage: nil) == begin + .seconds(2))
    let short = DecoderTimeBudget(.milliseconds(300), at: begin, usage: nil)
    #expect(short.firstEnd == begin + .milliseconds(300))
  }
}
