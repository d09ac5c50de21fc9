/// Offers assets to the user: by a notifier for a while, else by passing them on.
struct OfferNotify: TransformStage {
  static let description = StageDescription(
    name: "notify", role: .notify,
    summary: "offers assets and passes on what is taken: asks on a terminal, else takes all",
    options: [
      OptionDescription(
        "title", .text, "the question",
        standard: "\"Take this one?\""),
      OptionDescription("dismiss", .duration, "how long the question stays", standard: "\"3s\""),
      OptionDescription.flag("together", "one question about all assets, once all are there"),
      OptionDescription.choice(
        "keep", among: Keep.allCases.map(\.rawValue),
        "which assets are passed on: those that were taken, or all with their outcome",
        default: Keep.taken.rawValue),
      OptionDescription.flag(
        "unattended", "where nobody can be asked, later stages that act may act on all assets"),
    ],
    adds: [Prompt.field],
    example: "notify { title = \"Send this screenshot?\", dismiss = \"3s\" }")

  /// Which assets are passed on.
  private enum Keep: String, CaseIterable {
    case taken, all
  }

  private let terms: OfferTerms
  private let isTogether: Bool
  private let isUnattended: Bool

  init(_ arguments: inout StageArguments) {
    isTogether = arguments.flag("together")
    isUnattended = arguments.flag("unattended")
    let keep: String = arguments.choice("keep", among: Keep.allCases.map(\.rawValue))
    terms = OfferTerms(
      title: arguments.text("title"),
      duration: arguments.duration("dismiss") ?? 3000, keepsAll: keep == Keep.all.rawValue)
  }

  var traits: StageTraits {
    StageTraits(offerUse: isUnattended ? .unattended : .needsAnswer)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    [isTogether ? JointOfferStep(terms: terms) : OfferStep(terms: terms)]
  }
}
