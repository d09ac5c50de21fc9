/// Returns the changes of a fetch since a token, and the next token.
struct FetchObserve: TransformStage {
  static let description = StageDescription(
    name: "observe", role: .observe,
    summary: "instead of what the stages before it fetch, what changed of that since a token,"
      + " and the next token",
    options: [
      OptionDescription(
        "since", .text, "the token that the run before ended with; empty to list everything",
        standard: "\"\"")
    ],
    example: "observe { since = \"\" }")

  private let since: String

  init(_ arguments: inout StageArguments) {
    since = arguments.text("since") ?? ""
  }

  var traits: StageTraits {
    StageTraits(albums: .albums, observation: .observer(since: since))
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [ObserveStep(since: since)] }
}
