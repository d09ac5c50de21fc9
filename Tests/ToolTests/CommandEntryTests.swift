import Pipeline
import Testing

@testable import Sessions

/// The one parser of command lines, on a small command.
@Suite struct CommandEntryTests {
  private struct Line: Equatable {
    var name = ""
    var files: [String] = []
    var rest: [String] = []
    var isQuiet = false
    var isLoud = false
    var size: String?
    var tags: [String] = []
    var count: Int?
  }

  private static let options: [CommandEntry<Line>] = [
    .required("name", \.name, "A name."),
    .flag("--quiet -q", \.isQuiet, "No messages."),
    .option("--size", \.size, "size", "A size."),
    .list("--tag", \.tags, "tag", "A tag.", takesDashes: true),
    .number("--count", \.count, "number", "A number."),
  ]
  private static let files = options + [.arguments("file", \.files, "Files.")]
  private static let open = options + [.rest("options", "Others.") { $0.rest.append($1) }]

  private func line(
    _ words: [String], _ entries: [CommandEntry<Line>] = Self.files
  ) throws(UsageProblem) -> Line {
    var line = Line()
    try CommandEntry.parse(words, by: entries, into: &line) { UsageProblem("no \($0)") }
    return line
  }

  @Test func wordsAreOptionsValuesAndArguments() throws {
    let all = try line([
      "-q", "a", "--size=7", "b", "--tag", "x", "--tag", "--y", "--count", "3", "-", "--",
      "--quiet",
    ])
    #expect(
      all
        == Line(
          name: "a", files: ["b", "-", "--quiet"], isQuiet: true, size: "7", tags: ["x", "--y"],
          count: 3))
  }

  @Test func unknownOptionsAreLeftToOnesThatFollow() throws {
    let left = try line(["a", "--deep", "5", "--size", "7", "--", "--size"], Self.open)
    #expect(left == Line(name: "a", rest: ["--deep", "5", "--", "--size"], size: "7"))
  }

  @Test(arguments: [
    (["--size"], "--size takes a value"), (["--size", "--quiet"], "--size takes a value"),
    (["--quiet=1"], "--quiet takes no value"), (["--deep"], "no --deep"),
    (["--count", "x"], "--count takes a whole number, not \"x\""),
    (["--count", "-3"], "--count takes a whole number, not \"-3\""),
  ])
  func mistakesAreReported(_ words: [String], _ message: String) {
    #expect(throws: UsageProblem(message)) { try line(words) }
  }

  @Test func oneArgumentTooManyIsRefusedAndAMissingOneReturned() throws {
    #expect(throws: UsageProblem("unexpected argument \"b\"")) {
      try line(["a", "b"], Self.options)
    }
    var none = Line()
    let missing = try CommandEntry.parse([], by: Self.files, into: &none) { UsageProblem($0) }
    #expect(missing?.valueName == "name")
    let given = try CommandEntry.parse(["a"], by: Self.files, into: &none) { UsageProblem($0) }
    #expect(given == nil)
  }

  @Test func aFlagMayBeTurnedAroundOrHaveAWordOrAValue() throws {
    var input = CommandInput(["--raw"], help: "")
    input.mayHaveValue = true
    let entries: [CommandEntry<Line>] = [
      CommandEntry(input, deny: { $0.isLoud = true }, set: { $0.tags.append($1) }),
      CommandEntry("--all", help: "", followedBy: "typed") { $0.files.append($1) },
    ]
    #expect(
      try line(["--raw", "--raw=false", "--no-raw", "--all", "--all", "typed"], entries)
        == Line(files: ["", "typed"], isLoud: true, tags: ["", "false"]))
  }
}
