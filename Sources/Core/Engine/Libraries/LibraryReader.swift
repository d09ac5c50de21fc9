internal import Platform
internal import Synchronization

/// A reader of a fetch's assets, which does the parts that the library does not do itself.
package struct LibraryReader {
  private let fetch: AssetFetch
  private let context: RunContext

  package init(_ fetch: AssetFetch, in context: RunContext) {
    self.fetch = fetch
    self.context = context
  }

  /// Splits a predicate into the tests that all of the kinds evaluate, and the others.
  ///
  /// - Parameter fields: The fields that the rule knows.
  package static func pushdown(
    _ predicate: AssetPredicate, to kinds: [LibraryKind], knowing fields: FieldTable
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    predicate.split { test in
      kinds.allSatisfy { $0.abilities.answers?(test, fields) ?? $0.answers(test) }
    }
  }

  /// Returns the assets of a library, and the tests that the run still has to evaluate. The title of
  /// a smart album names that one where the library has no album of that name.
  ///
  /// - Throws: ``LibraryProblem`` when it can't be read or has no such album.
  package func answer(of library: any OpenedLibrary, at place: LibraryPlace) throws -> Answer {
    do {
      return try answerAsNamed(of: library, at: place)
    } catch LibraryProblem.smartAlbum(let smart, _) where smart != .smartAlbumAllHidden {
      // Hidden assets need a permission that only the subtype asks for.
      var named = fetch
      named.album = smart.rawValue
      let answer = try LibraryReader(named, in: context).answerAsNamed(of: library, at: place)
      // Another library of the run may have an album of the title, so no test is left to the run.
      let tests = PredicateProgram(answer.residual)
      return Answer(
        reader: ChosenReader(answer.reader) { tests.matches($0) }, residual: .always,
        isOrdered: answer.isOrdered, skipped: answer.skipped, notes: answer.notes)
    }
  }

  private func answerAsNamed(
    of library: any OpenedLibrary, at place: LibraryPlace
  ) throws -> Answer {
    let kind = library.kind
    var asked = fetch
    var tests = [fetch.membership, fetch.predicate]
    if let arrivals = context.arrivals, kind.abilities.watcher == nil {
      tests.insert(arrivals.predicate, at: 0)
    }
    asked.predicate = .conjunction(tests)
    var answer = try library.assets(matching: asked, for: context)
    let reader = answer.reader
    if !kind.abilities.honoursChoice {
      answer.reader = ChosenReader.reading(reader, of: place)
    }
    if !answer.answersAlbum, let name = fetch.album {
      switch CollectionSubtype(rawValue: name) {
      case nil:
        let members = Set(try ListedAlbums(library, at: place).album(named: name).members)
        answer.reader = ChosenReader(answer.reader) {
          members.contains($0.string(of: .localIdentifier))
        }
      case .albumRegular:
        let members = Set(library.albums.flatMap(\.members))
        answer.reader = ChosenReader(answer.reader) {
          members.contains($0.string(of: .localIdentifier))
        }
      case .albumCloudShared, .albumImported:
        answer.reader = ChosenReader(answer.reader) { _ in false }
      default: break
      }
    }
    if reader === answer.reader { context.expect(answer.expectedCount) }
    answer.notes = library.notes + answer.notes + titleNotes(of: place)
    return answer
  }

  /// Returns a note on the album that is read, if a smart album has the same title; else nothing.
  private func titleNotes(of place: LibraryPlace) -> [String] {
    guard let name = fetch.album,
      let smart = CollectionSubtype.allCases.first(where: { $0.title == name })
    else { return [] }
    return [
      "took the album \"\(name)\" of \"\(place.name)\"; the smart album of that title is"
        + " \"\(smart.rawValue)\""
    ]
  }

  /// Returns the albums of a library that a rule lists.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  package static func albums(
    _ request: AlbumRequest, of library: any OpenedLibrary, at place: LibraryPlace,
    in context: RunContext
  ) throws -> [AlbumAsset] {
    if let lister = library.kind.abilities.albums.lister {
      return try lister(library, request, context)
    }
    return try ListedAlbums(library, at: place).albums(request, for: context)
  }
}

extension RunContext {
  /// Adds the number of a library's assets to the total of the progress; counts them only if a total
  /// is wanted.
  package func expect(_ assets: @autoclosure () throws -> Int) rethrows {
    guard progress.wantsTotal else { return }
    progress.expect(items: progress.snapshot.totalItems + max(0, try assets()))
  }
}

/// The libraries that a run opened, for its next pipelines; safe from any thread.
package final class OpenedLibraries: RunResource {
  private let libraries = Lock<[(place: LibraryPlace, library: any OpenedLibrary)]>([])

  package init() {}

  /// Returns a library, which the first call opens, or throws ``LibraryProblem`` if that fails.
  package func library(_ place: LibraryPlace, in context: RunContext) throws -> any OpenedLibrary {
    try libraries.withLock { libraries in
      if let known = libraries.first(where: { $0.place.isSame(as: place) }) {
        return known.library
      }
      let library = try context.libraryKinds.kind(of: place).open(place, for: context)
      libraries.append((place, library))
      return library
    }
  }
}

extension OpenedLibraries {
  /// Returns a library that was opened before; nil for any other.
  func known(_ place: LibraryPlace) -> (any OpenedLibrary)? {
    libraries.withLock { $0.first { $0.place.isSame(as: place) }?.library }
  }
}

extension LibraryPlace {
  /// True if both are one library, of which the same assets are shown.
  fileprivate func isSame(as other: LibraryPlace) -> Bool {
    path == other.path && chosen === other.chosen
  }
}

extension RunContext {
  /// Returns a library, which is opened once in a run.
  ///
  /// - Throws: ``LibraryProblem`` when no kind recognises it, or it can't be read.
  package func library(_ place: LibraryPlace) throws -> any OpenedLibrary {
    guard let opened = resources[OpenedLibraries.self] else {
      return try libraryKinds.kind(of: place).open(place, for: self)
    }
    return try opened.library(place, in: self)
  }
}
