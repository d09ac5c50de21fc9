internal import Platform
internal import Synchronization

/// How a library is fetched from by ranges.
package struct FetchSettings: Sendable {
  package let place: LibraryPlace
  package let context: RunContext
  /// How many threads read files.
  package let lanes: Int
  package let bounds: FetchBounds
  package let clock: CatalogueClock
}

/// A library that stays open to be fetched from by ranges; safe from any thread.
package protocol LibraryFetcher: AnyObject, Sendable {
  /// Opens the library.
  ///
  /// - Returns: what the user should know before relying on what is read.
  /// - Throws: ``LibraryProblem``.
  func open() throws -> [String]

  /// Whether what was fetched before may be given again.
  var isCurrent: Bool { get }

  /// Begins a fetch.
  ///
  /// - Parameter number: which no other fetch of the library has.
  func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource

  /// Tells from now on whether the library is as it is now.
  func watch() throws -> () -> Bool

  /// How many rows are in memory; for tests of the bound.
  var heldRows: Int { get }
}

/// Fetches from a library of any kind by reading it whole.
final class ListedFetcher: LibraryFetcher {
  private let settings: FetchSettings

  init(_ settings: FetchSettings) {
    self.settings = settings
  }

  private var library: any Library {
    get throws { try settings.context.libraryKinds.type(of: settings.place).opened(settings) }
  }

  func open() throws -> [String] { try library.notes }

  var isCurrent: Bool { true }

  func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource {
    ListedFetch(try read(fetch), isUnchanged: try watch())
  }

  /// All assets of a fetch, in its order.
  private func read(_ fetch: AssetFetch) throws -> (assets: [Asset], failures: [AssetFailure]) {
    var context = settings.context
    context.progress = RunProgress()
    let source = LibraryReading(fetch, in: context)
    let answer = try source.answer(of: library, at: settings.place)
    let lane = Lane(context: context, functions: nil, width: settings.lanes)
    let order = answer.isOrdered ? [] : fetch.order
    var steps: [any Step] = answer.residual == .always ? [] : [PredicateStep(answer.residual)]
    if !order.isEmpty { steps.append(SortStep(order, keeping: nil)) }
    if fetch.offset > 0 || fetch.limit != nil {
      steps.append(LimitStep(offset: fetch.offset, limit: fetch.limit))
    }
    var chain = try StepChain(steps[...], in: lane)
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

  /// Without a mark nothing tells that the library is as it was.
  func watch() throws -> () -> Bool {
    let settings = settings
    let type = try settings.context.libraryKinds.type(of: settings.place)
    let known = type.kind.mark(settings.place)
    return { known?.files != nil && type.kind.mark(settings.place) == known }
  }

  var heldRows: Int { 0 }
}

extension Library {
  fileprivate static func opened(_ settings: FetchSettings) throws -> any Library {
    try Self(opening: settings.place, for: settings.context)
  }
}

/// The assets of one fetch, all of which were read; safe from any thread.
private final class ListedFetch: FetchSource {
  /// `@unchecked Sendable`: only touched by the one who holds the lock.
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
