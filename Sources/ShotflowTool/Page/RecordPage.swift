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

  /// What the user decided about the records.
  enum Decision {
    case answered
    case chosen([Pick])
  }

  /// A record that was chosen.
  struct Pick {
    let place: Int
    /// The part of its picture that was cut; nil for all of it.
    let crop: [Double]?
  }

  /// What came of the records.
  enum Ending {
    /// So many were printed.
    case printed(Int)
    /// The user wants to choose again what the rule may see.
    case choosesAgain
  }

  /// Shows the page until it is closed, or something was decided.
  ///
  /// - Throws: ``RunProblem``.
  func show(_ scene: PageScene) throws -> Decision? {
    let decision = try talk.show(scene, until: context.cancellation) { queue, descriptor in
      try RecordBrowser(records, in: context, outputDescriptor: descriptor).answer(queue)
    }
    switch decision {
    case nil: return nil
    case .answered: return .answered
    case .chosen(let picks):
      return .chosen(
        picks.compactMap { pick in
          guard case .place(let place) = pick.name, place < records.count else { return nil }
          return Pick(place: place, crop: pick.crop)
        })
    }
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
