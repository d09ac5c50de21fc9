import AssetSupport
import Engine
import PipelineSupport

/// The problems of a rule that has one stage after its source.
struct ActProblems {
  static func of(_ name: String, _ argument: ArgumentValue? = nil) -> [String] {
    let call = argument.map { StageCall(name, $0, line: 2) } ?? StageCall(name, [:], line: 2)
    do {
      _ = try Scenario([StageCall("source", ["stdin": true]), call]).plan()
      return []
    } catch {
      return (error as? RuleProblems)?.problems.map(\.message) ?? ["\(error)"]
    }
  }

  static func plan(_ name: String, _ argument: ArgumentValue) throws -> PipelinePlan {
    try Scenario([StageCall("source", ["stdin": true]), StageCall(name, argument, line: 2)]).plan()
  }
}
