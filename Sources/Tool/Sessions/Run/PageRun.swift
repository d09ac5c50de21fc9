package import Pipeline
internal import Platform

/// A run of a rule, with a page for its questions and records.
package struct PageRun {
  private let session: RuleSession
  private let talk: PageController

  package typealias Show = (RecordFile, RunContext, PostponedClaims, (any RecordFormat)?) throws ->
    RecordPage.Ending

  /// The label of the button to choose more assets of a library to which access is limited.
  static let more = "Choose more"

  package init(_ session: RuleSession, on talk: PageController) {
    self.session = session
    self.talk = talk
  }

  /// Runs the rule, again each time the user chooses more assets. `show` shows the records of an
  /// ended run, whose claims are not made yet. Throws ``ExitStatus`` unless the run ends with
  /// ``ExitStatus/done``, or ``RunProblem`` without a temporary file.
  package func run(_ show: @escaping Show) throws {
    defer { talk.end() }
    while try runOnce(show) {
      try session.chooseAgain(on: talk)
    }
  }

  /// Runs the rule; returns true if the user wants to choose other assets and run it again.
  private func runOnce(_ show: @escaping Show) throws -> Bool {
    guard let file = tmpfile() else {
      throw RunProblem.outputFailed("there is no room for what the rule gives")
    }
    defer { fclose(file) }
    let descriptor = fileno(file)
    let claims = PostponedClaims()
    var choosesAgain = false
    let redirect = OutputRedirect(descriptor: descriptor, claims: claims, page: talk) {
      context, form in
      let records = try RecordFile(descriptor, unless: context.cancellation)
      switch try show(records, context, claims, form) {
      case .printed(let count): return count
      case .choosesAgain:
        choosesAgain = true
        return records.count
      }
    }
    try session.run(showsHelp: false, by: redirect)
    return choosesAgain
  }
}

extension RuleSession {
  /// Returns the labels of further buttons on a run's page: ``PageRun/more`` if access is limited.
  package func pageAnswers(in context: RunContext) -> [String] {
    context.permission.access.isLimited && request.auth == nil ? [PageRun.more] : []
  }

  /// Lets the user choose again, on a page, the assets that a rule with limited access may see.
  fileprivate func chooseAgain(on talk: PageController) throws {
    try messages.reporting(rulePath: subject.label) {
      let prepared = try prepared()
      prepared.handleSignals()
      try prepared.permissions
        .chooseAgain(by: PagePrompt(talk, in: prepared.context, of: tool))
    }
  }
}
