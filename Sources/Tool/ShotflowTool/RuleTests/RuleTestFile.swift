internal import CatalogueLibrary
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions

/// A file of tests of a rule: a Lua file that returns a table.
///
/// ```lua
/// -- recent_test.lua
/// return {
///   rule = "recent.lua",
///   now = "2015-09-27T21:29:40Z",
///   tests = {
///     { name = "an old picture is not offered",
///       assets = { { filename = "a.png", creationDate = "2014-01-01T00:00:00Z" } },
///       expect = "nothing" },
///   },
/// }
/// ```
struct RuleTestFile {
  let path: String
  let cases: [RuleTestCase]

  /// The folder to which the paths in the file are relative.
  let folder: String
  let name: String
  /// The catalogue of the tests of a kind of library; nil for tests of rules and stages.
  let fixture: CatalogueFixture?

  /// Reads the file. Throws ``RuleProblems`` if it is invalid, ``RuleProblem`` if it can't be read.
  init(_ path: String, printer: RulePrinter) throws {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = try RuleFile(path: path)
    let members = try SettingsFile(
      file, example: "tests = { { name = \"…\", expect = \"nothing\" } }", printer: printer
    ).members
    let scope = RuleTestScope(path: path, source: file.source)
    try scope.check(members, among: ["rule", "stage", "now", "catalogue", "attached", "tests"])
    let last = path.split(separator: "/").last.map(String.init) ?? path
    name = String(last.dropLast(RuleFile.testSuffix.count))
    fixture = try Self.fixture(members, in: scope)
    let common = RuleTestCase.Common(
      subject: try RuleTestCase.Subject(members, in: scope)
        ?? (fixture == nil ? .rule("\(name).lua") : .stage("")),
      now: try scope.text("now", of: members), hasCatalogue: fixture != nil)
    guard case .list(let tests)? = members.first(where: { $0.name == "tests" })?.value,
      !tests.isEmpty
    else { throw scope.problem("tests is a list with a table for each test", "tests") }
    cases = try tests.map { test in
      guard case .table(let members) = test else {
        throw scope.problem("a test is a table with a name, not \(test.kind)", "tests")
      }
      return try RuleTestCase(members, common, in: scope)
    }
  }

  private static func fixture(
    _ members: [ArgumentMember], in scope: RuleTestScope
  ) throws -> CatalogueFixture? {
    guard let sql = try scope.text("catalogue", of: members) else { return nil }
    var fixture = CatalogueFixture(sql: sql)
    switch members.first(where: { $0.name == "attached" })?.value {
    case nil: break
    case .table(let databases)?:
      for database in databases {
        fixture.attached[database.name] = try scope.text(database.name, of: databases)
      }
    case .some(let other):
      throw scope.problem(
        "attached is a table of SQL, such as { data = [[ … ]] }, not \(other.kind)", "attached")
    }
    return fixture
  }

  /// Reads the declaration of the library that the tests are of.
  ///
  /// - Throws: ``RuleProblems`` if it is invalid, or ``UsageProblem`` if none exists.
  func library() throws -> CatalogueDeclaration {
    let paths = ["\(folder)/\(name).lua", "\(folder)/init.lua"]
    guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
      throw UsageProblem("there is no \(paths[0]), the library that the catalogue is for")
    }
    return try CatalogueDeclaration(RuleFile(path: path))
  }
}

/// A reader of the tables in a file of tests, which reports their problems.
struct RuleTestScope {
  let path: String
  let source: String

  func problem(_ message: String, _ token: String, suggestion: String? = nil) -> RuleProblems {
    let line = source.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains(token) }
    return RuleProblems([
      RuleProblem(
        path: path, line: (line ?? 0) + 1, message: message, token: token, suggestion: suggestion)
    ])
  }

  func check(_ members: [ArgumentMember], among names: [String]) throws {
    for member in members where !names.contains(member.name) {
      throw problem(
        "a test has no \"\(member.name)\"", member.name,
        suggestion: NearestName.of(member.name, among: names))
    }
  }

  func text(_ name: String, of members: [ArgumentMember]) throws -> String? {
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    guard case .text(let text) = value else {
      throw problem("\(name) is a text, not \(value.kind)", name)
    }
    return text
  }

  func texts(_ name: String, of members: [ArgumentMember]) throws -> [String]? {
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    guard let texts = value.texts else {
      throw problem("\(name) is a list of texts, not \(value.kind)", name)
    }
    return texts
  }
}
