package import Engine

/// A stage with an option of every type, which keeps what it was given.
package struct EveryOptionFilter: TransformStage {
  package static let description = StageDescription(
    name: "everything", role: .filter, summary: "takes everything",
    options: [
      OptionDescription("flag", .flag, "a flag"),
      OptionDescription("integer", .integer, "a number"),
      OptionDescription("text", .text, "a text"),
      OptionDescription("texts", .texts, "texts"),
      OptionDescription("duration", .duration, "a duration"),
      OptionDescription("choice", .choice(["left", "right"]), "a choice"),
    ], example: "everything { flag = true }")

  package let flag: Bool?
  package let integer: Int?
  package let text: String?
  package let texts: [String]?
  package let duration: Int64?
  package let choice: String?

  package init(_ arguments: inout StageArguments) {
    flag = arguments.flag("flag")
    integer = arguments.integer("integer")
    text = arguments.text("text")
    texts = arguments.texts("texts")
    duration = arguments.duration("duration")
    choice = arguments.choice("choice", among: ["left", "right"])
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] { [] }
}
