import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import TestSupport
import Testing

/// The stage's description, and its behaviour where no picture can be made.
@Suite struct SimilarPicturesTests {

  @Test func fieldsAreThereWhereSomethingIsShown() throws {
    let marked = Scenario([
      StageCall("source"), StageCall("similar", ["show": "dropped"]),
      StageCall("filter", ["similarDistance": 3]),
    ])
    #expect(throws: Never.self) { try marked.plan() }
    let unmarked = Scenario([
      StageCall("source"), StageCall("similar"), StageCall("filter", ["similarDistance": 3]),
    ])
    #expect(throws: (any Error).self) { try unmarked.plan() }
  }

  @Test func whatCanNotBeDecodedGoesOnAndIsReported() throws {
    let world = try PictureWorld()
    try world.write("a.jpg", "fail")
    try world.write("b.jpg", "fail")
    var scenario = Scenario(
      [StageCall("source"), StageCall("similar", [:])], library: world.library.path)
    scenario.decoders = world.decoders.pool
    let outcome = try scenario.run()
    #expect(try outcome.names == ["a.jpg", "b.jpg"])
    #expect(outcome.report.failures.map(\.stage) == ["similar", "similar"])
    #expect(outcome.report.failureCount == 2)
  }
}
