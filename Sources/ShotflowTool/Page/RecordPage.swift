internal import Console
internal import Pipeline
internal import Platform

/// A page with the records of a run, which may be chosen from.
struct RecordPage {
  private let records: RecordFile
  private let context: RunContext
  private let talk: PageTalk

  /// - Parameter context: the run's, which is over.
  init(_ records: RecordFile, in context: RunContext, on talk: PageTalk) {
    self.records = records
    self.talk = talk
    self.context = context.apart
  }

  /// Shows the page until it is closed, or something was decided.
  ///
  /// - Throws: ``RunProblem``.
  func show(_ scene: PageScene) throws -> PageDecision? {
    let decision = try talk.show(scene, until: context.cancellation) { queue, descriptor in
      try RecordBrowser(records, in: context, outputDescriptor: descriptor).answer(queue)
    }
    guard case .chosen(let picks) = decision else { return decision }
    return .chosen(picks.filter { $0.place < records.count })
  }
}

extension RunContext {
  /// The context for pictures of records that a run gave: no file goes to its folder, no failure to its
  /// report.
  var apart: RunContext {
    var context = self
    context.outputFolder = nil
    context.pictureDescriptor = nil
    context.catalogue = nil
    context.progress = RunProgress()
    context.failed = nil
    context.postponedClaims = nil
    return context
  }
}
