internal import Platform

/// Answers the requests of an album browser, each with records and a line that ends the answer.
///
/// ```swift
/// let browser = Browser(library, in: context)
/// try browser.answer(line)
/// ```
///
/// Every line carries the `id` of its request. Assets and albums that were read stay in memory as
/// ``FetchBounds`` allows, and are read again when the library has changed. A request that can't be
/// answered gets a record with the reason. Confined to one thread.
public final class Browser {
  let library: FetchLibrary
  let context: RunContext
  let outputDescriptor: Int32
  private let gate = OutputGate()
  /// The clock for dates such as those of `within`.
  let now: () -> Instant
  /// The fetches whose changes are reported as they happen.
  var registered: [RegisteredFetch] = []

  /// The number of assets that are read and loaded together.
  static let pieceSize = 256
  /// The number of attempts at an answer if the library changes before it begins.
  private static let mostAttempts = 8

  /// - Parameters:
  ///   - context: has the output folder and the decoders for pictures.
  ///   - outputDescriptor: the descriptor for records; 1 is standard output.
  ///   - now: returns the time of a request.
  public init(
    _ library: FetchLibrary, in context: RunContext, outputDescriptor: Int32 = 1,
    now: @escaping () -> Instant
  ) {
    self.library = library
    self.context = context
    self.now = now
    self.outputDescriptor = outputDescriptor
  }

  /// Answers all requests of a queue until it ends.
  ///
  /// - Throws: ``RunProblem`` if records can't be written, or the run is cancelled.
  public func answer(_ queue: BrowseQueue) throws {
    while let (entry, isCancelled) = queue.next() {
      defer { queue.finish() }
      let output = output(for: entry.id)
      switch entry {
      case .wrong(let reason, _): try output.writeError(reason)
      case .request where isCancelled: try output.writeCancelled()
      case .request(let request): try answer(request, to: output, queue)
      case .changes(let id): try tellChanges(of: id, queue)
      case .unregistered(let id):
        guard let place = registered.firstIndex(where: { $0.request.id == id }) else { continue }
        registered.remove(at: place)
        try output.writeUnregistered()
      }
    }
  }

  /// Answers one request, given without its line feed.
  ///
  /// - Throws: ``RunProblem`` if records can't be written, or the run is cancelled.
  public func answer(_ line: UnsafeRawBufferPointer) throws {
    let queue = BrowseQueue(context.cancellation)
    queue.take(line)
    queue.end()
    try answer(queue)
  }

  func lines(for id: ArgumentValue?) -> RecordLineOptions {
    RecordLineOptions(answering: id, through: gate)
  }

  func output(for id: ArgumentValue?) -> RecordOutput {
    RecordOutput(descriptor: outputDescriptor, lines(for: id))
  }

  private func answer(
    _ request: BrowseRequest, to output: RecordOutput, _ queue: BrowseQueue
  ) throws {
    let watch = request.wantsProgress ? watch(for: request) : nil
    defer { watch?.end() }
    do {
      if request.registers {
        try register(request, to: output, watch, queue)
      } else if request.observe != nil {
        let plan = try observing(request)
        try end(changes(of: request, plan, lines(for: request.id), watch: watch), to: output)
      } else {
        try answer(request, to: output, watch)
      }
    } catch let problem as RunProblem where problem != .cancelled {
      throw problem
    } catch {
      if context.cancellation.isFinal { throw RunProblem.cancelled }
      output.writer.buffer.removeAll()
      guard context.cancellation.isCancelled else {
        return try output.writeError(Self.words(of: error))
      }
      try output.writeCancelled()
    }
  }

  private func watch(for request: BrowseRequest) -> BrowseProgressReporter {
    BrowseProgressReporter(
      context.progress, lines: lines(for: request.id), outputDescriptor: outputDescriptor)
  }

  static func words(of error: any Error) -> String {
    switch error {
    case let problem as BrowseProblem: problem.message
    case let problems as RuleProblems: BrowseProblem(problems).message
    case FetchProblem.changed: "the library is being changed; ask again"
    default: "\(error)"
    }
  }

