internal import Console
internal import Pipeline
internal import Platform

/// A page with the records of a run, which may be chosen from.
struct RecordPage {
  private let records: RecordFile
  private let context: RunContext
  private let opening: PageOpening

  /// - Parameters:
  ///   - context: the run's, which is over.
  ///   - opening: shows the page to the user.
  init(_ records: RecordFile, in context: RunContext, _ opening: PageOpening) {
    self.records = records
    self.opening = opening
    self.context = context.apart
  }

  /// Shows the page until it is closed, or something was chosen.
  ///
  /// - Returns: what was chosen, in its order.
  /// - Throws: ``RunProblem``.
  func show(_ subject: PageHelper.Subject) throws -> [PageReading.Pick] {
    let helper = try PageHelper(subject)
    defer { helper.end() }
    opening.show(try helper.address())
    let browser = RecordBrowser(records, in: context, outputDescriptor: helper.answers)
    let picks = try PageAnswers(helper, context.cancellation).give { try browser.answer($0) }
    return picks.filter { $0.place < records.count }
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

/// Answers a page's requests until it is closed.
struct PageAnswers {
  private let helper: PageHelper
  private let cancellation: Cancellation

  init(_ helper: PageHelper, _ cancellation: Cancellation) {
    self.helper = helper
    self.cancellation = cancellation
  }

  /// - Parameter answer: answers all of a queue.
  /// - Returns: what was chosen.
  func give(_ answer: (BrowseQueue) throws -> Void) throws -> [PageReading.Pick] {
    let queue = BrowseQueue(cancellation)
    let reading = PageReading(from: helper.requests, to: queue, until: cancellation)
    guard let thread = LaneThread({ reading.run() }) else {
      throw RunProblem.outputFailed("the system has no thread left")
    }
    let answered = Result { try answer(queue) }
    // What still comes is not waited for: the helper ends, and its requests with it.
    queue.end()
    helper.endAnswers()
    thread.join()
    do {
      try answered.get()
    } catch RunProblem.outputClosed {
      // The helper went away.
    }
    if cancellation.isCancelled { throw RunProblem.cancelled }
    return reading.picks ?? []
  }
}
