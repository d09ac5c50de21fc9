internal import Pipeline
internal import Terminal

extension RuleSession {
  /// Returns the message about a run that imported, `report` is nil if it was ended early; nil if
  /// there is nothing to say.
  func importSummary(
    _ counts: ImportTally.Counts, of prepared: PreparedRule, _ report: RunReport?
  ) throws -> ImportSummary? {
    if report == nil, counts.imported == 0 { return nil }
    let rule = prepared.rule
    // Content that was neither compared nor read back is not known to be in the library.
    let isWhole =
      !request.isDryRun && report?.failureCount == 0 && rule.takesWholeFolders
      && counts.importedBefore + counts.kept == 0 && (counts.verifies || counts.imported == 0)
    var ending: String?
    if isWhole, try rule.comesAlong() {
      ending = try ImportedSources(rule, in: prepared.context).ending
    }
    if ending == nil, !request.isDryRun, counts.imported > 0 {
      ending =
        report == nil
        ? "the same command imports the rest" : "undo with: \(tool.name) undo"
    }
    return ImportSummary(
      counts, failures: report?.failureCount ?? 0, isDryRun: request.isDryRun, ending: ending)
  }
}
