import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct FileRevealTests {
  @Test func needsThePermissionForTheDesktop() throws {
    let plan = try ActProblems.plan("reveal", [:])
    #expect(plan.needs.map(\.capability) == [.desktop])
    #expect(plan.steps.map(\.name) == ["reveal"])
  }

  @Test func takesNoOptions() {
    #expect(
      ActProblems.of("reveal", ["program": "x"]) == ["reveal has no option called \"program\""])
  }
}
