import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct FileTrashTests {
  @Test func needsAPermission() throws {
    let needs = try ActProblems.plan("trash", [:]).needs
    #expect(needs.map(\.capability) == [.write])
    #expect(needs.map(\.action) == ["move files out of the library into the desktop's trash"])
  }

  @Test func saysWhatItDoes() throws {
    let plan = try ActProblems.plan("trash", [:])
    #expect(plan.steps.map(\.name) == ["trash"])
    #expect(plan.steps.map(\.detail) == ["to the desktop's trash"])
    #expect(plan.steps.allSatisfy { $0.ordering == .source })
  }

  @Test func takesNoOptions() {
    #expect(ActProblems.of("trash", ["to": "x"]) == ["trash has no option called \"to\""])
  }
}
