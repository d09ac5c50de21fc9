/// Watches a library by listing it again when its mark says that it changed, or from time to time where
/// it has none.
package final class ListedWatcher: LibraryWatcher {
  private let place: LibraryPlace
  private let context: RunContext
  private let kind: LibraryKind
  private let includesHidden: Bool
  private var known: Set<OwnedName> = []
  private var mark: LibraryMark?
  /// When a library without a mark is listed next.
  private var next = ContinuousClock.now
  private var isReadable = true

  /// Listing takes at most a part of the time that many times as small.
  private static let rest = 20

  /// An identifier, compared by its bytes.
  private struct OwnedName: Hashable {
    let bytes: OwnedBytes

    static func == (left: OwnedName, right: OwnedName) -> Bool {
      left.bytes.span.hasSameBytes(as: right.bytes.bytes)
    }

    func hash(into hasher: inout Hasher) {
      withExtendedLifetime(bytes) { hasher.combine(bytes: bytes.bytes) }
    }
  }

  /// - Throws: ``LibraryProblem`` when the library can't be read.
  package init(_ place: LibraryPlace, _ terms: WatchTerms, in context: RunContext) throws {
    self.place = place
    self.context = context
    kind = try context.libraryKinds.type(of: place).kind
    includesHidden = terms.includesHidden
    mark = kind.mark(place)
    known = Set(try list())
  }

  package var descriptor: Int32? { nil }
  package var hasToLook: Bool { true }
  /// One that is gone can't be opened, which is noticed when it is read.
  package var isThere: @Sendable () -> Bool { { true } }

  package func noteMounts() { mark = nil }

  package func news(isLooking: Bool) -> LibraryNews {
    var news = LibraryNews()
    news.moment = CatalogueClock.system.now
    news.isThere = isReadable
    guard isLooking else { return news }
    let found = kind.mark(place)
    if let found, found.files != nil, found == mark { return news }
    if found == nil, ContinuousClock.now < next { return news }
    do {
      let began = ContinuousClock.now
      let names = try list()
      next = .now + max(.seconds(1), (ContinuousClock.now - began) * Self.rest)
      (mark, isReadable) = (found, true)
      news.isThere = true
      let all = Set(names)
      news.hasChanges = true
      news.arrivals = names.filter { !known.contains($0) }.map {
        LibraryNews.Arrival($0.bytes, at: news.moment)
      }
      known = all
    } catch {
      // Waited for; what was there before is no news when it is back.
      isReadable = false
      news.isThere = false
    }
    return news
  }

  private func list() throws -> [OwnedName] {
    var context = context
    context.arrivals = nil
    context.progress = RunProgress()
    context.resources[OpenedLibraries.self] = OpenedLibraries()
    var fetch = AssetFetch()
    fetch.includesHidden = includesHidden
    fetch.includesBurstFrames = true
    let library = try context.library(place)
    let reader = try LibraryReading(fetch, in: context).answer(of: library, at: place).reader
    var names: [OwnedName] = []
    while let batch = try reader.next() {
      for asset in batch.unfold() where asset.failure == nil {
        names.append(OwnedName(bytes: OwnedBytes(Array(asset.string(of: .localIdentifier).utf8))))
      }
    }
    return names
  }
}

extension RunContext {
  /// Begins to watch a library.
  ///
  /// - Throws: ``LibraryProblem`` when it can't be read.
  package func watcher(of place: LibraryPlace, _ terms: WatchTerms) throws -> any LibraryWatcher {
    let kind = try libraryKinds.type(of: place).kind
    return try kind.watcher?(place, terms) ?? ListedWatcher(place, terms, in: self)
  }
}
