internal import Console
internal import LuaBridge
internal import Pipeline
internal import Terminals

extension RuleSession {
  /// Why the rule takes an asset or leaves it out.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func inquiry(about asset: String) throws -> AssetInquiry {
    try dryRun { try AssetInquiry(asset, $0, in: $1, lanes: $2) }
  }

  /// What each step of the rule does and how long that takes.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func analysis() throws -> PlanAnalysis {
    try dryRun { try PlanAnalysis(of: $0, in: $1, lanes: $2) }
  }

  /// Calls `body` with the rule and a context in which it may run without doing anything.
  private func dryRun<Result>(
    _ body: (Rule, RunContext, _ lanes: Int) throws -> Result
  ) throws -> Result {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try rule.libraries(
        named: request.libraries, in: tool, try configuration.get())
      var context = try context(for: rule, on: libraries, settings, progress: RunProgress())
      let cancellation = context.cancellation
      let loaded = rule.loaded
      let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
      Signals.handle(
        interrupt: { byUser in
          cancellation.cancel(byUser: byUser)
          loaded.cancel()
        }, abandon: { asker?.mode.end() }, report: {}, suspend: { asker?.mode.suspend() },
        resume: { asker?.mode.resume() })
      let asked = context
      let permitted = try permissions(of: rule, on: libraries, settings)
        .settle(on: asker) { try Self.assets(for: $0, in: asked) }
      if let notice = libraries.notice { messages.write(notice) }
      context.access = permitted.access
      context.capabilities = permitted.capabilities
      context.programs = permitted.programs
      context.isDryRun = true
      context.failed = nil
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
