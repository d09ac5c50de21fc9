internal import LuaBridge
internal import Pipeline

/// A rule that can't be checked to its end, because options have to be set first.
struct UncheckedRule: Error, CustomStringConvertible {
  let options: [RuleOption]
  let problem: RuleProblem

  var description: String {
    let flags = options.map { "--\($0.flag)" }.joined(separator: ", ")
    return "can't be checked further without \(flags): \(problem)"
  }
}
