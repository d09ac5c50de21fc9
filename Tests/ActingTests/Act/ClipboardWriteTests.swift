import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct ClipboardWriteTests {
  @Test(arguments: ["path", "image", "filename", "location.latitude", "sha1"])
  func takesTheseOfAnAsset(_ what: String) throws {
    let plan = try ActProblems.plan("clipboard", ["what": .text(what)])
    #expect(plan.steps.map(\.detail) == ["with \(what)"])
    #expect(plan.needs.map(\.capability) == [.clipboard])
  }

  @Test func takesPathsWhereNothingIsSaid() throws {
    #expect(try ActProblems.plan("clipboard", [:]).steps.map(\.detail) == ["with path"])
  }

  @Test func aFieldIsOneThatTheRuleKnows() throws {
    #expect(
      ActProblems.of("clipboard", ["what": "text"])
        == [
          "what takes \"path\", \"image\" or the name of a field, and no stage before adds \"text\""
        ])
    let plan = try Scenario([
      StageCall("source", ["stdin": true, "fields": ["text": "text"]]),
      StageCall("clipboard", ["what": "text"]),
    ]).plan()
    #expect(plan.steps.map(\.detail) == ["with text"])
  }
}
