internal import Platform
internal import Synchronization

/// The settings of a library that is kept open for repeated fetches.
package struct FetchSettings: Sendable {
  /// The library to fetch from.
  package let place: LibraryPlace
  /// The run's context for the fetches.
  package let context: RunContext
  /// The number of threads that read files.
  package let lanes: Int
  /// The limits of the memory for results and rows.
  package let bounds: FetchBounds
  /// The clock for deciding if a file was changed too recently to trust its times.
  package let clock: CatalogueClock
}

/// A library kept open to read parts of fetch results in any order; safe from any thread.
package protocol LibraryFetcher: AnyObject, Sendable {
  /// Opens the library.
  ///
  /// - Returns: Warnings that the user should read before relying on the assets.
  /// - Throws: ``LibraryProblem`` when the library does not exist or can't be read.
  func open() throws -> [String]

  /// True if the library is unchanged, so that earlier results may be reused.
  var isCurrent: Bool { get }

  /// Starts a fetch, whose result is read in parts.
  ///
  /// - Parameter number: A number that is unique among the fetches of the library.
  func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource

  /// Returns a function that checks whether the library is unchanged since this call.
  func watch() throws -> () -> Bool

  /// The number of rows of assets in memory; for tests of the limit.
  var heldRows: Int { get }
}

/// A fetcher for a library of any kind, which reads all assets of a fetch at once.
package final class ListedFetcher: LibraryFetcher {
  private let settings: FetchSettings

  package init(_ settings: FetchSettings) {
    self.settings = settings
  }

  private var library: any OpenedLibrary {
    get throws {
      let (place, context) = (settings.place, settings.context)
      return try context.libraryKinds.kind(of: place).open(place, for: context)
    }
  }

  package func open() throws -> [String] { try library.notes }

  package var isCurrent: Bool { true }

  package func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource {
    // Before the assets are read: a change in between is then noticed.
    let isUnchanged = try watch()
    return ListedFetch(try read(fetch), isUnchanged: isUnchanged)
  }

  private func read(_ fetch: AssetFetch) throws -> (assets: [Asset], failures: [AssetFailure]) {
    var context = settings.context
    context.progress = RunProgress()
    let source = LibraryReader(fetch, in: context)
    let answer = try source.answer(of: library, at: settings.place)
    let worker = WorkerContext(context: context, functions: nil, width: settings.lanes)
    let order = answer.isOrdered ? [] : fetch.order
    var steps: [any Step] = answer.residual == .always ? [] : [PredicateStep(answer.residual)]
    if !order.isEmpty { steps.append(SortStep(order, keeping: nil)) }
    if fetch.offset > 0 || fetch.limit != nil {
      steps.append(LimitStep(offset: fetch.offset, limit: fetch.limit))
    }
    var chain = try StepChain(steps[...], in: worker)
    var assets: [Asset] = []
    var failures: [AssetFailure] = []
    func take(_ batch: Batch) {
      assets += batch.survivors
      failures += batch.failures.prefix(max(0, RunReport.keptFailures - failures.count))
    }
    while !chain.isSatisfied, let pending = try answer.reader.next() {
      var batch = Batch(ordinal: 0, assets: pending.unfold())
      batch.keep { _ in true }
      try chain.process(&batch, emit: take)
    }
    try chain.finish(emit: take)
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    return (assets, failures)
  }

  /// Returns a function comparing the library's ``LibraryMark``. Without one it returns false.
  package func watch() throws -> () -> Bool {
    let settings = settings
    let kind = try settings.context.libraryKinds.kind(of: settings.place)
    let known = kind.mark(settings.place)
    return { known?.files != nil && kind.mark(settings.place) == known }
  }

  package var heldRows: Int { 0 }
}

private final class ListedFetch: FetchSource {
  /// `@unchecked Sendable`: guarded by the lock.
  private struct State: @unchecked Sendable {
    let assets: [Asset]
    let isUnchanged: () -> Bool
  }

  private let state: Lock<State>
  let failures: [AssetFailure]

  init(
    _ read: (assets: [Asset], failures: [AssetFailure]),
    isUnchanged: @escaping () -> Bool
  ) {
    failures = read.failures
    state = Lock(State(assets: read.assets, isUnchanged: isUnchanged))
  }

  var isCurrent: Bool { state.withLock { $0.isUnchanged() } }
  func locateMore() -> Bool { false }
  func count() -> Int { state.withLock { $0.assets.count } }
  var knownCount: Int? { count() }

  func assets(_ range: Range<Int>) throws -> [Asset] {
    try state.withLock { state in
      let wanted = range.clamped(to: 0..<state.assets.count)
      let assets = state.assets[wanted].compactMap { $0.another() }
      guard assets.count == wanted.count else { throw FetchProblem.changed }
      return assets
    }
  }

  func index(of localIdentifier: [UInt8]) -> Int? {
    let wanted = String(decoding: localIdentifier, as: UTF8.self)
    return state.withLock { state in
      state.assets.firstIndex { $0.string(of: .localIdentifier) == wanted }
    }
  }
}
