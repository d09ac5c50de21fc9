package import LuaBridge
package import Pipeline
internal import Platform
internal import Synchronization
package import Terminal

/// The writer of messages to the user, on standard error.
package struct Messages: Sendable {
  /// The status line of the terminal, above which messages are written.
  package let status = StatusLine(wrapsAnew: Environment.terminalWrapsAnew)
  private let toolName: String
  private let style: Style
  private let texts = RuleTexts()

  /// - Parameter toolName: the name that each message begins with.
  package init(of toolName: String, color: ColorChoice) {
    self.toolName = toolName
    style = Style(color, isTerminal: status.isTerminal, environment: { Environment[$0] })
  }

  /// The greatest number of failures, or of problems of a rule, shown one by one on a terminal,
  /// where more would scroll everything else away.
  private static let shownFailures = 20

  /// True if each failure is reported at once: to a file or a pipe, where none may be left out.
  package var tellsEachFailure: Bool { !status.isTerminal }

  /// Writes one message, escaping characters that could control the terminal.
  package func write(_ text: String, as level: MessageLevel = .notice) {
    status.write(level.mark("\(style.bold(toolName + ":")) \(TerminalText.escaped(text))"))
  }

  /// Writes the text of an error that ended a command or of a failed asset, in the style of errors.
  package func writeProblem(_ text: String) {
    status.write(
      MessageLevel.error.mark(
        "\(style.bold(style.red(toolName + ":"))) \(TerminalText.escaped(text))"))
  }

  /// Writes a hint on a next step; nothing unless standard error is a terminal.
  package func writeHint(_ text: String) {
    if status.isTerminal { status.write(style.dim("\(toolName): \(TerminalText.escaped(text))")) }
  }

  /// Writes a remark about a valid rule, with the line that it is about.
  package func write(advice: RuleProblem) { write(advice, as: .warning) }

  /// Writes a problem of a rule with the line that it is in, coloured as search tools do it.
  private func write(
    _ problem: RuleProblem, source: String? = nil, as level: MessageLevel = .error
  ) {
    let pieces = problem.pieces(source: source ?? self.source(of: problem.path)).map { part, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { TerminalText.escaped(String($0)) }
      let shown = lines.joined(separator: "\n")
      return switch part {
      case .path: style.magenta(shown)
      case .line: style.green(shown)
      case .caret: style.bold(style.red(shown))
      case .text: shown
      }
    }
    status.write(level.mark(pieces.joined()))
  }

  private func write(_ excerpt: Excerpt) {
    let carets = String(repeating: "^", count: excerpt.width)
    status.write(
      "    \(TerminalText.escaped(excerpt.text))\n"
        + String(repeating: " ", count: 4 + excerpt.column) + style.bold(style.red(carets)))
  }

  /// Calls `body`, and reports an error that it throws. Throws ``ExitStatus`` then. `rulePath` is
  /// the rule's name in messages.
  package func reporting<Result>(
    rulePath: String = "", _ body: () throws -> Result
  ) throws(ExitStatus) -> Result {
    do {
      return try body()
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw report(error, rulePath: rulePath)
    }
  }

  /// Reports an error that ended a command, and returns its exit status.
  package func report(_ error: any Error, rulePath: String) -> ExitStatus {
    switch error {
    case let problem as RuleProblem:
      write(problem)
      return .wrongRule
    case let problems as RuleProblems:
      for problem in problems.problems.prefix(Self.shownFailures) {
        write(problem)
      }
      let more = problems.problems.count - Self.shownFailures
      if more > 0 { writeProblem("and \(more) more problems") }
      return .wrongRule
    case let problem as ConfigurationProblem:
      for rule in problem.problems { write(rule, source: problem.source) }
      return .wrongCommandLine
    case let problem as UsageProblem:
      writeProblem(problem.description)
      for excerpt in problem.excerpts { write(excerpt) }
      return .wrongCommandLine
    case let rule as UncheckedRule:
      writeProblem("\(rulePath): \(rule)")
      return .wrongCommandLine
    case RunProblem.cancelled:
      // Overwrites the `^C` that the terminal shows for Ctrl-C.
      let start = status.isTerminal ? "\r" : ""
      status.write("\(start)\(style.bold(toolName + ":")) interrupted")
      return .interrupted
    case RunProblem.missingProgram(let reason):
      writeProblem(reason)
      return .missingProgram
    case RunProblem.programFailed(let reason):
      writeProblem(reason)
      return .someFailed
    case RunProblem.outputFailed(let reason):
      writeProblem("can't write the output: \(reason)")
      return .cannotWrite
    case RunProblem.notKept(let reason):
      writeProblem("can't keep what was fetched, so there is no token: \(reason)")
      return .cannotWrite
    case LedgerError.invalidLines(let problems, let count):
      for problem in problems { writeProblem("line \(problem.line): \(problem.reason)") }
      writeProblem("\(count == 1 ? "1 line is" : "\(count) lines are") wrong; nothing was taken in")
      return .wrongRule
    case let problem as LedgerError:
      writeProblem(problem.message(for: toolName))
      return ExitStatus(problem)
    case let problem as FileProblem:
      writeProblem("can't read standard input: \(problem.reason)")
      return .noSuchLibrary
    default:
      let status = ExitStatus(error)
      writeProblem(status == .bug ? "a bug in \(toolName): \(error)" : "\(error)")
      return status
    }
  }

  /// Reports the failures of a run, and with statistics the counts of every step.
  package func report(_ report: RunReport, withStatistics: Bool, isDryRun: Bool) {
    for note in report.notes { write(note) }
    if !tellsEachFailure { tellFirstFailures(of: report) }
    let shown = tellsEachFailure ? report.repeats.count : Self.shownFailures
    for (reason, count) in report.repeats.prefix(shown) where count > 0 {
      write("\(reason): the same for \(count == 1 ? "1 more asset" : "\(count) more assets")")
    }
    for problem in report.programProblems { write(problem) }
    if isDryRun { write("dry run: nothing was changed, asked or remembered") }
    if withStatistics { status.write("\(RunStatistics(report))") }
  }

  /// Reports that the named stages did nothing with assets delivered without asking the user.
  package func remark(on offers: OfferTally, attended stages: [String]) {
    let count = offers[.delivered]
    guard count > 0, !stages.isEmpty else { return }
    write(
      "\(count == 1 ? "1 asset was" : "\(count) assets were") delivered without a question, so "
        + "\(stages.joined(separator: " and ")) did nothing with \(count == 1 ? "it" : "them");"
        + " notify { unattended = true } allows that")
  }

  /// Reports the failure of one asset.
  package func write(_ failure: AssetFailure) {
    let name = style.magenta(TerminalText.escaped(name(of: failure)))
    let reason = TerminalText.escaped(failure.reason)
    status.write("\(style.bold(style.red(toolName + ":"))) \(name): \(reason)")
  }

  private func tellFirstFailures(of report: RunReport) {
    for failure in report.reported.prefix(Self.shownFailures) { write(failure) }
    let repeated = report.repeats.prefix(Self.shownFailures).map(\.count).reduce(0, +)
    let more = report.failureCount - repeated - min(report.reported.count, Self.shownFailures)
    if more > 0 { write("and \(more) more failed") }
  }

  /// Returns the name of a failed asset; one of over 4,096 bytes, which a record may have, is cut.
  private func name(of failure: AssetFailure) -> String {
    let longest = 4096
    guard failure.asset.utf8.count > longest else { return failure.asset }
    let ends = (failure.asset.prefix(longest / 8), failure.asset.suffix(longest / 8))
    return "\(ends.0)…\(ends.1)"
  }

  /// Stores the text of a rule that is in no file, so that messages can quote its lines.
  package func note(_ file: RuleFile) {
    if !file.isFile { texts.add(file) }
  }

  private func source(of path: String) -> String? {
    texts[path] ?? (try? RuleFile(path: path).source)
  }
}

