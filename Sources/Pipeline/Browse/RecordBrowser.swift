internal import Platform

/// Answers requests for the records that a run wrote, as a ``Browser`` does for a library's assets.
/// A request has a `range` and may have a `load`, but no `filter`. Confined to one thread.
package final class RecordBrowser {
  private let records: RecordFile
  private let context: RunContext
  private let outputDescriptor: Int32
  private let gate = OutputGate()

  /// Creates a browser; `context` provides the output folder and the decoders for pictures.
  package init(_ records: RecordFile, in context: RunContext, outputDescriptor: Int32) {
    self.records = records
    self.context = context
    self.outputDescriptor = outputDescriptor
  }

  /// Answers all requests of a queue until it ends. Throws ``RunProblem`` if records can't be
  /// written, or the run is cancelled.
  package func answer(_ queue: BrowseQueue) throws {
    while let (entry, isCancelled) = queue.next() {
      defer { queue.finish() }
      let output = RecordOutput(
        descriptor: outputDescriptor, RecordLineOptions(answering: entry.id, through: gate))
      switch entry {
      case .wrong(let reason, _): try output.writeError(reason)
      case .request where isCancelled: try output.writeCancelled()
      case .request(let request): try answer(request, to: output)
      case .changes, .unregistered: break
      }
    }
  }

  private func answer(_ request: BrowseRequest, to output: RecordOutput) throws {
    do {
      let page = BrowseResponse(request, output, context, nil)
      if let range = request.range {
        let assets = try records.assets(range, in: context)
        try page.write(assets, from: range.lowerBound, through: steps(request, output))
      }
      if request.wantsPeriods {
        page.periods =
          try records.groups(unless: context.cancellation)?.sections
          ?? records.periods(unless: context.cancellation)
      }
      try page.end(state: 1, count: records.count, unread: 0)
    } catch let problem as RunProblem where problem != .cancelled {
      throw problem
    } catch {
      if context.cancellation.isFinal { throw RunProblem.cancelled }
      output.writer.buffer.removeAll()
      guard context.cancellation.isCancelled else {
        return try output.writeError(Browser.words(of: error))
      }
      try output.writeCancelled()
    }
  }

  private func steps(_ request: BrowseRequest, _ output: RecordOutput) throws -> [any Step] {
    guard request.filters.isEmpty, request.observe == nil, !request.registers,
      request.localIdentifier == nil
    else { throw BrowseProblem("the records of a run are read by range and load alone") }
    guard let load = request.load else { return [] }
    let plan = try context.plan([request.source, load], rulePath: "request")
    output.writer.fields = plan.fields
    context.progress.expect(works: plan.steps.flatMap(\.works))
    return plan.steps
  }
}
