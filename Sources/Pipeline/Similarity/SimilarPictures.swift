/// Keeps one picture of each group that looks alike, or shows the others.
package struct SimilarPictures: TransformStage {
  package static let description = StageDescription(
    name: "similar", role: .dedupe,
    summary:
      "keeps one of the pictures that look alike, such as copies of other sizes; or shows the"
      + " rest",
    options: [
      OptionDescription.choice(
        "hash", among: PerceptualHashKind.allCases.map(\.rawValue) + [both],
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
        "keep", .choiceOrFunction(SimilarRanking.names),
        "which picture of a group is kept: the first that comes, the best, the oldest, the newest,"
          + " the largest file, the sharpest, or the one for which a function gives the largest number",
        standard: "\"best\""),
      ShownDuplicates.option("look alike"),
      ProtectedFolders.option,
    ],
    mayAdd: SimilarFields.fields,
    example: "similar { keep = \"best\", show = \"groups\" }")

  private static let both = "both"
  /// The maximum distance; two unrelated pictures differ in 32 bits, plus or minus 8.
  private static let mostDistance = 24

  private let likeness: HashThreshold
  private let keep: SimilarRanking
  private let show: ShownDuplicates
  private let keepIn: ProtectedFolders
  /// The fields that name the kept picture; nil if only kept assets are passed on.
  private let mark: SimilarFields?

  package init(_ arguments: inout StageArguments) {
    let hash: String = arguments.choice(
      "hash", among: PerceptualHashKind.allCases.map(\.rawValue) + [Self.both])
    let distance: Int = arguments.integer("distance")
    if distance > Self.mostDistance {
      arguments.note(
        "distance is at most \(Self.mostDistance): of 64 bits, pictures that have nothing in common"
          + " differ in about 32", token: "distance")
    }
    likeness = HashThreshold(
      hashes: PerceptualHashKind(rawValue: hash).map { [$0] } ?? PerceptualHashKind.allCases,
      distance: min(distance, Self.mostDistance), isTurned: arguments.flag("turned"),
      isMirrored: arguments.flag("mirrored"))
    keep = SimilarRanking(&arguments)
    show = ShownDuplicates(&arguments)
    keepIn = ProtectedFolders(&arguments)
    mark = show == .kept ? nil : SimilarFields(&arguments, ofGroups: show == .groups)
  }

  public var traits: StageTraits { StageTraits(observation: .fetch) }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    [
      DecodingStep.perceptualHashes(for: likeness),
      SimilarStep(likeness: likeness, keep: keep, show: show, folders: keepIn, mark: mark),
    ]
  }
}

/// The rule that chooses which of several similar pictures is kept.
enum SimilarRanking: Sendable {
  case rule(DuplicateRanking)
  /// The picture with the sharpest edges; equally sharp ones are ranked as by `best`.
  case sharpest

  static let names = DuplicateRanking.names + ["sharpest"]

  init(_ arguments: inout StageArguments) {
    self =
      switch arguments.choiceOrFunction("keep", among: Self.names) {
      case .choice("sharpest"): .sharpest
      case .choice(let name): .rule(DuplicateRanking(name: name) ?? .best)
      case .function(let function): .rule(.function(function))
      case nil: .rule(.best)
      }
  }

  /// The ranking of pictures of equal sharpness, or of all if sharpness does not count.
  var rule: DuplicateRanking {
    switch self {
    case .rule(let rule): rule
    case .sharpest: .best
    }
  }

  var summary: String {
    switch self {
    case .rule(let rule): rule.summary
    case .sharpest: "sharpest"
    }
  }
}
