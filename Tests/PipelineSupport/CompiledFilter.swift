import AssetSupport
package import Pipeline

/// The compiled tests in `filter { … }`.
package struct CompiledFilter {
  package let predicate: AssetPredicate
  package let problems: [RuleProblem]

  package init(_ table: ArgumentValue, now: Instant = Scenario.noon) {
    let calls = [StageCall("source"), StageCall("filter", table, line: 7)]
    do {
      let builder = PlanBuilder(components: .builtin, rulePath: "a.lua", now: now)
      let plan = try builder.plan(calls)
      predicate = plan.query.predicate
      problems = []
    } catch {
      predicate = .always
      problems = error.problems
    }
  }

  package var messages: [String] { problems.map(\.message) }
}

extension FieldValue {
  /// A value of the field's type, for fields of every type.
  package static func sample(of type: FieldType) -> FieldValue {
    switch type {
    case .flag: .flag(true)
    case .integer: .integer(5)
    case .number: .number(5)
    case .date: .date(Scenario.noon)
    case .text: .string("abc")
    case .texts: .texts(["abc", "x"])
    case .location: .location(Location(latitude: 1, longitude: 2))
    case .object: .object(TextSpan("{\"a\":1}"))
    case .value: .string("abc")
    }
  }
}
