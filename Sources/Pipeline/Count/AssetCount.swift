/// Counts assets, and adds up their sizes and dates, for each value of some keys.
struct AssetCount: TransformStage {
  static let description = StageDescription(
    name: "count", role: .observe,
    summary: "counts what comes, with bytes and first and last date, for each value of fields;"
      + " gives records of these instead of assets",
    options: [
      OptionDescription(
        "by", .texts,
        "what assets of a group share: fields, year, month, day, folder, or texts with fields in"
          + " braces; without it all are one group"),
      OptionDescription(
        "sums", .flag, "false for numbers alone, for which no file has to be read",
        standard: "true"),
      OptionDescription(
        "sortedBy", .texts,
        "columns to order the groups by, each with a - for descending: count, bytes, first, last, key,"
          + " or a name of by"),
      OptionDescription("limit", .integer, "at most so many groups"),
      OptionDescription("offset", .integer, "leaves out so many groups first", standard: "0"),
    ],
    example: "count { by = \"{localDate:%Y-%m}\" }")

  private let keys: [CountKey]
  private let sums: Bool
  /// The columns to order by.
  private let order: [CountColumn]
  private let slice: StepTraits.Slice

  init(_ arguments: inout StageArguments) {
    let keys = (arguments.texts("by") ?? []).compactMap { CountKey($0, &arguments) }
    self.keys = keys
    sums = arguments.flag("sums") ?? true
    let offset = arguments.integer("offset") ?? 0
    let limit: Int? = arguments.integer("limit")
    slice = StepTraits.Slice(offset: offset, limit: limit)
    order = (arguments.texts("sortedBy") ?? []).compactMap { text in
      if let column = CountColumn(text, among: keys) { return column }
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let known = CountColumn.names + keys.map(\.name)
      arguments.note(
        "counts have no column called \"\(name)\"; there are \(known.joined(separator: ", "))",
        token: name)
      return nil
    }
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

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    let count = CountStep(keys, sums: sums)
    if order.isEmpty, slice.isWhole { return [count] }
    return [count, CountOrderStep(keys: keys, columns: order, slice: slice)]
  }
}
