internal import LuaBridge
internal import Pipeline

/// Messages to a person, on standard error.
struct Messages: Sendable {
  let status = StatusLine()
  private let toolName: String
  private let style: Style

  /// - Parameter toolName: the program that says it, which each message begins with.
  init(of toolName: String, color: ColorChoice) {
    self.toolName = toolName
    style = Style(color, isTerminal: status.isTerminal, environment: Environment.colors)
  }

  /// How many failures are told one by one on a terminal, where more would push all else away, and
  /// how many problems of a rule, which may have one for each value that it holds.
  private static let shownFailures = 20

  /// Whether each failure is told as it comes: to a file or a pipe, where none may be left out.
  var tellsEachFailure: Bool { !status.isTerminal }

  /// Writes one message, with everything that could steer a terminal shown instead.
  func write(_ text: String) {
    status.write("\(style.bold(toolName + ":")) \(TerminalText.escaped(text))")
  }

  /// Writes lines as they are, except for what could steer a terminal.
  func writeBlock(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.escaped(String($0)) }
    status.write(lines.joined(separator: "\n"))
  }

  /// Tells what ended a command; the answer is its exit status.
  func report(_ error: any Error, rulePath: String) -> ExitStatus {
    switch error {
    case let problem as RuleProblem:
      writeBlock(problem.rendered(source: source(of: problem.path)))
      return .wrongRule
    case let problems as RuleProblems:
      for problem in problems.problems.prefix(Self.shownFailures) {
        writeBlock(problem.rendered(source: source(of: problem.path)))
      }
      let more = problems.problems.count - Self.shownFailures
      if more > 0 { write("and \(more) more problems") }
      return .wrongRule
    case let problem as UsageProblem:
      write(problem.description)
      return .wrongCommandLine
    case let rule as UncheckedRule:
      write("\(rulePath): \(rule)")
      return .wrongCommandLine
    case RunProblem.cancelled:
      write("interrupted")
      return .interrupted
    case RunProblem.missingProgram(let reason):
      write(reason)
      return .missingProgram
    case RunProblem.programFailed(let reason):
      write(reason)
      return .someFailed
    case RunProblem.outputFailed(let reason):
      write("can't write the output: \(reason)")
      return .cannotWrite
    case RunProblem.notKept(let reason):
      write("can't keep what was fetched, so there is no token: \(reason)")
      return .cannotWrite
    case LedgerError.invalidLines(let problems, let count):
      for problem in problems { write("line \(problem.line): \(problem.reason)") }
      write("\(count == 1 ? "1 line is" : "\(count) lines are") wrong; nothing was taken in")
      return .wrongRule
    case let problem as LedgerError:
      write(problem.message(for: toolName))
      return ExitStatus(problem)
    case let problem as FileProblem:
      write("can't read standard input: \(problem.reason)")
      return .noSuchLibrary
    default:
      let status = ExitStatus(error)
      write(status == .bug ? "a bug in \(toolName): \(error)" : "\(error)")
      return status
    }
  }

  /// Tells what failed, and with statistics what every step did.
  func report(_ report: RunReport, withStatistics: Bool, isDryRun: Bool) {
    for note in report.notes { write(note) }
    if !tellsEachFailure { tellFirstFailures(of: report) }
    for (reason, count) in report.repeats.prefix(Self.shownFailures) where count > 0 {
      write("\(reason): the same for \(count == 1 ? "1 more asset" : "\(count) more assets")")
    }
    for problem in report.programProblems { write(problem) }
    if isDryRun { write("dry run: nothing was offered and nothing remembered") }
    if withStatistics { status.write("\(RunStatistics(report))") }
  }

  /// Tells what stages left alone because it was delivered without a question.
  ///
  /// - Parameter stages: those that want an answer.
  func remark(on offers: OfferTally, attended stages: [String]) {
    let count = offers[.delivered]
    guard count > 0, !stages.isEmpty else { return }
    write(
      "\(count == 1 ? "1 asset was" : "\(count) assets were") delivered without a question, so "
        + "\(stages.joined(separator: " and ")) did nothing with \(count == 1 ? "it" : "them");"
        + " notify { unattended = true } allows that")
  }

  /// Tells why one asset can't go on.
  func write(_ failure: AssetFailure) {
    write("\(name(of: failure)): \(failure.reason)")
  }

  private func tellFirstFailures(of report: RunReport) {
    for failure in report.failures.prefix(Self.shownFailures) { write(failure) }
    let repeated = report.repeats.prefix(Self.shownFailures).map(\.count).reduce(0, +)
    let more = report.failureCount - repeated - min(report.failures.count, Self.shownFailures)
    if more > 0 { write("and \(more) more failed") }
  }

  /// What failed, no longer than a path that the system takes; a record may name anything.
  private func name(of failure: AssetFailure) -> String {
    let longest = 4096
    guard failure.asset.utf8.count > longest else { return failure.asset }
    let ends = (failure.asset.prefix(longest / 8), failure.asset.suffix(longest / 8))
    return "\(ends.0)…\(ends.1)"
  }

  private func source(of path: String) -> String? {
    try? RuleFile(path: path).source
  }
}

/// A run's counts as a table for a person.
struct RunStatistics: CustomStringConvertible {
  private let report: RunReport

  init(_ report: RunReport) {
    self.report = report
  }

  var description: String {
    var rows = [["step", "entered", "passed", "dropped", "failed"]]
    rows.append(["source", "", "\(report.read)", "", ""])
    for (name, tally) in report.steps {
      rows.append(
        [name, "\(tally.entered)", "\(tally.passed)", "\(tally.dropped)", "\(tally.failed)"])
    }
    rows.append(["output", "", "\(report.emitted)", "", ""])
    let offers = Outcome.allCases.filter { report.offers[$0] > 0 }
      .map { "\(report.offers[$0]) \($0.rawValue)" }
    let milliseconds = Int((report.seconds * 1000).rounded())
    return TextTable(rows).description
      + (offers.isEmpty ? "" : "offered: \(offers.joined(separator: ", "))\n")
      + "\(report.failureCount) failed, \(milliseconds / 1000).\(padded(milliseconds % 1000)) s"
  }

  private func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
