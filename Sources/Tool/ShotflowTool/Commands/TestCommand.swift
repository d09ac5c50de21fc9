internal import LuaBridge
internal import Pipeline
internal import Sessions

struct TestCommand: ToolCommand {
  static let text = CommandText(
    "test", "Run the tests of rules.",
    """
    A file of tests is a Lua file whose name ends with \(RuleFile.testSuffix). Each test has a memory \
    of its own; a rule that acts or starts programs runs as with --dry-run.
    """,
    examples: [
      "shotflow test rules/  # Run all tests of the rules in a folder",
      "shotflow test recent_test.lua --format junit > report.xml  # Write a report for continuous integration",
    ])

  var paths: [String] = []
  var format = RuleTestReport.Form.text
  var record = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .arguments("file", \.paths, "Files of tests, and folders that hold some.", isRequired: true),
      .choice(
        "--format", \.format, standard: .text, "form",
        "The form of the report: text, tap or junit."),
      .flag(
        "--record", \.record, "Write the files that golden names, instead of comparing with them."),
    ]
  }

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    try messages.reporting {
      var report = RuleTestReport()
      for path in try paths.flatMap({ try RuleTestFolder.files(at: $0) }) {
        guard let file = try file(path, &report, messages) else { continue }
        for test in file.cases {
          let run = RuleTestRun(
            test: test, file: file, tool: tool, messages: messages, records: record)
          report.add(result(of: run, messages))
        }
      }
      tool.output.write(report.text(format))
      if report.failureCount > 0 { throw ExitStatus.someFailed }
    }
  }

  /// Returns the tests of a file; nil after an invalid one among several was reported as failed.
  private func file(
    _ path: String, _ report: inout RuleTestReport, _ messages: Messages
  ) throws -> RuleTestFile? {
    do {
      return try RuleTestFile(path, printer: RulePrinter { messages.write($0) })
    } catch  where paths != [path] {
      _ = messages.report(error, rulePath: path)
      let problems = (error as? RuleProblems)?.problems.map { "\($0)" } ?? ["\(error)"]
      report.add(
        RuleTestReport.Result(file: path, name: "(file)", problems: problems, seconds: 0))
      return nil
    }
  }

  private func result(of run: RuleTestRun, _ messages: Messages) -> RuleTestReport.Result {
    let start = ContinuousClock.now
    let problems: [String]
    do {
      problems = try run.problems()
    } catch let found as RuleProblems {
      problems = found.problems.map { "\($0)" }
    } catch let problem as FileProblem {
      problems = [problem.reason]
    } catch {
      problems = ["\(error)"]
    }
    return RuleTestReport.Result(
      file: run.file.path, name: run.test.name, problems: problems,
      seconds: (.now - start) / .seconds(1))
  }
}
