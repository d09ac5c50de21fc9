import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct FileLinkTests {
  @Test func aLinkIsSymbolicOrHard() throws {
    let symbolic = try ActProblems.plan("link", ["to": "a/"])
    #expect(symbolic.steps.map(\.detail) == ["to \"a/\""])
    let hard = try ActProblems.plan("link", ["to": "a/", "kind": "hard"])
    #expect(hard.steps.map(\.detail) == ["to \"a/\", hard"])
    #expect(
      ActProblems.of("link", ["to": "a/", "kind": "soft"])
        == ["kind takes \"symbolic\" or \"hard\", not \"soft\""])
  }

  @Test func needsAPermissionOutsideOfTheOutputFolder() throws {
    #expect(try ActProblems.plan("link", ["to": "a/"]).needs == [])
    #expect(try ActProblems.plan("link", ["to": "/a/"]).needs.map(\.capability) == [.write])
  }
}
