/// Gives assets labels of the rule's own, by functions or by tests.
struct LabelClassifier: TransformStage {
  static let description = StageDescription(
    name: "classify", role: .classify,
    summary: "adds labels of the rule's own: each name with a function or a table of tests",
    content: .labels, options: [],
    example: "classify { receipt = function(asset) return asset.filename:find(\"receipt\") end }")

  private let rules: [LabelRule]

  init(_ arguments: inout StageArguments) {
    var rules: [LabelRule] = []
    for member in arguments.takeContent() {
      switch member.value {
      case .function(let function):
        rules.append(LabelRule(label: member.name, test: .function(function)))
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

  var traits: StageTraits { StageTraits(albumUse: .members, observedUse: .fetch) }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [LabelStep(rules)] }
}
