import Pipeline
import Contracts
import Testing

@Suite struct BuiltinStageTests {
  private static let names = Components.builtin.stages.names

  @Test(arguments: names) func keepsTheContract(_ name: String) throws {
    let type = try #require(Components.builtin.stages.type(named: name))
    #expect(StageContract(of: type).violations() == [])
  }
}
