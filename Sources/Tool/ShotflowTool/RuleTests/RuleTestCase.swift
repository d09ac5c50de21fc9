internal import Pipeline

/// One test of a rule: its input and its expected output.
struct RuleTestCase {
  let name: String
  let subject: Subject
  let now: String?
  /// The arguments that set the options of the rule.
  let words: [String]
  let input: Input
  /// The scripted answers to the offers, in order; further offers expire. Nil without `answers`.
  let answers: [OfferAnswer]?
  let expectation: Expectation
  /// The expected output of a second run with the same ledger; nil for a single run.
  let again: Expectation?

  struct Common {
    let subject: Subject
    let now: String?
    /// True if the file has a catalogue, which is the library of tests without another input.
    let hasCatalogue: Bool
  }

  enum Subject {
    /// A rule's name, or its path from the folder of the tests.
    case rule(String)
    /// The Lua call of one stage, which runs after `source {}`.
    case stage(String)

    /// Reads the subject of a test from its table; nil if it names neither a rule nor a stage.
    /// Throws ``RuleProblems`` if it names both.
    init?(_ members: [ArgumentMember], in scope: RuleTestScope) throws {
      switch (try scope.text("rule", of: members), try scope.text("stage", of: members)) {
      case (let rule?, nil): self = .rule(rule)
      case (nil, let stage?): self = .stage(stage)
      case (nil, nil): return nil
      case (.some, .some):
        throw scope.problem("a test is of a rule or of a stage, not of both", "stage")
      }
    }
  }

  /// The assets of a test: a library, or records.
  enum Input {
    /// A folder of pictures, or another library, below the folder of the tests.
    case library(String)
    /// The catalogue that the file of tests has as SQL.
    case catalogue
    case files([String])
    case assets([ArgumentValue])
  }

  struct Expectation {
    /// The expected records, each a table with some members, in order; empty for no output, nil if
    /// the records are not compared.
    var records: [ArgumentValue]?
    var count: Int?
    /// The name of a file with the expected records, a line each; nil to compare with no file.
    var golden: String?

    var isEmpty: Bool { records == nil && count == nil && golden == nil }
  }

  static let members = [
    "name", "rule", "stage", "now", "options", "library", "files", "assets", "answers", "expect",
    "count",
    "golden", "again",
  ]

  init(_ members: [ArgumentMember], _ common: Common, in scope: RuleTestScope) throws {
    try scope.check(members, among: Self.members)
    guard let name = try scope.text("name", of: members) else {
      throw scope.problem("each test has a name", "tests")
    }
    self.name = name
    subject = try Subject(members, in: scope) ?? common.subject
    now = try scope.text("now", of: members) ?? common.now
    words = try Self.words(members, scope)
    input = try Self.input(members, scope, name, common)
    answers = try scope.texts("answers", of: members).map { words in
      try words.map { word in
        if let outcome = Outcome(rawValue: word) { return OfferAnswer(outcome) }
        guard word.hasPrefix("accepted:") else {
          throw scope.problem(
            "an answer is accepted, dismissed, expired, or accepted:ACTION, not \"\(word)\"", word)
        }
        return OfferAnswer(.accepted, action: String(word.dropFirst("accepted:".count)))
      }
    }
    var expectation = Expectation()
    expectation.records = try Self.records("expect", members, scope)
    expectation.count = try members.first { $0.name == "count" }.map { member in
      guard let count = member.value.count else {
        throw scope.problem("count is a whole number, not \(member.value.kind)", "count")
      }
      return count
    }
    expectation.golden = try scope.text("golden", of: members)
    guard !expectation.isEmpty else {
      throw scope.problem(
        "the test \"\(name)\" checks nothing; add expect, count or golden", name)
    }
    self.expectation = expectation
    again = try Self.records("again", members, scope).map { Expectation(records: $0) }
  }

  private static func words(
    _ members: [ArgumentMember], _ scope: RuleTestScope
  ) throws -> [String] {
    guard let value = members.first(where: { $0.name == "options" })?.value else { return [] }
    guard case .table(let options) = value else {
      throw scope.problem("options is a table, such as { window = \"10s\" }", "options")
    }
    return try options.map { option in
      switch option.value {
      case .flag(let flag): flag ? "--\(option.name)" : "--no-\(option.name)"
      case .integer(let number): "--\(option.name)=\(number)"
      case .number(let number): "--\(option.name)=\(number)"
      case .text(let text): "--\(option.name)=\(text)"
      default: throw scope.problem("an option is a text, a number or a boolean", option.name)
      }
    }
  }

  private static func input(
    _ members: [ArgumentMember], _ scope: RuleTestScope, _ name: String, _ common: Common
  ) throws -> Input {
    let given = members.filter { ["library", "files", "assets"].contains($0.name) }
    if given.isEmpty, common.hasCatalogue { return .catalogue }
    guard given.count == 1, let member = given.first else {
      throw scope.problem(
        "the test \"\(name)\" is given either a library, or files, or assets", name)
    }
    switch member.name {
    case "library": return .library(try scope.text("library", of: members) ?? "")
    case "files": return .files(try scope.texts("files", of: members) ?? [])
    default:
      guard case .list(let assets) = member.value else {
        throw scope.problem("assets is a list of tables, not \(member.value.kind)", "assets")
      }
      return .assets(assets)
    }
  }

  /// Returns the tables of `expect` or `again`, empty for "nothing"; nil without that member.
  private static func records(
    _ name: String, _ members: [ArgumentMember], _ scope: RuleTestScope
  ) throws -> [ArgumentValue]? {
    switch members.first(where: { $0.name == name })?.value {
    case nil: return nil
    case .text("nothing"): return []
    case .list(let records) where !records.isEmpty:
      for case let record in records {
        guard case .table = record else {
          throw scope.problem("\(name) is a list of tables, not of \(record.kind)", name)
        }
      }
      return records
    case .some(let value):
      throw scope.problem(
        "\(name) is a list with a table for each record, or \"nothing\", not \(value.kind)", name)
    }
  }
}