/// The stored texts of rules that are in no file. Safe from any thread.
private final class RuleTexts: Sendable {
  private let files = Lock<[RuleFile]>([])

  package func add(_ file: RuleFile) {
    files.withLock { $0.append(file) }
  }

  package subscript(path: String) -> String? {
    files.withLock { files in files.last { $0.path == path }?.source }
  }
}

/// The counts of a run's steps as a table, for `--stats`.
package struct RunStatistics: CustomStringConvertible {
  private let report: RunReport

  package init(_ report: RunReport) {
    self.report = report
  }

  package var description: String {
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

/// The severity of a message, as the system's journal counts it (syslog(3)).
package enum MessageLevel: Int {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6

  /// True if standard error is connected to the system's journal, which sets JOURNAL_STREAM to the
  /// device and inode of its socket.
  package static let isWanted: Bool = {
    var facts = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &facts) == 0 else {
      return false
    }
    return stream == "\(facts.st_dev):\(facts.st_ino)"
  }()

  /// Returns the lines, each behind a mark of its level such as `<3>`, if standard error is the
  /// journal, which takes the marks away. Otherwise returns them unchanged.
  package func mark(_ lines: String) -> String {
    guard Self.isWanted else { return lines }
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<\(rawValue)>\($0)" }.joined(separator: "\n")
  }
}
