/// Adds the rule's own labels to assets, by functions or by tests.
struct LabelClassifier: TransformStage {
  static let description = StageDescription(
    name: "classify", role: .classify,
    summary: "adds labels of the rule's own: each name with a function or a table of tests",
    content: .labels, options: [],
    example:
      "classify { receipt = function(asset) return asset.filename:find(\"receipt\") ~= nil end }")

  private let rules: [LabelRule]

  init(_ arguments: inout StageArguments) {
    var rules: [LabelRule] = []
    for member in arguments.takeContent() {
      switch member.value {
      case .function(let function):
        rules.append(
          LabelRule(label: member.name, test: Self.test(function, member.name, &arguments)))
      case .table(let tests):
        var compiler = arguments.compiler
        let predicate = compiler.compile(tests)
        for problem in compiler.problems { arguments.note(problem) }
        rules.append(LabelRule(label: member.name, test: .predicate(predicate)))
      default:
        arguments.note(
          "the label \"\(member.name)\" takes a function or a table of tests, "
            + "not \(member.value.quoted)", token: member.name)
      }
    }
    if rules.isEmpty, arguments.isSound {
      arguments.note("classify names no label", token: "classify")
    }
    self.rules = rules
  }

  /// Returns the test that calls a function; its results also become the values of a field of the
  /// label's name, unless the name can't be a field's.
  private static func test(
    _ function: FunctionReference, _ label: String, _ arguments: inout StageArguments
  ) -> LabelRule.Test {
    guard FieldTable.canAdd(label) else { return .function(function) }
    let known = arguments.fields.field(named: label).map(arguments.fields.type)
    let type = known ?? .value
    guard
      let field = arguments.add(
        AddedField(label, type, "returned by the rule's function in line \(function.line)"))
    else { return .function(function) }
    return .value(function, field, type)
  }

  var traits: StageTraits { .perAsset }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [LabelStep(rules: rules)] }
}
