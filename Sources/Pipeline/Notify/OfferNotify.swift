/// Offers assets to the user: asks with a notifier for a while, or passes them on without one.
struct OfferNotify: TransformStage {
  static let description = StageDescription(
    name: "notify", role: .notify,
    summary:
      "offers assets: asks on the terminal, or by another notifier, and passes on those that are"
      + " accepted, or without one all",
    options: [
      OptionDescription(
        "title", .textOrFunction,
        "the question, with fields in braces, or a function or plugin that gives it",
        standard: "\"Take this one?\""),
      OptionDescription(
        "body", .textOrFunction,
        "the line below the question, in the same ways; without it the file's name"),
      OptionDescription("dismiss", .duration, "how long the question stays", standard: "\"3s\""),
      OptionDescription(
        "actions", .actions,
        "more ways to accept, as buttons or keys; later stages find the chosen one in prompt.action,"
          + " and the words of \"default\" are those of a plain yes"),
      OptionDescription(
        "quietFor", .duration,
        "under watch: a notice when nothing was offered for that long, such as \"3d\""),
      OptionDescription.flag("together", "one question about all assets, once all are there"),
      OptionDescription(
        "keep", .choice(PassPolicy.allCases.map(\.rawValue)),
        "which assets are passed on: those that were taken, or all with their outcome",
        standard: "\"taken\""),
      OptionDescription(
        "by", .texts,
        "a program that answers instead of the user: it gets the record and writes the outcome"),
      OptionDescription.flag(
        "unattended", "without a terminal to ask on, later stages that act may act on every asset"),
    ],
    adds: [Prompt.field],
    example: "notify { title = \"Send this screenshot?\", dismiss = \"3s\" }")

  private enum PassPolicy: String, CaseIterable {
    case taken, all
  }

  private let settings: OfferSettings
  private let isTogether: Bool
  /// The step that calls the rule's functions for texts of the question; nil if all are templates.
  private let wording: OfferWordingStep?

  init(_ arguments: inout StageArguments) {
    isTogether = arguments.flag("together")
    let keep: String? = arguments.choice("keep", among: PassPolicy.allCases.map(\.rawValue))
    let title = arguments.templateOrFunction("title")
    let body = arguments.templateOrFunction("body")
    if isTogether, title?.function != nil {
      arguments.note(
        "one question is about all assets, so its title is a text and no function of one",
        token: "title")
    }
    if isTogether, let member = title?.template?.members.first {
      arguments.note(
        "one question is about all assets, so its title has no \"\(member.path.name)\" of one",
        token: "title")
    }
    let words: [String]? = arguments.texts("by")
    let program = words.flatMap {
      arguments.program($0, of: "by", "notify { by = { \"python3\", \"./ask.py\" } }")
    }
    if isTogether, program != nil {
      arguments.note("a program is asked about one asset after the other", token: "together")
    }
    let actions: [OfferAction] = arguments.actions("actions") ?? []
    settings = OfferSettings(
      title: title?.template, body: body?.template,
      actions: actions.filter { $0.name != OfferAnswer.plain },
      acceptLabel: actions.first { $0.name == OfferAnswer.plain }?.label,
      duration: arguments.duration("dismiss") ?? 3000,
      quietTime: arguments.duration("quietFor"), keepsAll: keep == PassPolicy.all.rawValue,
      allowsUnattended: arguments.flag("unattended"), program: program)
    let functions = [title?.function, body?.function]
    wording =
      functions.contains { $0 != nil }
      ? OfferWordingStep(title: title?.function, body: body?.function) : nil
  }

  var traits: StageTraits {
    StageTraits(
      action: ActionBehaviour(starting: settings.program),
      offers: OfferBehaviour(
        settings.allowsUnattended ? .unattended : .needsAnswer, quietTime: settings.quietTime))
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    (wording.map { [$0] } ?? [])
      + [
        isTogether
          ? GroupOfferStep(settings: settings, letsChoose: false) : OfferStep(settings: settings)
      ]
  }
}
