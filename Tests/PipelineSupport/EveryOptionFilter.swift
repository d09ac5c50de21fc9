import Pipeline

/// A stage with an option of every type, which keeps what it was given.
struct EveryOptionFilter: TransformStage {
  static let description = StageDescription(
    name: "everything", role: .filter, summary: "takes everything",
    options: [
      OptionDescription("flag", .flag, "a flag"),
      OptionDescription("integer", .integer, "a number"),
      OptionDescription("text", .text, "a text"),
      OptionDescription("texts", .texts, "texts"),
      OptionDescription("duration", .duration, "a duration"),
      OptionDescription("choice", .choice(["left", "right"]), "a choice"),
    ], example: "everything { flag = true }")

  let flag: Bool?
  let integer: Int?
  let text: String?
  let texts: [String]?
  let duration: Int64?
  let choice: String?

  init(_ arguments: inout StageArguments) {
    flag = arguments.flag("flag")
    integer = arguments.integer("integer")
    text = arguments.text("text")
    texts = arguments.texts("texts")
    duration = arguments.duration("duration")
    choice = arguments.choice("choice", among: ["left", "right"])
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [] }
}
