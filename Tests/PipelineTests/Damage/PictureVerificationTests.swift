import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import TestSupport
import Testing

/// The stage's description, and what it leaves to other stages.
@Suite struct PictureVerificationTests {
  @Test func hasNoOptions() {
    let call = StageCall("verify", ["deep": true])
    #expect(throws: (any Error).self) { try Scenario([StageCall("source"), call]).plan() }
  }

  @Test func decodesNoFileThatIsKnownToBeDamaged() throws {
    let world = try PictureWorld()
    try world.write("a.jpg", "fail")
    try world.write("b.jpg", "")
    var scenario = Scenario(
      [StageCall("source"), StageCall("verify", [:])], library: world.library.path)
    scenario.decoders = world.decoders.pool
    let outcome = try scenario.run()
    #expect(try outcome.names == ["a.jpg", "b.jpg"])
    #expect(outcome.report.failureCount == 0)
  }
}
