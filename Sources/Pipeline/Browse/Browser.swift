/// Answers the requests of an album browser, each with records and a line that ends the answer.
///
/// ```swift
/// let browser = Browser(library, in: context)
/// try browser.answer(line)
/// ```
///
/// What was read stays in memory as ``FetchBounds`` allows, and is read anew when the library
/// changes. A request that can't be answered gets a record that says why. Confined to one thread.
public final class Browser {
  private let library: FetchLibrary
  private let context: RunContext
  private let output: RecordOutput
  /// The clock by which dates such as those of `within` are judged.
  private let now: () -> Instant

  /// So many are read and loaded before the next.
  private static let pieceSize = 256
  /// How often a library may change before an answer begins.
  private static let mostAttempts = 8

  /// - Parameters:
  ///   - context: says where pictures go, and who makes them.
  ///   - outputDescriptor: where records go; 1 is standard output.
  ///   - now: the moment of a request.
  public init(
    _ library: FetchLibrary, in context: RunContext, outputDescriptor: Int32 = 1,
    now: @escaping () -> Instant
  ) {
    self.library = library
    self.context = context
    self.now = now
    output = RecordOutput(descriptor: outputDescriptor)
  }

  /// Answers one request, without the end of its line.
  ///
  /// - Throws: ``RunProblem`` when records can't be written, or the run is cancelled.
  public func answer(_ line: UnsafeRawBufferPointer) throws {
    var id: ArgumentValue?
    do {
      let value = try RequestText.read(line)
      if case .table(let members) = value { id = members.first { $0.name == "id" }?.value }
      let request = try BrowseRequest(value)
      try answer(request)
    } catch let problem as RunProblem {
      throw problem
    } catch {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      try writeError(Self.words(of: error), id: id)
    }
  }

  /// Tells that a line can't be a request.
  public func refuse(_ reason: String) throws {
    try writeError(reason, id: nil)
  }

  private static func words(of error: any Error) -> String {
    switch error {
    case let problem as BrowseProblem: problem.message
    case let problems as RuleProblems: BrowseProblem(problems).message
    case FetchProblem.changed: "the library is being changed; ask again"
    default: "\(error)"
    }
  }

  private func answer(_ request: BrowseRequest) throws {
    let calls = [request.source] + request.filters
    let whole = try plan(calls + (request.load.map { [$0] } ?? []))
    output.writer.fields = whole.fields
    if whole.source.traits.listsAlbums { return try answerAlbums(request, whole, calls) }
    // Planned on its own, so that it is clear which steps load.
    let loading = try plan([request.source] + (request.load.map { [$0] } ?? []))
    let fetch = try fetch(of: plan(calls))
    var attempts = 0
    while true {
      attempts += 1
      let page = BrowsePage(request, output, context)
      do {
        return try answerAssets(page, library.fetchAssets(fetch), loading.steps)
      } catch FetchProblem.changed where attempts < Self.mostAttempts && page.written == 0 {}
    }
  }

  private func plan(_ calls: [StageCall]) throws -> PipelinePlan {
    try PlanBuilder(components: context.components, rulePath: "request", now: now())
      .plan(calls)
  }

  /// What the stages fetch; nothing that would have to look at each asset of the list again.
  private func fetch(of plan: PipelinePlan) throws -> AssetFetch {
    guard var fetch = plan.source.fetch(plan.query) else {
      throw BrowseProblem(
        "a request reads the library that the command line names, and nothing else")
    }
    var steps = plan.steps[...]
    if steps.first?.traits.order.isEmpty == false { steps.removeFirst() }
    if let slice = steps.first?.traits.slice {
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
    _ page: BrowsePage, _ result: FetchResult, _ steps: [any Step]
  ) throws {
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
    _ request: BrowseRequest, _ plan: PipelinePlan, _ calls: [StageCall]
  ) throws {
    if request.localIdentifier != nil {
      throw BrowseProblem("index is for assets; albums come with their localIdentifier")
    }
    let (albums, shelf) = try library.albums(of: plan, calls)
    let page = BrowsePage(request, output, context)
    let range = (request.range ?? 0..<albums.count).clamped(to: 0..<albums.count)
    try page.write(
      Array(albums[range]), from: range.lowerBound, through: Array(plan.steps.dropFirst()))
    try page.end(state: shelf.number, count: albums.count, unread: shelf.failures.count)
  }

  private func writeError(_ reason: String, id: ArgumentValue?) throws {
    output.writer.begin(kind: "error")
    output.writer.write("id", id)
    output.writer.write("message", reason)
    output.writer.end()
    try output.flush()
  }
}
