internal import Pipeline
internal import Platform
internal import Sessions
internal import Synchronization

/// The libraries of all watched rules, each watched once. Confined to the thread that watches, but
/// for ``presence``.
final class WatchedLibraries {
  struct Watched {
    let place: LibraryPlace
    let watcher: any LibraryWatcher
    /// The time at which the watch began, in nanoseconds since 1970.
    let began: Int64
    /// The time, in nanoseconds since 1970, before which arrivals preceded the watch, so that only
    /// rules with `catchUp` get them; nil if there are none.
    var caughtUpBefore: Int64?
    /// The time of the last check, in nanoseconds since 1970; `Int64.min` before it.
    var moment = Int64.min
    /// True if the library was present at the last check.
    var wasThere = true
  }

  /// The presence of libraries, readable from any thread.
  final class Presence: Sendable {
    private let tellers = Lock<[String: @Sendable () -> Bool]>([:])

    fileprivate func set(_ teller: (@Sendable () -> Bool)?, for path: String) {
      tellers.withLock { $0[path] = teller }
    }

    func isThere(_ path: String) -> Bool { tellers.withLock { $0[path] }?() ?? false }
  }

  /// The longest delay of file times behind the clock, in nanoseconds.
  private static let tick: Int64 = 20_000_000

  let presence = Presence()
  private(set) var all: [Watched] = []
  private let messages: Messages
  private var reported: Set<String> = []

  init(_ messages: Messages) {
    self.messages = messages
  }

  struct News {
    let library: Watched
    let news: LibraryChanges
    /// True if the library was absent until this event.
    let isBack: Bool
  }

  /// Watches the libraries of these rules, and no others; `catchesUp` is true if rules with
  /// `catchUp` get the assets that arrived before. Throws ``LibraryProblem`` for a library that
  /// can't be watched.
  func watch(_ rules: [WatchedRule], limit: Int, catchesUp: Bool) throws {
    var kept: [Watched] = []
    for rule in rules {
      for place in rule.places where !kept.contains(where: { $0.place.path == place.path }) {
        if let known = all.first(where: { $0.place.path == place.path }) {
          kept.append(known)
          continue
        }
        let began = CatalogueClock.system.now
        var settings = WatchSettings()
        settings.includesHidden = rules.contains { $0.rule.includesHidden }
        settings.watchLimit = limit
        if catchesUp {
          let records = rules.filter(\.catchesUp).compactMap { $0.records[place.path] }
          settings.since = records.compactMap(\.moment).min()
          settings.known = records.compactMap(\.known)
          settings.began = began
        }
        let caughtUpBefore = settings.since.map { _ in began - Self.tick }
        let watcher = try rule.watcher(of: place, settings)
        for known in settings.known { known.begin() }
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
  /// True if the watchers reported all changes that happened so far.
  var areSettled: Bool { all.allSatisfy(\.watcher.isSettled) }
  var haveToLook: Bool { all.contains { $0.watcher.hasToLook } }
  /// The time of the next event that no descriptor reports; nil for none.
  var due: ContinuousClock.Instant? { all.compactMap(\.watcher.due).min() }

  func noteMounts() {
    for library in all { library.watcher.noteMounts() }
  }

  /// Returns true if the files of arrivals are incomplete, and may still be written.
  func haveUnfinished(_ arrivals: Arrivals) -> Bool {
    guard let library = all.first(where: { $0.place.path == arrivals.library }) else {
      return false
    }
    return arrivals.identifiers.contains(where: library.watcher.isUnfinished)
  }

  /// Returns the events since the last call, one entry for each library; writes a message about a
  /// library that disappears or comes back.
  func news(isLooking: Bool) -> [News] {
    all.indices.map { place in
      let news = all[place].watcher.news(isLooking: isLooking)
      let path = all[place].place.path
      let isBack = news.isThere && !all[place].wasThere
      if news.isThere {
        // When the clock was set back, what arrives from now on has earlier times.
        if news.moment < all[place].moment { all[place].caughtUpBefore = nil }
        all[place].moment = news.moment
      }
      if news.isThere != all[place].wasThere {
        all[place].wasThere = news.isThere
        messages.write(
          news.isThere
            ? "\"\(path)\" is back" : "\"\(path)\" is gone; it is watched again when it is back",
          as: news.isThere ? .info : .warning)
      }
      for problem in news.problems where reported.insert("\(path)\n\(problem)").inserted {
        messages.write("\"\(path)\": \(problem)", as: .warning)
      }
      return News(library: all[place], news: news, isBack: isBack)
    }
  }
}
