/// A test that rules can use, with its description and the function that compiles it.
struct TestWord: Sendable {
  let description: TestDescription
  private let otherNames: String
  let compile: @Sendable (inout PredicateCompiler, Field, TestCall) -> AssetPredicate

  var synonyms: [String] { otherNames.split(separator: " ").map(String.init) }

  /// Returns the test of that name, or nil. There are too few to build a dictionary at each start.
  static func named(_ name: String) -> TestWord? {
    all.first { $0.description.name == name }
  }

  private init(
    _ name: String, _ arguments: String, _ summary: String, synonyms: String = "",
    _ compile: @escaping @Sendable (inout PredicateCompiler, Field, TestCall) -> AssetPredicate
  ) {
    description = TestDescription(name: name, summary: summary, arguments: arguments)
    otherNames = synonyms
    self.compile = compile
  }

  static let all: [TestWord] = [
    TestWord(
      "within", "(duration)",
      "a date in the last so many seconds, strictly; a date in the future never is",
      synonyms: "newer_than last"
    ) { $0.within($1, $2) },
    TestWord(
      "on", "(day)", "a date on this day, such as \"2024-12-31\", \"today\" or \"yesterday\"",
      synonyms: "day on_day"
    ) { $0.clock($1, $2, "a day such as \"2024-12-31\"", $0.day) },
    TestWord(
      "month", "(month)",
      "a date in this month, such as \"2024-12\"; in 12, \"dec\" or \"6..8\" of every year",
      synonyms: "in_month months"
    ) { $0.cycle($1, $2, .month) },
    TestWord("year", "(year)", "a date in this year, such as 2024", synonyms: "in_year") {
      $0.clock($1, $2, "a year such as 2024", PredicateCompiler.year)
    },
    TestWord(
      "monthDay", "(days)",
      "a date on these days of every year: \"08-01\", \"12-24..01-06\" or \"today\"",
      synonyms: "month_day anniversary birthday"
    ) { $0.cycle($1, $2, .monthDay) },
    TestWord(
      "weekday", "(weekdays)", "a date on these days of the week: \"sat,sun\", \"mon..fri\"",
      synonyms: "weekdays day_of_week"
    ) { $0.cycle($1, $2, .weekday) },
    TestWord(
      "hour", "(hours)", "a date in these hours of the day: 12, \"12..17\" until 17:59, \"22..4\"",
      synonyms: "hours"
    ) { $0.cycle($1, $2, .hour) },
    TestWord(
      "time", "(times)", "a date at these times of the day: \"22:00..04:00\", over midnight",
      synonyms: "time_of_day clock"
    ) { $0.cycle($1, $2, .time) },
    TestWord(
      "before", "(date)", "a date strictly before this one; a day counts as a whole",
      synonyms: "older_than until"
    ) { $0.ordered($1, .less, $2, only: [.date]) },
    TestWord("after", "(date)", "a date strictly after this one; a day counts as a whole") {
      $0.ordered($1, .greater, $2, only: [.date])
    },
    TestWord("between", "(low, high)", "from low to high, both included") { $0.between($1, $2) },
    TestWord(
      "at_least", "(value)", "this much or more, or as much as a field that is named",
      synonyms: "min gte ge since"
    ) { $0.ordered($1, .atLeast, $2) },
    TestWord("at_most", "(value)", "this much or less", synonyms: "max lte le") {
      $0.ordered($1, .atMost, $2)
    },
    TestWord(
      "above", "(value)", "more than this, such as above(\"pixelWidth\") of pixelHeight",
      synonyms: "greater more_than gt over"
    ) { $0.ordered($1, .greater, $2) },
    TestWord("below", "(value)", "less than this", synonyms: "less less_than lt under") {
      $0.ordered($1, .less, $2)
    },
    TestWord(
      "near", "(latitude, longitude, distance)",
      "a place at most so far from a point: \"5km\", \"300m\", \"2mi\" or a number of metres",
      synonyms: "around"
    ) { $0.place($1, $2, isCircle: true) },
    TestWord(
      "inside", "(south, west, north, east)",
      "a place between these degrees, over the date line where west is greater than east",
      synonyms: "within_box bounds"
    ) { $0.place($1, $2, isCircle: false) },
    TestWord(
      "like", "(pattern)", "a text that fits a pattern of *, ?, [a-z] and [!a-z]",
      synonyms: "matches glob"
    ) { $0.like($1, $2) },
    TestWord(
      "has", "(text)", "a text that contains this one, or a list that has it",
      synonyms: "contains includes"
    ) { $0.has($1, $2) },
    TestWord(
      "ignoringCase", "(text)",
      "this text in either case; like and has take it, too",
      synonyms: "ignoreCase ignore_case ignoring_case caseInsensitive case_insensitive icase nocase"
    ) { $0.ignoringCase($1, $2) },
    TestWord(
      "any", "(values)", "one of these values or tests",
      synonyms: "any_of one_of oneOf anyOf is_in"
    ) { $0.oneOf($1, flattened($2.arguments)) },
    TestWord(
      "none", "(values)", "none of these values or tests",
      synonyms: "not_ isnt none_of noneOf not_any"
    ) { .not($0.oneOf($1, flattened($2.arguments))) },
    TestWord("present", "", "known at all", synonyms: "exists known") { _, field, _ in
      .present(field)
    },
    TestWord("absent", "", "not known", synonyms: "missing unknown") { _, field, _ in
      .not(.present(field))
    },
  ]

