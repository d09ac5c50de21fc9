internal import Media

/// A compiler that turns the tests of a rule's table into a predicate, and finds their problems.
package struct PredicateCompiler {
  private let moment: PlanMoment
  private let line: Int
  private let rulePath: String
  private let fields: FieldTable
  /// The problems that were found in the tests.
  package private(set) var problems: [RuleProblem] = []

  package init(
    at moment: PlanMoment, rulePath: String, line: Int, fields: FieldTable = FieldTable()
  ) {
    self.fields = fields
    self.moment = moment
    self.rulePath = rulePath
    self.line = line
  }

  var now: Instant { moment.now }

  /// Compiles all tests of a table, whose keys are fields, `any` and `none`.
  package mutating func compile(_ members: [ArgumentMember]) -> AssetPredicate {
    .conjunction(members.map { compile($0) })
  }

  private mutating func compile(_ member: ArgumentMember) -> AssetPredicate {
    switch member.name {
    case "any": return .any(tables(member))
    case "none": return .not(.any(tables(member)))
    default: break
    }
    guard let field = fields.field(named: member.name) else {
      note(
        "no field called \"\(member.name)\"", token: member.name,
        suggestion: NearestName.of(
          member.name, among: fields.names + ["any", "none"]))
      return .always
    }
    return compile(field, member.value)
  }

  /// Compiles the tables of `any = { {…}, {…} }`; a single table counts as a list of one.
  private mutating func tables(_ member: ArgumentMember) -> [AssetPredicate] {
    switch member.value {
    case .table(let members): return [compile(members)]
    case .list(let values):
      return values.compactMap { value in
        if case .table(let members) = value { return compile(members) }
        note("\(member.name) takes tables of tests, not \(value.quoted)", token: member.name)
        return nil
      }
    default:
      note("\(member.name) takes a list of tables, not \(member.value.quoted)", token: member.name)
      return []
    }
  }

  private mutating func compile(_ field: Field, _ value: ArgumentValue) -> AssetPredicate {
    switch value {
    case .test(let call): return compile(field, call)
    case .list(let values): return oneOf(field, values)
    case .table(let tests) where !fields.members(of: field).isEmpty:
      return .conjunction(tests.map { compile($0, of: field) })
    default: return comparand(field, value).map { equal(field, $0) } ?? .always
    }
  }

  /// A value that a field is compared with: a constant, a range of local time, or another field.
  enum Comparand {
    case constant(Constant)
    case clock(ClockRange)
    case field(Field)

    /// Returns true if the range from this value to `other` is empty.
    func isBehind(_ other: Comparand) -> Bool {
      switch (self, other) {
      case (.clock(let low), .clock(let high)):
        if let start = low.start, let end = high.end { start >= end } else { false }
      case (.clock(let low), .constant(.date(let high))):
        low.moments.first.map { $0 > high } ?? false
      case (.constant(.date(let low)), .clock(let high)):
        high.moments.end.map { low >= $0 } ?? false
      case (.constant(.date(let low)), .constant(.date(let high))): low > high
      case (.constant(.integer(let low)), .constant(.integer(let high))): low > high
      case (.constant(.integer(let low)), .constant(.number(let high))): Double(low) > high
      case (.constant(.number(let low)), .constant(.integer(let high))): low > Double(high)
      case (.constant(.number(let low)), .constant(.number(let high))): low > high
      default: false
      }
    }
  }

  private func equal(_ field: Field, _ comparand: Comparand) -> AssetPredicate {
    switch comparand {
    case .constant(let constant): equal(field, constant)
    case .clock(let range): .clock(field, range)
    case .field(let other):
      .all([.compared(field, .atLeast, other), .compared(field, .atMost, other)])
    }
  }

  private mutating func compile(_ test: ArgumentMember, of object: Field) -> AssetPredicate {
    let members = fields.members(of: object)
    guard let field = members.first(where: { fields.memberName(of: $0) == test.name }) else {
      note(
        "\(name(of: object)) has no member \"\(test.name)\"", token: test.name,
        suggestion: NearestName.of(
          test.name, among: members.compactMap { fields.memberName(of: $0) }))
      return .always
    }
    return compile(field, test.value)
  }

  /// Returns a test of equality or, for a uniform type, of conformance, as a GIF is an image.
  private func equal(_ field: Field, _ constant: Constant) -> AssetPredicate {
    guard field == .uniformTypeIdentifier, case .text(let type) = constant else {
      return .equals(field, constant)
    }
    if type.string == UniformType.livePhoto {
      return CollectionSubtype.smartAlbumLivePhotos.membership
    }
    let conforming = MediaFormat.conforming(to: type.string).map(\.uniformTypeIdentifier)
    let others = conforming.filter { $0 != type.string }
    if others.isEmpty { return .equals(field, constant) }
    return .oneOf(field, [constant] + others.map { .text(TextConstant($0)) })
  }

  /// Compiles a list of alternatives, which may contain tests.
  mutating func oneOf(_ field: Field, _ values: [ArgumentValue]) -> AssetPredicate {
    var constants: [Constant] = []
    var tests: [AssetPredicate] = []
    for value in values {
      if case .test(let call) = value {
        tests.append(compile(field, call))
      } else {
        switch comparand(field, value) {
        case .constant(let constant)?: constants.append(constant)
        case let other?: tests.append(equal(field, other))
        case nil: break
        }
      }
    }
    if field == .uniformTypeIdentifier {
      return .any(constants.map { equal(field, $0) } + tests)
    }
    if tests.isEmpty { return .oneOf(field, constants) }
    return .any(constants.isEmpty ? tests : [.oneOf(field, constants)] + tests)
  }

  private mutating func compile(_ field: Field, _ call: TestCall) -> AssetPredicate {
    guard let word = TestWord.named(call.name) else {
      note(
        "no test called \"\(call.name)\"", token: call.name, at: call.line,
        suggestion: TestDescription.nearest(to: call.name))
      return .always
    }
    return word.compile(&self, field, call)
  }

  /// Returns true if a test has `count` arguments and a field of the types; else adds a problem.
  mutating func check(
    _ field: Field, _ call: TestCall, count: Int, types: [FieldType]
  ) -> Bool {
    if call.arguments.count != count {
      let arguments = TestWord.named(call.name)?.description.arguments ?? ""
      note(
        "\(call.name) takes \(count == 1 ? "one value" : "\(count) values \(arguments)"), "
          + "not \(call.arguments.count)", token: call.name, at: call.line)
      return false
    }
    // A value of any type is never a date.
    let isOpen = type(of: field) == .value && types != [.date]
    if !isOpen, !types.contains(type(of: field)) {
      note(
        "\(call.name) can't test \(name(of: field)), which is \(type(of: field).phrase)",
        token: call.name, at: call.line)
      return false
    }
    return true
  }

  /// Converts a value to the field's type, a date without a zone to a range of local time, and the
  /// name of a field to that field; adds a problem and returns nil for an invalid one.
  mutating func comparand(_ field: Field, _ value: ArgumentValue) -> Comparand? {
    if case .text(let name) = value, let other = comparable(field, name) { return .field(other) }
    guard type(of: field) == .date, case .text(let text) = value else {
      return constant(field, value).map(Comparand.constant)
    }
    if let range = day(value) { return .clock(range) }
    guard let date = WrittenDate(text) else {
      return constant(field, value).map(Comparand.constant)
    }
    switch date {
    case .moment(let moment): return .constant(.date(moment))
    case .clock(let range): return .clock(range)
    }
  }

  /// Returns the field of that name if its values and those of `field` have an order in common:
  /// both are numbers, or both are dates.
  private func comparable(_ field: Field, _ name: String) -> Field? {
    guard let other = fields.field(named: name) else { return nil }
    let numbers: [FieldType] = [.integer, .number]
    let (type, otherType) = (type(of: field), type(of: other))
    let hasOrder =
      numbers.contains(type) && numbers.contains(otherType) || (type, otherType) == (.date, .date)
    return hasOrder ? other : nil
  }

  private mutating func constant(_ field: Field, _ value: ArgumentValue) -> Constant? {
    switch (type(of: field), value) {
    case (.flag, .flag(let flag)): return .flag(flag)
    case (.integer, .integer(let number)), (.number, .integer(let number)):
      return .integer(number)
    case (.integer, .number(let number)), (.number, .number(let number)):
      return .number(number)
    case (.number, .text) where field == .duration:
      if let duration = Duration(argument: value) {
        return .number(Double(duration.wholeMilliseconds) / 1000)
      }
    case (.text, .text(let text)), (.texts, .text(let text)):
      return checked(field, text).map { .text(TextConstant($0)) }
    case (.value, .flag(let flag)): return .flag(flag)
    case (.value, .integer(let number)): return .integer(number)
    case (.value, .number(let number)): return .number(number)
    case (.value, .text(let text)): return .text(TextConstant(text))
    case (.date, .integer(let seconds)): return date(Double(seconds))
    case (.date, .number(let seconds)): return date(seconds)
    default: break
    }
    if case .table(let members) = value, members.count == 1,
      let nearest = TestDescription.nearest(to: members[0].name)
    {
      note(
        "no test called \"\(members[0].name)\"", token: members[0].name, suggestion: nearest)
      return nil
    }
    let wanted =
      switch type(of: field) {
      case .date: "a date such as \"2024-12-31\""
      case .object where !fields.members(of: field).isEmpty:
        "a table of tests of its members, such as { \(example(of: field)) }"
      case .location: "tested by near, inside, present or absent"
      case let type: type.phrase
      }
    note("\(name(of: field)) is \(wanted), not \(value.quoted)", token: name(of: field))
    return nil
  }

  private func example(of object: Field) -> String {
    let member = fields.members(of: object).first { fields.knownTexts(of: $0) != nil }
    let name = member.flatMap { fields.memberName(of: $0) } ?? ""
    let value = member.flatMap { fields.knownTexts(of: $0)?.first }.map { "\"\($0)\"" }
    return "\(name) = \(value ?? "present")"
  }

  private func type(of field: Field) -> FieldType { fields.type(of: field) }
  func name(of field: Field) -> String { fields.name(of: field) }
  func mayIgnoreCase(_ field: Field) -> Bool {
    field.mayIgnoreCase && fields.knownTexts(of: field) == nil
  }

  private func date(_ seconds: Double) -> Constant? {
    Int64(exactly: (seconds * 1000).rounded()).map { .date(Instant(milliseconds: $0)) }
  }

  /// Returns the text if the field can have it; else adds a problem and returns nil.
  private mutating func checked(_ field: Field, _ text: String) -> String? {
    guard let known = fields.knownTexts(of: field), !known.contains(text) else { return text }
    note(
      "\(name(of: field)) is never \"\(text)\"", token: text,
      suggestion: NearestName.of(text, among: known))
    return nil
  }

  mutating func note(
    _ message: String, token: String? = nil, at line: Int? = nil, suggestion: String? = nil
  ) {
    problems.append(
      RuleProblem(
        path: rulePath, line: line ?? self.line, message: message, token: token,
        suggestion: suggestion))
  }
}
