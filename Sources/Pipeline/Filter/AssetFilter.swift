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
        "either", .alternatives,
        "alternatives; the first asset that passes one decides that only such are taken"),
      ElsewhereOption.notIn.description,
      ElsewhereOption.alsoIn.description,
      OptionDescription(
        "sortedBy", .texts,
        "fields to order by, each with a - for descending; unknown comes last; album for the order of "
          + "the album"),
      OptionDescription("limit", .integer, "at most so many assets"),
      OptionDescription("offset", .integer, "leaves out so many assets first", standard: "0"),
      OptionDescription(
        "empty", .flag, "of albums: those too of which no asset passes", standard: "false"),
      OptionDescription(
        "remark", .text,
        "a message that is printed with the number of assets that the tests leave out; in a filter "
          + "without tests, that the limit leaves out"),
      OptionDescription(
        FilterPlace.option, .choice(FilterPlace.allCases.map(\.rawValue)),
        "the place where the command line's options about pictures, or --sort, --offset and --limit,"
          + " are put in a rule with selection = true"),
    ],
    example: "filter { mediaType = \"image\", sortedBy = \"-creationDate\", limit = 1 }")

  private let predicate: AssetPredicate
  private let function: FunctionReference?
  private let alternatives: [FilterAlternative]
  /// The libraries that must not have an asset's file, and those that must.
  private let notIn: [String]
  private let alsoIn: [String]
  private let order: [SortKey]
  private let offset: Int
  private let limit: Int?
  private let remark: String?
  private let empty: Bool?
  /// The table of fields, with the names of added ones.
  private let fields: FieldTable

  init(_ arguments: inout StageArguments) {
    fields = arguments.fields
    var compiler = arguments.compiler
    var members = arguments.takeContent()
    for name in ["any", "none"] {
      if let value = arguments.take(name) { members.append(ArgumentMember(name, value)) }
    }
    predicate = compiler.compile(members)
    alternatives = Self.alternatives(&arguments, &compiler)
    for problem in compiler.problems { arguments.note(problem) }
    function = arguments.function
    notIn = ElsewhereOption.notIn.names(&arguments)
    alsoIn = ElsewhereOption.alsoIn.names(&arguments)
    offset = arguments.integer("offset") ?? 0
    limit = arguments.integer("limit")
    remark = arguments.text("remark")
    empty = arguments.flag("empty")
    // The tool has put in what was typed; the filter itself does nothing for it.
    _ = arguments.choice(FilterPlace.option, among: FilterPlace.allCases.map(\.rawValue))
    let isForTests = predicate != .always || !notIn.isEmpty || !alsoIn.isEmpty
    if remark != nil, !isForTests, limit == nil, arguments.isSound {
      arguments.note(
        "remark is about assets that fail tests; add some, such as mediaType = \"image\", or a limit",
        token: "remark")
    }
    let sortedBy = arguments.texts("sortedBy") ?? []
    // An album's order is that of the source.
    order =
      sortedBy == ["album"]
      ? []
      : sortedBy.compactMap { text in
        if let key = SortKey(text, in: arguments.fields) { return key }
        let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
        arguments.note(
          "no field called \"\(name)\" to sort by", token: name,
          suggestion: NearestName.of(name, among: arguments.fields.names))
        return nil
      }
  }

  private static func alternatives(
    _ arguments: inout StageArguments, _ compiler: inout PredicateCompiler
  ) -> [FilterAlternative] {
    guard let value = arguments.take("either") else { return [] }
    guard case .list(let tables) = value, !tables.isEmpty else {
      arguments.noteWrongType("either", value)
      return []
    }
    var alternatives: [FilterAlternative] = []
    for table in tables {
      guard case .table(let members) = table else {
        arguments.noteWrongType("either", table)
        continue
      }
      var limit: Int?
      if let value = members.first(where: { $0.name == "limit" })?.value {
        limit = value.count
        if limit == nil { arguments.noteWrongType("limit", value) }
      }
      let tests = compiler.compile(members.filter { $0.name != "limit" })
      alternatives.append(FilterAlternative(tests, limit: limit))
    }
    return alternatives
  }

  /// The tests that a source may answer; none for `remark`, which has to see the assets that fail.
  var leadingPredicate: AssetPredicate { remark == nil ? predicate : .always }

  var traits: StageTraits {
    var traits = StageTraits(
      letsTestsPass: limit == nil && offset == 0 && alternatives.isEmpty && remark == nil,
      albums: AlbumBehaviour(
        .members, option: empty == nil ? nil : "empty", keepsEmpty: empty == true),
      observation: compares ? .none : .fetch)
    traits.input.otherLibraries = notIn + alsoIn
    return traits
  }

  /// True if assets are compared with other libraries.
  private var compares: Bool { !notIn.isEmpty || !alsoIn.isEmpty }

  /// The field with the number of an asset's group, if an earlier stage finds groups.
  private var group: Field? {
    ShownDuplicates.fieldNames.compactMap { fields.field(named: $0.number) }
      .first { !fields.given.contains($0) }
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    var steps: [any Step] = []
    if let function { steps.append(FunctionStep(function: function)) }
    if let remark, predicate != .always {
      steps.append(RemarkStep(step: PredicateStep(predicate, fields), remark: remark))
    } else if predicate != .always, !leadingIsAnswered {
      steps.append(PredicateStep(predicate, fields))
    }
    if compares {
      let step = ElsewhereStep(notIn: notIn, alsoIn: alsoIn)
      let remark = predicate == .always ? remark : nil
      steps.append(remark.map { RemarkStep(step: step, remark: $0) } ?? step)
    }
    if !order.isEmpty {
      let kept = limit.map { $0.addingReportingOverflow(offset) }
      steps.append(
        SortStep(
          order, keeping: kept.flatMap { $0.overflow ? nil : $0.partialValue }, fields))
    }
    if !alternatives.isEmpty { steps.append(AlternativesStep(alternatives: alternatives)) }
    if limit != nil || offset > 0 {
      var step: any Step = LimitStep(offset: offset, limit: limit)
      let isAlone =
        predicate == .always && function == nil && !compares && order.isEmpty
        && alternatives.isEmpty
      if isAlone, let group { step = GroupLimitStep(group: group, offset: offset, limit: limit) }
      let remark = predicate == .always && !compares && limit != nil ? remark : nil
      if let remark { step = RemarkStep(step: step, remark: remark) }
      steps.append(step)
    }
    return steps
  }
}

/// A place in a rule at which filters of the command line are put.
package enum FilterPlace: String, CaseIterable {
  /// The tests that choose the assets to look at.
  case selection
  /// The order and the number of the assets that come out.
  case results

  /// The option of `filter` that marks a place.
  package static let option = "takes"
}
