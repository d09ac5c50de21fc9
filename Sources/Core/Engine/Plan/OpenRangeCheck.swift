/// The check for a list of open ranges that leaves nothing out, such as `{ after(a), before(b) }`.
///
/// A list means one of its tests, and its author probably meant both ends of a range.
struct OpenRangeCheck {
  let rulePath: String
  let moment: PlanMoment
  let fields: FieldTable

  /// Returns the advice about the tables of a call, wherever they are in it.
  func advice(about call: StageCall) -> [RuleProblem] {
    call.arguments.flatMap { advice(about: $0, in: call) }
  }

  private func advice(about value: ArgumentValue, in call: StageCall) -> [RuleProblem] {
    switch value {
    case .table(let members):
      members.flatMap { member in
        [advice(about: member, in: call)].compactMap(\.self) + advice(about: member.value, in: call)
      }
    case .list(let values): values.flatMap { advice(about: $0, in: call) }
    default: []
    }
  }

  private func advice(about member: ArgumentMember, in call: StageCall) -> RuleProblem? {
    guard let values = Self.alternatives(in: member.value), values.count > 1,
      let field = fields.field(named: member.name)
    else { return nil }
    var compiler = PredicateCompiler(
      at: moment, rulePath: rulePath, line: call.line, fields: fields)
    let ends = values.compactMap { value in
      OpenRange(compiler.compile([ArgumentMember(member.name, value)]))
    }
    let isWhole = ends.contains { low in ends.contains { low.meets($0) } }
    guard isWhole else { return nil }
    let name = fields.name(of: field)
    return RuleProblem(
      path: call.path ?? rulePath, line: call.line,
      message: "a list means one of its tests, and every \(name) passes one of these; for both ends"
        + " of a range write \(name) = between(…, …)", token: name)
  }

  /// Returns the values of `{ … }`, `any(…)` or `any { … }`; nil for a single value.
  private static func alternatives(in value: ArgumentValue) -> [ArgumentValue]? {
    switch value {
    case .list(let values): values
    case .test(let call) where call.name == "any":
      if case .list(let values)? = call.arguments.first { values } else { call.arguments }
    default: nil
    }
  }
}

/// A range of numbers, dates or wall-clock time that has one end only.
private struct OpenRange {
  private let end: Double
  private let reachesUp: Bool
  private let includesEnd: Bool

  /// Creates the range of a test; nil for a test that does not have exactly one end.
  init?(_ test: AssetPredicate) {
    switch test {
    case .ordered(_, let comparison, let constant):
      switch constant {
      case .integer(let number): end = Double(number)
      case .number(let number): end = number
      case .date(let date): end = Double(date.milliseconds)
      case .flag, .text: return nil
      }
      reachesUp = comparison == .atLeast || comparison == .greater
      includesEnd = comparison == .atLeast || comparison == .atMost
    case .clock(_, let range):
      switch (range.start, range.end) {
      case (let start?, nil): (end, reachesUp, includesEnd) = (Double(start), true, true)
      case (nil, let last?): (end, reachesUp, includesEnd) = (Double(last), false, false)
      default: return nil
      }
    default: return nil
    }
  }

  /// Returns true if this range reaches up, the other one down, and no value is outside of both.
  func meets(_ other: OpenRange) -> Bool {
    guard reachesUp, !other.reachesUp else { return false }
    return end < other.end || end == other.end && (includesEnd || other.includesEnd)
  }
}
