internal import Pipeline

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
    let milliseconds = Int((report.seconds * 1000).rounded())
    return TextTable(rows).description
      + "\(report.failureCount) failed, \(milliseconds / 1000).\(padded(milliseconds % 1000)) s"
  }

  private func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
