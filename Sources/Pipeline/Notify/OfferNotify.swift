/// Offers each asset to the user: by a notifier for a while, else by passing it on.
struct OfferNotify: TransformStage {
  static let description = StageDescription(
    name: "notify", role: .notify,
    summary: "offers each asset: asks on a terminal, else hands it on",
    options: [
      OptionDescription("title", .text, "the question", standard: "\"Take this one?\""),
      OptionDescription("dismiss", .duration, "how long the question stays", standard: "\"3s\""),
    ],
    example: "notify { title = \"Send this screenshot?\", dismiss = \"3s\" }")

  private let step: OfferStep

  init(_ arguments: inout StageArguments) {
    step = OfferStep(
      title: arguments.text("title") ?? "Take this one?",
      duration: arguments.duration("dismiss") ?? 3000)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [step] }
}
