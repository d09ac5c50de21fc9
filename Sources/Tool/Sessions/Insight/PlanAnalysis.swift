internal import LuaBridge
internal import Pipeline
internal import Platform

/// The counts and times of a rule's steps in a dry run, as a table.
package struct PlanAnalysis: CustomStringConvertible {
  package let description: String

  /// Runs the rule without printing its records; `context` is that of a dry run.
  init(of rule: Rule, in context: RunContext, lanes: Int) throws {
    let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(sink) }
    var rows = [["step", "entered", "passed", "dropped", "failed", "time"]]
    var seconds = 0.0
    for plan in rule.plans {
      var context = context
      let times = StepTimes()
      context.stepObserver = times
      let report = try PipelineRun(
        plan, in: context, functions: rule.loaded, outputDescriptor: sink, lanes: lanes
      ).run()
      rows.append(["source", "", "\(report.read)", "", "", Self.text(times.time(ofStep: nil))])
      for (place, step) in report.steps.enumerated() {
        let tally = step.tally
        rows.append(
          [step.name]
            + [tally.entered, tally.passed, tally.dropped, tally.failed].map { "\($0)" }
            + [Self.text(times.time(ofStep: place))])
      }
      rows.append(["output", "", "\(report.emitted)", "", "", ""])
      seconds += report.seconds
    }
    description =
      "\(TextTable(rows))in \(Self.text(.seconds(seconds))); times of steps are of all lanes together\n"
  }

  private static func text(_ time: Duration) -> String {
    let microseconds = Int64((time / .microseconds(1)).rounded())
    if microseconds < 1000 { return "\(microseconds) µs" }
    if microseconds < 1_000_000 {
      return "\(microseconds / 1000).\(microseconds % 1000 / 100) ms"
    }
    let milliseconds = "\(microseconds / 1000 % 1000)"
    return "\(microseconds / 1_000_000)."
      + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds + " s"
  }
}
