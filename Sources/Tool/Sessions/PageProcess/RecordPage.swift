package import Pipeline
internal import Platform

/// A page with the records of a run, from which the user may choose.
package struct RecordPage {
  private let records: RecordFile
  private let context: RunContext
  private let talk: PageController

  /// - Parameter context: the context of the run, which has ended.
  package init(_ records: RecordFile, in context: RunContext, on talk: PageController) {
    self.records = records
    self.talk = talk
    var context = context.apart
    context.keepPicturesOfFullDisk()
    self.context = context
  }

  /// The user's action on the page.
  package enum Decision {
    case answered
    case chosen([Pick])
  }

  /// A chosen record.
  package struct Pick {
    package let place: Int
    /// The chosen part of the picture: left, top, width, height, from 0 to 1; nil for all of it.
    package let crop: [Double]?
  }

  /// The outcome of showing the page.
  package enum Ending {
    /// The number of picked records, which were printed.
    case printed(Int)
    /// The user wants to choose again which assets the rule may see.
    case choosesAgain
  }

  /// Shows the page until the user closes it (nil) or clicks a button. Throws ``RunProblem`` after
  /// Ctrl-C, or if the page can't be served.
  package func show(_ scene: PageState) throws -> Decision? {
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
