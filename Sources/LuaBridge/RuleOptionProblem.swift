/// What is wrong with an option, before the place in the rule is known.
struct RuleOptionProblem: Error {
  let message: String
  let token: String?
  var suggestion: String?
}
