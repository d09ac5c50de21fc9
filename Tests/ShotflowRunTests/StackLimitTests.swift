import ProgramSupport
import TestSupport
import Testing

/// A stack that is too small for the program: a clear end, never a signal.
@Suite struct StackLimitTests {
  @Test(arguments: [96, 128, 256, 511])
  func endsClearlyWithALowLimit(kilobytes: Int) async throws {
    let world = try ProgramWorld()
    try world.picture("1.png", seed: 1)
    let line = "ulimit -s \(kilobytes); exec \"$shotflow\" find -l ."
    let result = try await world.shell(line).result()
    #expect(result.status == .exited(69))
    #expect(result.text == "")
    #expect(
      result.errorText
        == "shotflow: the stack is too small: \(kilobytes) KiB, 512 needed; raise the limit with"
        + " \"ulimit -s 8192\"\n")
  }

  @Test(arguments: ["512", "8192", "unlimited"])
  func worksWithTheLimitThatItNeeds(limit: String) async throws {
    let world = try ProgramWorld()
    try world.picture("1.png", seed: 1)
    let line = "ulimit -s \(limit); exec \"$shotflow\" find -l . --format json"
    let result = try await world.shell(line).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(!result.text.isEmpty)
  }
}
