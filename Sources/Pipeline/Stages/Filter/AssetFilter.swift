/// Keeps the assets that pass tests or a function; orders and limits them.
struct AssetFilter: TransformStage {
  static let description = StageDescription(
    name: "filter", role: .filter,
    summary: "keeps the assets that pass all tests, or for which a function answers true",
    content: .testsOrFunction,
    options: [
      OptionDescription("any", .tests, "tables of which one has to hold"),
      OptionDescription("none", .tests, "tables of which none may hold"),
      OptionDescription(
        "sortedBy", .texts,
        "fields to order by, each with a - for descending; unknown comes last; album for the order of "
          + "the album"),
      OptionDescription("limit", .integer, "at most so many assets"),
      OptionDescription("offset", .integer, "leaves out so many assets first", standard: "0"),
    ],
    example: "filter { mediaType = \"image\", sortedBy = \"-creationDate\", limit = 1 }")

  private let predicate: Predicate
  private let function: FunctionReference?
  private let order: [SortKey]
  private let offset: Int
  private let limit: Int?

  init(_ arguments: inout StageArguments) {
    var compiler = PredicateCompiler(
      now: arguments.now, rulePath: arguments.rulePath, line: arguments.line)
    var members = arguments.takeContent()
    for name in ["any", "none"] {
      if let value = arguments.take(name) { members.append(ArgumentMember(name, value)) }
    }
    predicate = compiler.compile(members)
    for problem in compiler.problems { arguments.note(problem) }
    function = arguments.function
    offset = arguments.integer("offset") ?? 0
    limit = arguments.integer("limit")
    let sortedBy = arguments.texts("sortedBy") ?? []
    // The source gives an album in its order.
    order =
      sortedBy == ["album"]
      ? []
      : sortedBy.compactMap { text in
        if let key = SortKey(text) { return key }
        let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
        arguments.note(
          "no field called \"\(name)\" to sort by", token: name,
          suggestion: NearestName.of(name, among: Field.allCases.map(\.name)))
        return nil
      }
  }

  var leadingPredicate: Predicate { predicate }

  var letsTestsPass: Bool { limit == nil && offset == 0 }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    var steps: [any Step] = []
    if let function { steps.append(FunctionStep(function)) }
    if predicate != .always, !leadingIsAnswered { steps.append(PredicateStep(predicate)) }
    if !order.isEmpty {
      let kept = limit.map { $0.addingReportingOverflow(offset) }
      steps.append(SortStep(order, keeping: kept.flatMap { $0.overflow ? nil : $0.partialValue }))
    }
    if limit != nil || offset > 0 { steps.append(LimitStep(offset: offset, limit: limit)) }
    return steps
  }
}
