internal import LuaBridge
internal import Pipeline
internal import Terminal

extension RuleSession {
  /// Returns the reasons why the rule takes or leaves out an asset.
  package func trace(about asset: String) throws -> AssetTrace {
    try dryRun { rule, context, lanes in
      var context = context
      let libraries = rule.plan.source.libraryPaths(in: context)
      if request.libraries.isEmpty, let folder = TracedAsset.folder(of: asset, outside: libraries) {
        context.request.libraries = [folder]
      }
      return try AssetTrace(asset, rule, in: context, lanes: lanes)
    }
  }

  /// Writes where `find` looked if it was not named and gave few or no assets, or counts, to a user
  /// who may take them for all.
  func tellSearched(
    of prepared: PreparedRule, behind report: RunReport, _ printing: PrintFormat
  ) {
    let plan = prepared.rule.plan
    guard case .program(_, "find", _) = subject, !request.isQuiet,
      printing.form is TableForm || messages.status.isTerminal,
      plan.countsAssets || report.emitted < Self.fewResults, report.failureCount == 0,
      !plan.steps.contains(where: { $0.traits.fetch.slice?.limit != nil }),
      let searched = prepared.libraries.searched
    else { return }
    messages.write(searched)
  }

  /// The number of results from which on a library is taken for the one that the user means.
  private static let fewResults = 10

  /// Returns the counts and times of the rule's steps.
  package func analysis() throws -> PlanAnalysis {
    try dryRun { try PlanAnalysis(of: $0, in: $1, lanes: $2) }
  }

  /// Calls `body` with the rule and a context of a dry run.
  private func dryRun<Result>(
    _ body: (Rule, RunContext, _ lanes: Int) throws -> Result
  ) throws -> Result {
    return try messages.reporting(rulePath: subject.label) {
      var prepared = try PreparedRule(self)
      try prepared.settlePermissionsOnTerminal()
      prepared.libraries.tell(messages, in: tool)
      prepared.context.request.isDryRun = true
      prepared.context.output.failed = nil
      do {
        return try body(prepared.rule, prepared.context, prepared.settings.lanes)
      } catch LibraryProblem.notNamed {
        throw prepared.libraries.absence
      }
    }
  }
}
