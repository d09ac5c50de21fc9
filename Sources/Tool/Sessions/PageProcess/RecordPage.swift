package import Pipeline
internal import Platform

/// A page with the records of a run, from which the user may choose.
package struct RecordPage {
  private let records: RecordFile
  private let context: RunContext
  private let controller: PageController
  private let run: Cancellation

  /// - Parameters:
  ///   - context: the context of the run.
  ///   - goesOn: true if other parts of the run go on, which a cancelled request of the page must not
  ///     interrupt; false if it has ended.
  package init(
    _ records: RecordFile, in context: RunContext, on controller: PageController,
    goesOn: Bool = false
  ) {
    self.records = records
    self.controller = controller
    run = context.cancellation
    var context = context.apart
    if goesOn { context.cancellation = Cancellation() }
    context.keepPicturesOfFullDisk()
    self.context = context
  }

  /// The user's action on the page.
  package enum Decision {
    /// The number of the clicked button, from 0.
    case answered(Int)
    case chosen([Pick])
  }

  /// A chosen record.
  package struct Pick {
    package let place: Int
    package let note: PickNote
  }

  /// The outcome of showing the page.
  package enum Ending {
    /// The number of picked records, which were printed.
    case printed(Int)
    /// The user wants the rule to run again.
    case runsAgain
    /// The user wants to choose again which assets the rule may see.
    case choosesAgain
  }

  /// Shows the page until the user closes it (nil) or clicks a button. Throws ``RunProblem`` after
  /// Ctrl-C, or if the page can't be served.
  package func show(_ pageState: PageState) throws -> Decision? {
    defer { context.forgetPicturesOfFullDisk() }
    let decision = try controller.show(pageState, until: run, answeringUntil: context.cancellation)
    {
      queue, descriptor in
      try RecordBrowser(records, in: context, outputDescriptor: descriptor).answer(queue)
    }
    switch decision {
    case nil: return nil
    case .answered(let number): return .answered(number)
    case .chosen(let picks):
      return .chosen(
        picks.compactMap { pick in
          guard case .place(let place) = pick.name, place < records.count else { return nil }
          return Pick(place: place, note: pick.note)
        })
    }
  }
}

extension RunContext {
  /// A copy of the context for the page's pictures: their files don't go to the run's folder, nor
  /// their failures to its report.
  package var apart: RunContext {
    var context = self
    context.output.folder = nil
    context.output.pictureDescriptor = nil
    context.services.catalogue = nil
    context.progress = RunProgress()
    context.output.failed = nil
    context.services.postponedClaims = nil
    return context
  }
}
