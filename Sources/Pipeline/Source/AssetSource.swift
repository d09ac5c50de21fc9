/// The assets of libraries, or what their folders have besides assets.
struct AssetSource: LibrariesSource {
  let input: InputBehaviour
  /// The assets to ask a library for, without the tests of later filters and without an album if
  /// the rule names several.
  let fetch: AssetFetch
  /// The albums whose assets are read; empty for the whole library.
  let albumNames: [String]
  /// The field for the reasons, if the source gives what is skipped instead of assets; else nil.
  let skipped: Field?

  func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    let whole = AssetPredicate.conjunction([fetch.membership, predicate])
    guard skipped == nil else { return (.always, whole) }
    return pushdown(whole, to: places(in: context), in: context)
  }

  func fetch(_ query: Query) -> AssetFetch? {
    guard input.ownLibrary == nil, albumNames.count < 2, skipped == nil else { return nil }
    var fetch = fetch
    (fetch.predicate, fetch.order) = (query.predicate, query.order)
    return fetch
  }

  func open(_ query: Query, in context: RunContext) throws -> Answer {
    let places = try permittedPlaces(in: context)
    let takesFiles = !context.request.input.paths.isEmpty
    let isAlone = places.count == 1 && !takesFiles
    var answers: [Answer] = []
    for place in places where context.arrivals.map({ $0.library == place.path }) ?? true {
      var fetch = fetch
      (fetch.predicate, fetch.order) = (query.predicate, query.order)
      fetch.includesEverything = context.includesEverything(fetch)
      if let skipped {
        answers.append(try answer(fetch, at: place, skipped, in: context))
        continue
      }
      if albumNames.count > 1 {
        answers.append(try answer(fetch, at: place, in: context))
        continue
      }
      // Only a single library can apply the offset and the limit.
      if isAlone { (fetch.offset, fetch.limit) = (query.offset, query.limit) }
      answers.append(
        try LibraryReader(fetch, in: context).answer(of: context.library(place), at: place))
    }
    if takesFiles {
      let files = try InputReader.open(
        context, includingEverything: context.includesEverything(fetch))
      let tests = AssetPredicate.conjunction([fetch.membership, query.predicate])
      answers.append(Answer(reader: files, residual: tests))
    }
    if answers.count == 1 {
      answers[0].isOrdered = answers[0].isOrdered && !query.order.isEmpty
      return answers[0]
    }
    return Answer(
      reader: ChainedReader(answers.map(\.reader)), residual: Self.union(answers.map(\.residual)),
      notes: answers.flatMap(\.notes))
  }

  /// Returns the assets of several albums of a library, each once, in the order of the albums.
  private func answer(
    _ fetch: AssetFetch, at place: LibraryPlace, in context: RunContext
  ) throws -> Answer {
    let library = try context.library(place)
    var notes: [String] = []
    let readers = try albumNames.map { name -> any AssetReader in
      var fetch = fetch
      fetch.album = name
      let answer = try LibraryReader(fetch, in: context).answer(of: library, at: place)
      notes += answer.notes.filter { !notes.contains($0) }
      // Each album has tests of its own, so they are not left to the run.
      let tests = PredicateProgram(answer.residual)
      return ChosenReader(answer.reader) { tests.matches($0) }
    }
    return Answer(reader: DistinctReader(ChainedReader(readers)), residual: .always, notes: notes)
  }

  /// Returns what is skipped in a library's folders, with the reasons in a field.
  private func answer(
    _ fetch: AssetFetch, at place: LibraryPlace, _ skipped: Field, in context: RunContext
  ) throws -> Answer {
    guard let library = try context.library(place) as? any SkippingLibrary else {
      let note = "\"\(place.name)\" is no folder of files, so that none of it are skipped"
      return Answer(reader: ChainedReader([]), residual: .always, notes: [note])
    }
    return Answer(
      reader: library.skipped(by: fetch, reasonIn: skipped, for: context),
      residual: .conjunction([fetch.membership, fetch.predicate]))
  }

  /// Returns the tests that at least one of several libraries can't apply itself.
  private static func union(_ residuals: [AssetPredicate]) -> AssetPredicate {
    var tests: [AssetPredicate] = []
    for test in residuals.flatMap(\.conjuncts) where !tests.contains(test) { tests.append(test) }
    return .conjunction(tests)
  }

  func statements(
    _ query: Query, of library: any OpenedLibrary, in context: RunContext
  ) throws -> [String] {
    let albums: [String?] = albumNames.isEmpty ? [nil] : albumNames
    return albums.flatMap { album in
      var fetch = fetch
      fetch.album = album
      fetch.predicate = .conjunction([fetch.membership, query.predicate])
      fetch.order = albumNames.count > 1 ? [] : query.order
      return library.statements(for: fetch)
    }
  }
}

/// Passes each asset of another reader on once; confined to one thread.
private final class DistinctReader: AssetReader {
  private let reader: any AssetReader
  /// The identifiers passed on: as bytes, as names of different files may be the same text.
  private var seen: Set<[UInt8]> = []

  init(_ reader: any AssetReader) {
    self.reader = reader
  }

  var isAtEnd: Bool { reader.isAtEnd }
  var notes: [String] { reader.notes }

  func next() throws -> PendingBatch? {
    guard let pending = try reader.next() else { return nil }
    let assets = pending.unfold().filter { asset in
      if asset.failure != nil { return true }
      let identifier = asset.identifierBytes
      return seen.insert(withExtendedLifetime(identifier) { Array($0.bytes) }).inserted
    }
    return PendingBatch { assets }
  }
}