  /// Returns the values of `any("a", "b")` or of the equivalent `any { "a", "b" }`.
  private static func flattened(_ arguments: [ArgumentValue]) -> [ArgumentValue] {
    if arguments.count == 1, case .list(let values) = arguments[0] { return values }
    return arguments
  }
}

extension PredicateCompiler {
  fileprivate mutating func within(_ field: Field, _ call: TestCall) -> AssetPredicate {
    guard check(field, call, count: 1, types: [.date]) else { return .always }
    guard let duration = Duration(argument: call.arguments[0]) else {
      note(
        "within takes a duration such as \"30s\", not \(call.arguments[0].quoted)",
        token: "within", at: call.line)
      return .always
    }
    let start = now.advanced(byMilliseconds: -duration.wholeMilliseconds)
    return .all([
      .ordered(field, .greater, .date(start)), .ordered(field, .atMost, .date(now)),
    ])
  }

  fileprivate mutating func ordered(
    _ field: Field, _ comparison: Comparison, _ call: TestCall,
    only types: [FieldType] = [.date, .integer, .number, .text]
  ) -> AssetPredicate {
    guard check(field, call, count: 1, types: types),
      let comparand = comparand(field, call.arguments[0])
    else { return .always }
    return ordered(field, comparison, comparand)
  }

  private func ordered(
    _ field: Field, _ comparison: Comparison, _ comparand: Comparand
  ) -> AssetPredicate {
    switch comparand {
    case .constant(let constant): .ordered(field, comparison, constant)
    case .clock(let range): .clock(field, range.side(comparison))
    case .field(let other): .compared(field, comparison, other)
    }
  }

  fileprivate mutating func between(_ field: Field, _ call: TestCall) -> AssetPredicate {
    guard check(field, call, count: 2, types: [.date, .integer, .number, .text]),
      let low = comparand(field, call.arguments[0]),
      let high = comparand(field, call.arguments[1])
    else { return .always }
    if low.isBehind(high) {
      note(
        "between takes the lower end first; nothing is from \(call.arguments[0].quoted) to"
          + " \(call.arguments[1].quoted), so swap them", token: "between", at: call.line)
    }
    if case .clock(let first) = low, case .clock(let last) = high {
      return .clock(field, ClockRange(from: first.start, until: last.end))
    }
    return .all([ordered(field, .atLeast, low), ordered(field, .atMost, high)])
  }

  fileprivate mutating func like(_ field: Field, _ call: TestCall) -> AssetPredicate {
    guard check(field, call, count: 1, types: [.text, .texts]) else { return .always }
    let (argument, ignoresCase) = unfolded(call.arguments[0], of: field)
    guard case .text(let text)? = argument else {
      if let argument {
        note("like takes a pattern, not \(argument.quoted)", token: "like", at: call.line)
      }
      return .always
    }
    let pattern = LikePattern(text, ignoringCase: ignoresCase)
    if !pattern.hasWildcard, text.contains("%") {
      note(
        "like takes * for any characters and ? for one; \"%\" means itself", token: text,
        at: call.line)
    }
    return .like(field, pattern)
  }

  fileprivate mutating func has(_ field: Field, _ call: TestCall) -> AssetPredicate {
    guard check(field, call, count: 1, types: [.text, .texts]) else { return .always }
    let (argument, ignoresCase) = unfolded(call.arguments[0], of: field)
    guard let argument, case .constant(.text(let text))? = comparand(field, argument) else {
      return .always
    }
    return .has(field, ignoresCase ? TextConstant(text.string, ignoringCase: true) : text)
  }

  fileprivate mutating func ignoringCase(_ field: Field, _ call: TestCall) -> AssetPredicate {
    guard case .text(let text)? = unfolded(.test(call), of: field).text else { return .always }
    return .equals(field, .text(TextConstant(text, ignoringCase: true)))
  }

  /// Returns the text in `ignoringCase("…")`, nil after noting that it is wrong, or any other
  /// argument as it is.
  private mutating func unfolded(
    _ argument: ArgumentValue, of field: Field
  ) -> (text: ArgumentValue?, ignoresCase: Bool) {
    guard case .test(let call) = argument, call.name == "ignoringCase" else {
      return (argument, false)
    }
    guard check(field, call, count: 1, types: [.text, .texts]) else { return (nil, true) }
    guard mayIgnoreCase(field) else {
      note(
        "\(call.name) tests names and texts that people typed; \(name(of: field)) is neither",
        token: call.name, at: call.line)
      return (nil, true)
    }
    guard case .text = call.arguments[0] else {
      var remedy = ""
      if case .test(let inner) = call.arguments[0], ["like", "has"].contains(inner.name) {
        remedy = "; write \(inner.name)(\(call.name)(\"…\"))"
      }
      note(
        "\(call.name) takes a text, not \(call.arguments[0].quoted)\(remedy)", token: call.name,
        at: call.line)
      return (nil, true)
    }
    return (call.arguments[0], true)
  }
}
