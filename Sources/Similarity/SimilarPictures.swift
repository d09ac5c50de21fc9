internal import Keeping

/// Keeps one of each group of pictures that look alike, or shows what is left out by that.
package struct SimilarPictures: TransformStage {
  package static let description = StageDescription(
    name: "similar", role: .dedupe,
    summary:
      "keeps one of the pictures that look alike, such as copies of other sizes; or shows the"
      + " rest",
    options: [
      OptionDescription.choice(
        "hash", among: PictureHash.allCases.map(\.rawValue) + [both],
        "how pictures are compared: by where it gets brighter, by frequencies, or by both, each of"
          + " which has to be near", default: both),
      OptionDescription.integer(
        "distance", "how many of the 64 bits of a hash may differ, from 0 to \(mostDistance)",
        default: 10),
      OptionDescription.flag("turned", "whether a picture that was turned by quarters looks alike"),
      OptionDescription.flag(
        "mirrored",
        "whether a picture of which left and right are exchanged looks alike; with turned, top and"
          + " bottom as well"),
      OptionDescription(
        "keep", .choiceOrFunction(SimilarChoice.names),
        "which picture of a group is kept: the first that comes, the best, the oldest, the newest,"
          + " the largest file, the sharpest, or the one for which a function gives the largest number",
        standard: "\"best\""),
      ShownDuplicates.option("look alike"),
      KeptFolders.option,
    ],
    mayAdd: SimilarMark.fields,
    example: "similar { keep = \"best\", show = \"groups\" }")

  private static let both = "both"
  /// Two pictures that have nothing in common differ in 32 bits, give or take 8.
  private static let mostDistance = 24

  private let likeness: Likeness
  private let keep: SimilarChoice
  private let show: ShownDuplicates
  private let keepIn: KeptFolders
  /// Nil where only what is kept comes through.
  private let mark: SimilarMark?

  package init(_ arguments: inout StageArguments) {
    let hash: String = arguments.choice(
      "hash", among: PictureHash.allCases.map(\.rawValue) + [Self.both])
    let distance: Int = arguments.integer("distance")
    if distance > Self.mostDistance {
      arguments.note(
        "distance is at most \(Self.mostDistance): of 64 bits, pictures that have nothing in common"
          + " differ in about 32", token: "distance")
    }
    likeness = Likeness(
      hashes: PictureHash(rawValue: hash).map { [$0] } ?? PictureHash.allCases,
      distance: min(distance, Self.mostDistance), isTurned: arguments.flag("turned"),
      isMirrored: arguments.flag("mirrored"))
    keep = SimilarChoice(&arguments)
    show = ShownDuplicates(&arguments)
    keepIn = KeptFolders(&arguments)
    mark = show == .kept ? nil : SimilarMark(&arguments)
  }

  public var traits: StageTraits { StageTraits(observedUse: .fetch) }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    [
      LookStep(likeness: likeness),
      SimilarStep(likeness: likeness, keep: keep, show: show, folders: keepIn, mark: mark),
    ]
  }
}

/// Which of several pictures that look alike is kept.
enum SimilarChoice: Sendable {
  case rule(KeepRule)
  /// The one with the sharpest edges, then as `best` does it.
  case sharpest

  static let names = KeepRule.names + ["sharpest"]

  init(_ arguments: inout StageArguments) {
    self =
      switch arguments.choiceOrFunction("keep", among: Self.names) {
      case .choice("sharpest"): .sharpest
      case .choice(let name): .rule(KeepRule(name: name) ?? .best)
      case .function(let function): .rule(.function(function))
      case nil: .rule(.best)
      }
  }

  /// The rule that decides between pictures that are equal by their sharpness, or alone.
  var rule: KeepRule {
    switch self {
    case .rule(let rule): rule
    case .sharpest: .best
    }
  }

  /// How `explain` calls it.
  var summary: String {
    switch self {
    case .rule(let rule): rule.summary
    case .sharpest: "sharpest"
    }
  }
}
