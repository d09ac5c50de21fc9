package import Pipeline
internal import Platform
internal import Terminal

extension RuleSession {
  /// Returns the session of the same rule that imports from these folders.
  package func importing(from folders: [String]) -> RuleSession {
    RuleSession(subject, request, words: request.ruleWords + folders, in: tool)
  }

  /// Returns the counts of what the rule would import now. Throws as a run does.
  package func importForecast(until cancellation: Cancellation) throws -> ImportTally.Counts {
    let trial = RuleSession(subject, request.withoutEffects, in: tool)
    var prepared = try PreparedRule(trial, until: cancellation)
    let tally = ImportTally()
    prepared.context.importTally = tally
    prepared.context.services.notices = RunNotices()
    prepared.context.output.failed = nil
    try prepared.settlePermissions(by: nil)
    let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(sink) }
    _ = try prepared.rule.run(
      in: prepared.context, outputDescriptor: sink, lanes: prepared.settings.lanes)
    return tally.counts
  }

  /// Returns the message about a run that imported, `report` is nil if it was ended early; nil if
  /// there is nothing to say.
  func importSummary(
    _ counts: ImportTally.Counts, of prepared: PreparedRule, _ report: RunReport?
  ) throws -> ImportSummary? {
    let written = counts.imported + counts.sidecars
    if report == nil, written == 0 { return nil }
    let rule = prepared.rule
    // Content that was neither compared nor read back is not known to be in the library.
    let isWhole =
      !request.isDryRun && report?.failureCount == 0 && rule.takesWholeFolders
      && counts.importedBefore + counts.kept + counts.notInBackup + counts.sidecarsLeft == 0
      && (counts.verifies || written == 0)
    var (left, ending): (String?, String?) = (nil, nil)
    if isWhole, try rule.comesAlong() {
      let targets = counts.targets + [counts.backup].compactMap(\.self)
      let sources = try ImportedSources(rule, into: targets, in: prepared.context)
      (left, ending) = (sources.left.summary, sources.ending)
    }
    if ending == nil, !request.isDryRun, written > 0 {
      ending =
        report == nil
        ? "the same command imports the rest" : "undo with: \(tool.name) undo"
    }
    return ImportSummary(
      counts, failures: report?.failureCount ?? 0, isDryRun: request.isDryRun,
      endings: [left, ending].compactMap(\.self))
  }
}