  private func answer(
    _ request: BrowseRequest, to output: RecordOutput, _ watch: BrowseProgressReporter?
  ) throws {
    let calls = [request.source] + request.filters
    let whole = try plan(calls + (request.load.map { [$0] } ?? []))
    output.writer.fields = whole.fields
    context.progress.expect(works: whole.steps.flatMap(\.works))
    let page = BrowseResponse(request, output, context, watch)
    if whole.source.traits.input.listsAlbums { return try answerAlbums(page, whole, calls) }
    // The loading stages are planned on their own, so that their steps are known.
    let loading = try plan([request.source] + (request.load.map { [$0] } ?? []))
    let fetch = try fetch(of: plan(calls))
    var attempts = 0
    while true {
      attempts += 1
      do {
        if request.isQuick, try answerQuickly(page, fetch, loading.steps) { return }
        return try answerAssets(page, library.fetchAssets(fetch), by: fetch.order, loading.steps)
      } catch FetchProblem.changed where attempts < Self.mostAttempts && page.written == 0 {}
    }
  }

  static let otherSource = BrowseProblem(
    "a request reads the library that the command line names, and nothing else")

  func plan(_ calls: [StageCall]) throws -> PipelinePlan {
    try PlanBuilder(components: context.components, rulePath: "request", now: now())
      .plan(calls)
  }

  /// Returns the fetch of a plan. Throws ``BrowseProblem`` for a source besides the library, and
  /// for steps after order and limit, which would need all assets for each range.
  private func fetch(of plan: PipelinePlan) throws -> AssetFetch {
    guard var fetch = plan.source.fetch(plan.query) else {
      throw Self.otherSource
    }
    var steps = plan.steps[...]
    if steps.first?.traits.fetch.order.isEmpty == false { steps.removeFirst() }
    if let slice = steps.first?.traits.fetch.slice {
      (fetch.offset, fetch.limit) = (slice.offset, slice.limit)
      steps.removeFirst()
    }
    if let step = steps.first {
      throw BrowseProblem(
        "what is read by ranges has tests, one order and one limit, in that order; "
          + "\"\(step.name)\" stands behind them")
    }
    return fetch
  }

  private func answerAssets(
    _ page: BrowseResponse, _ result: FetchResult, by order: [SortKey], _ steps: [any Step]
  ) throws {
    if page.request.wantsPeriods, let key = order.first, key.field.type == .date {
      var periods = try Periods(of: result, by: key)
      page.periods = periods.end()
    }
    if let identifier = page.request.localIdentifier {
      page.index = try result.index(of: identifier)
    }
    if let range = page.request.range {
      var place = range.lowerBound
      while place < range.upperBound {
        let end = min(place + Self.pieceSize, range.upperBound)
        let assets = try result.objects(within: place..<end)
        try page.write(assets, from: place, through: steps)
        place += assets.count
        if assets.count < Self.pieceSize { break }
      }
    }
    try page.end(state: result.state, count: result.count, unread: result.failures.count)
  }

  private func answerAlbums(
    _ page: BrowseResponse, _ plan: PipelinePlan, _ calls: [StageCall]
  ) throws {
    let request = page.request
    if request.localIdentifier != nil {
      throw BrowseProblem("index is for assets; albums come with their localIdentifier")
    }
    if request.wantsPeriods { throw BrowseProblem("periods are those of assets, not of albums") }
    let (albums, cache) = try library.albums(of: plan, calls)
    let range = (request.range ?? 0..<albums.count).clamped(to: 0..<albums.count)
    try page.write(
      Array(albums[range]), from: range.lowerBound, through: Array(plan.steps.dropFirst()))
    try page.end(state: cache.number, count: albums.count, unread: cache.failures.count)
  }
}

extension RecordOutput {
  func writeError(_ reason: String) throws(RunProblem) {
    writer.begin(kind: "error")
    writer.write("message", reason)
    writer.end()
    try flush()
  }

  fileprivate func writeUnregistered() throws(RunProblem) {
    writer.begin(kind: "result")
    writer.write("registered", false)
    writer.end()
    try flush()
  }

  func writeCancelled() throws(RunProblem) {
    writer.begin(kind: "result")
    writer.write("cancelled", true)
    writer.end()
    try flush()
  }
}
