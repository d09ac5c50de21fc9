package import Pipeline
internal import Platform

/// A run of a rule, with a page for its questions and records.
package struct PageRun {
  private let session: RuleSession
  private let controller: PageController
  private let acts: PageActs?

  package typealias Show = (RecordFile, RunContext, PostponedClaims, (any RecordFormat)?) throws ->
    RecordPage.Ending

  /// The label of the button to choose more assets of a library to which access is limited.
  static let more = "Choose more"

  /// - Parameter acts: lets the user choose what the rule's last stages act on; nil if they act on
  ///   all.
  package init(_ session: RuleSession, on controller: PageController, _ acts: PageActs? = nil) {
    self.session = session
    self.controller = controller
    self.acts = acts
  }

  /// Runs the rule, again as often as the user wants. `show` shows the records of an ended run, whose
  /// claims are not made yet. Throws ``ExitStatus`` unless the run ends with ``ExitStatus/done``, or
  /// ``RunProblem`` without a temporary file.
  package func run(_ show: @escaping Show) throws {
    defer { controller.end() }
    while true {
      switch try runOnce(show) {
      case .printed: return
      case .runsAgain: continue
      case .choosesAgain: try session.chooseAgain(on: controller)
      }
    }
  }

  private func runOnce(_ show: @escaping Show) throws -> RecordPage.Ending {
    guard let file = tmpfile() else {
      throw RunProblem.outputFailed("there is no room for what the rule gives")
    }
    defer { fclose(file) }
    let descriptor = fileno(file)
    let claims = PostponedClaims()
    var ending = RecordPage.Ending.printed(0)
    let redirect = OutputRedirect(
      descriptor: descriptor, claims: claims, page: controller, acts: acts
    ) { context, form in
      let records = try RecordFile(descriptor, unless: context.cancellation)
      ending = try show(records, context, claims, form)
      if case .printed(let count) = ending { return count }
      return records.count
    }
    try session.run(showsHelp: false, by: redirect)
    return ending
  }
}

extension RuleSession {
  /// Returns the labels of further buttons on a run's page: ``PageRun/more`` if access is limited.
  package func pageAnswers(in context: RunContext) -> [String] {
    context.permission.access.isLimited && request.auth == nil ? [PageRun.more] : []
  }

  /// Lets the user choose again, on a page, the assets that a rule with limited access may see.
  fileprivate func chooseAgain(on controller: PageController) throws {
    try messages.reporting(rulePath: subject.label) {
      let prepared = try PreparedRule(self)
      prepared.handleSignals()
      try prepared.permissions
        .chooseAgain(by: PagePrompt(controller, in: prepared.context, of: tool))
    }
  }
}
