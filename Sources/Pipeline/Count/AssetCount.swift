/// Counts assets, and adds up their sizes and dates, for each value of some keys.
struct AssetCount: TransformStage {
  static let description = StageDescription(
    name: "count", role: .observe,
    summary: "counts what comes, with bytes and first and last date, for each value of fields;"
      + " gives records of these instead of assets",
    options: [
      OptionDescription(
        "by", .texts,
        "what assets of a group share: fields, or texts with fields in braces; without it all are one"
          + " group"),
      OptionDescription(
        "sums", .flag, "false for numbers alone, for which no file has to be read",
        standard: "true"),
    ],
    example: "count { by = \"{localDate:%Y-%m}\" }")

  private let keys: [CountKey]
  private let sums: Bool

  init(_ arguments: inout StageArguments) {
    keys = (arguments.texts("by") ?? []).compactMap { CountKey($0, &arguments) }
    sums = arguments.flag("sums") ?? true
    let lists = keys.filter(\.isList)
    if lists.count > 1 {
      arguments.note(
        "an asset counts for each text of a list, so only one field of by may be a list",
        token: lists[1].name)
    }
  }

  var traits: StageTraits {
    var traits = StageTraits()
    traits.isLast = true
    return traits
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [CountStep(keys, sums: sums)] }
}
