internal import Console
internal import Pipeline
internal import Platform

/// A run of a rule whose questions and records a page shows.
struct PageRun {
  private let session: RuleSession
  private let talk: PageTalk

  typealias Show = (RecordFile, RunContext, PostponedClaims, (any RecordForm)?) throws ->
    RecordPage.Ending

  /// The words of the button for more of a library that is limited.
  static let more = "Choose more"

  init(_ session: RuleSession, on talk: PageTalk) {
    self.session = session
    self.talk = talk
  }

  /// - Parameter show: shows the records of a run that is over, whose claims nobody made yet.
  /// - Throws: ``ExitStatus`` when it is not ``ExitStatus/done``, or ``RunProblem``.
  func run(_ show: @escaping Show) throws {
    defer { talk.end() }
    while try runOnce(show) {
      try session.chooseAgain(on: talk)
    }
  }

  /// - Returns: whether the user wants to choose again.
  private func runOnce(_ show: @escaping Show) throws -> Bool {
    guard let file = tmpfile() else {
      throw RunProblem.outputFailed("there is no room for what the rule gives")
    }
    defer { fclose(file) }
    let descriptor = fileno(file)
    let claims = PostponedClaims()
    var choosesAgain = false
    let detour = RunDetour(descriptor: descriptor, claims: claims, page: talk) { context, form in
      let records = try RecordFile(descriptor, unless: context.cancellation)
      switch try show(records, context, claims, form) {
      case .printed(let count): return count
      case .choosesAgain:
        choosesAgain = true
        return records.count
      }
    }
    try session.run(showsHelp: false, by: detour)
    return choosesAgain
  }
}

extension RuleSession {
  /// What a page offers beside the records of a run: to choose again, where the rule has some of a
  /// library.
  func pageAnswers(in context: RunContext) -> [String] {
    context.access.isLimited && request.auth == nil ? [PageRun.more] : []
  }

  /// Lets the user choose again, on a page, what a limited rule may see.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  fileprivate func chooseAgain(on talk: PageTalk) throws {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try libraries(of: rule)
      let context = try context(for: rule, on: libraries, settings, progress: RunProgress())
      handleSignals(to: rule, context.cancellation, [])
      try permissions(of: rule, on: libraries, settings)
        .chooseAgain(by: PageAsker(talk, in: context, of: tool))
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }
}
