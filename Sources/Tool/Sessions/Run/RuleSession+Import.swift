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
    let copied = counts.imported + counts.sidecars + counts.backedUp
    if report == nil, copied == 0 { return nil }
    let rule = prepared.rule
    // Content that was neither compared nor read back is not known to be in the library.
    let isWhole =
      report?.failureCount == 0 && counts.seen > counts.importedBefore
      && counts.edited + counts.kept + counts.sidecarsLeft + counts.notInBackup == 0
      && (counts.verifies || copied == 0)
    var endings: [String?] = []
    if report != nil, !request.isDryRun, rule.takesWholeFolders, try rule.comesAlong() {
      let sources = try ImportedSources(rule, counts, in: prepared.context)
      endings = [sources.left.summary, isWhole ? sources.ending : nil]
    }
    if request.isDryRun { endings += counts.places.map(Self.refusal) }
    if report != nil, counts.alreadyThere + counts.edited == 0, counts.importedBefore > 1 {
      endings.append("none of what was imported before is there; --again imports it again")
    }
    if !request.isDryRun, copied > 0 {
      endings.append(
        report == nil
          ? "the same command imports the rest" : "undo with: \(tool.name) undo")
    }
    let sources = rule.takesWholeFolders ? prepared.context.request.libraries : []
    return ImportSummary(
      counts, failures: report?.failureCount ?? 0,
      sources: sources.map { FolderPath(real: $0).path }, isDryRun: request.isDryRun,
      endings: endings.compactMap(\.self))
  }

  /// Returns that nothing can be written into a folder, or nil if it can, or is not there yet.
  private static func refusal(of folder: String) -> String? {
    guard access(folder, W_OK) != 0 else { return nil }
    let problem = errno
    guard problem != ENOENT else { return nil }
    return "but nothing can be written to \(CommonFolder.name(of: Array(folder.utf8))):"
      + " \(String(cString: strerror(problem)).lowercased())"
  }
}
