import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct FileMoveTests {
  @Test func alwaysNeedsAPermission() throws {
    for place in ["a/", "/srv/a/", "~/{filename}"] {
      let needs = try ActProblems.plan("move", ["to": .text(place)]).needs
      #expect(needs.map(\.capability) == [.write])
    }
  }

  @Test func saysWhatItDoes() throws {
    let plan = try ActProblems.plan("move", ["to": "a/{filename}"])
    #expect(plan.steps.map(\.name) == ["move"])
    #expect(plan.steps.map(\.detail) == ["to \"a/{filename}\""])
    #expect(plan.steps.allSatisfy { $0.ordering == .source })
  }
}
