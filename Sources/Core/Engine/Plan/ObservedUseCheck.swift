/// The check that a rule's stages can be used together with `observe`.
struct ObservedUseCheck {
  let rulePath: String

  func problems(_ stages: [(call: StageCall, transform: PlannedTransform)]) -> [RuleProblem] {
    let place = stages.firstIndex { $0.transform.stage.traits.observation.since != nil }
    guard let place else { return [] }
    var problems: [RuleProblem] = []
    let word = stages[place].call.name
    for (index, (call, transform)) in stages.enumerated() {
      func note(_ message: String) {
        problems.append(
          RuleProblem(path: rulePath, line: call.line, message: message, token: call.name))
      }
      if transform.stage.traits.observation.since != nil {
        if index != place { note("a rule observes one fetch, so it has one \(word)") }
        if transform.condition != nil {
          note("\(word) is for all that is fetched; put the tests into a filter before it")
        }
        continue
      }
      switch (transform.stage.traits.observation, index < place) {
      case (.fetch, true), (.content, false): break
      case (.fetch, false):
        note("\(call.name) stands before \(word), as behind it changes would be left out")
      case (.content, true):
        note("\(call.name) stands behind \(word), where only what changed comes through")
      case (.none, _), (.observer, _):
        note("\(call.name) does not go with \(word), as it would leave out changes")
      }
    }
    return problems
  }
}
