import LuaBridge
import Pipeline
import PipelineSupport

extension RuleLoader {
  /// Returns what the filters of a rule of `find` test together.
  func test(in text: String) throws -> AssetPredicate {
    let rule = try load(RuleFile(path: "find", source: text), now: Scenario.noon)
    var fields = Components.builtin.fieldTable
    var tests: [AssetPredicate] = []
    for call in rule.stages {
      let stage = try Components.builtin.stages.make(
        call, rulePath: "find", now: Scenario.noon, fields: &fields
      ).get()
      if case .transform(let transform) = stage.part { tests.append(transform.leadingPredicate) }
    }
    return .conjunction(tests)
  }
}
