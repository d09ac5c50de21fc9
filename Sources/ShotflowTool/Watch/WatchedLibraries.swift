internal import Console
internal import Pipeline
internal import Platform
internal import Synchronization

/// The libraries that rules watch, each watched once.
///
/// Confined to the thread that watches, but for ``presence``.
final class WatchedLibraries {
  /// A library and who watches it.
  struct Watched {
    let place: LibraryPlace
    let watcher: any LibraryWatcher
    /// When it began to be watched, in nanoseconds since 1970.
    let began: Int64
    /// What arrived before is caught up with; nil where nothing is.
    let caughtUpBefore: Int64?
    /// Whether it was there when it was looked at last.
    var wasThere = true
  }

  /// Tells from any thread whether a library is there.
  final class Presence: Sendable {
    private let tellers = Lock<[String: @Sendable () -> Bool]>([:])

    fileprivate func set(_ teller: (@Sendable () -> Bool)?, for path: String) {
      tellers.withLock { $0[path] = teller }
    }

    func isThere(_ path: String) -> Bool { tellers.withLock { $0[path] }?() ?? false }
  }

  /// How far the stamps of files lag behind the clock at most.
  private static let tick: Int64 = 20_000_000

  let presence = Presence()
  private(set) var all: [Watched] = []
  /// What the rules write, which is no news.
  let written = WrittenFiles()
  private let messages: Messages
  private var told: Set<String> = []

  init(_ messages: Messages) {
    self.messages = messages
  }

  /// What happened in one library.
  struct News {
    let library: Watched
    let news: LibraryNews
    /// Whether it was away until now.
    let isBack: Bool
  }

  /// Watches what rules read, and leaves what none reads any more.
  ///
  /// - Parameter catchesUp: whether rules that say so get what arrived before.
  /// - Throws: ``LibraryProblem`` for a library that can't be watched.
  func watch(_ rules: [WatchedRule], limit: Int, catchesUp: Bool) throws {
    var kept: [Watched] = []
    for rule in rules {
      for place in rule.places where !kept.contains(where: { $0.place.path == place.path }) {
        if let known = all.first(where: { $0.place.path == place.path }) {
          kept.append(known)
          continue
        }
        let began = CatalogueClock.system.now
        var terms = WatchTerms()
        terms.includesHidden = rules.contains { $0.rule.includesHidden }
        terms.watchLimit = limit
        if catchesUp {
          let records = rules.filter(\.catchesUp).compactMap { $0.records[place.path] }
          terms.since = records.compactMap(\.moment).min()
          terms.known = records.compactMap(\.known)
          terms.began = began
        }
        let caughtUpBefore = terms.since.map { _ in began - Self.tick }
        terms.written = written
        let watcher = try rule.watcher(of: place, terms)
        for known in terms.known { known.begin() }
        presence.set(watcher.isThere, for: place.path)
        kept.append(
          Watched(place: place, watcher: watcher, began: began, caughtUpBefore: caughtUpBefore))
      }
    }
    for gone in all where !kept.contains(where: { $0.place.path == gone.place.path }) {
      presence.set(nil, for: gone.place.path)
    }
    all = kept
  }

  var descriptors: [Int32] { all.compactMap(\.watcher.descriptor) }
  var haveToLook: Bool { all.contains { $0.watcher.hasToLook } }
  /// When there may be news without any sign.
  var due: ContinuousClock.Instant? { all.compactMap(\.watcher.due).min() }

  func noteMounts() {
    for library in all { library.watcher.noteMounts() }
  }

  /// What happened since the last time; tells the user of libraries that come and go.
  func news(isLooking: Bool) -> [News] {
    all.indices.map { place in
      let news = all[place].watcher.news(isLooking: isLooking)
      let path = all[place].place.path
      let isBack = news.isThere && !all[place].wasThere
      if news.isThere != all[place].wasThere {
        all[place].wasThere = news.isThere
        messages.write(
          news.isThere
            ? "\"\(path)\" is back" : "\"\(path)\" is gone; it is watched again when it is back",
          as: news.isThere ? .info : .warning)
      }
      for problem in news.problems where told.insert("\(path)\n\(problem)").inserted {
        messages.write("\"\(path)\": \(problem)", as: .warning)
      }
      return News(library: all[place], news: news, isBack: isBack)
    }
  }
}
