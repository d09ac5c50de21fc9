import AssetSupport
import Engine
import PipelineSupport

/// The problems of a rule that has one stage after its source.
struct ActProblems {
  static func of(_ name: String, _ argument: ArgumentValue? = nil) -> [String] {
    let call = argument.map { StageCall(name, $0, line: 2) } ?? StageCall(name, [:], line: 2)
    return Scenario([StageCall("source", ["stdin": true]), call]).problems
  }

  static func plan(_ name: String, _ argument: ArgumentValue) throws -> PipelinePlan {
    try Scenario([StageCall("source", ["stdin": true]), StageCall(name, argument, line: 2)]).plan()
  }
}
