internal import LuaBridge
internal import Pipeline
internal import Terminal

extension RuleSession {
  /// Returns an explanation of why the rule takes an asset or leaves it out.
  ///
  /// - Throws: ``ExitStatus``, after the error was reported.
  package func inquiry(about asset: String) throws -> AssetTrace {
    try dryRun { try AssetTrace(asset, $0, in: $1, lanes: $2) }
  }

  /// Returns the counts and times of the rule's steps.
  ///
  /// - Throws: ``ExitStatus``, after the error was reported.
  package func analysis() throws -> PlanAnalysis {
    try dryRun { try PlanAnalysis(of: $0, in: $1, lanes: $2) }
  }

  /// Calls `body` with the rule and a context of a dry run.
  private func dryRun<Result>(
    _ body: (Rule, RunContext, _ lanes: Int) throws -> Result
  ) throws -> Result {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try libraries(of: rule)
      var context = try context(for: rule, on: libraries, settings, progress: RunProgress())
      let cancellation = context.cancellation
      let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
      handleSignals(to: rule, cancellation, [asker?.mode].compactMap(\.self))
      try settlePermissions(of: rule, on: libraries, settings, by: asker, in: &context)
      if let notice = libraries.notice { messages.write(notice) }
      context.request.isDryRun = true
      context.output.failed = nil
      do {
        return try body(rule, context, settings.lanes)
      } catch LibraryProblem.notNamed {
        throw libraries.absence
      }
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }
}
