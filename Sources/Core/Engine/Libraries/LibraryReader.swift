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

  /// Returns the assets of a library, and the tests that the run still has to evaluate.
  ///
  /// - Throws: ``LibraryProblem`` when it can't be read or has no such album.
  package func answer(of library: any OpenedLibrary, at place: LibraryPlace) throws -> Answer {
    let kind = library.kind
    var asked = fetch
    var tests = [fetch.membership, fetch.predicate]
    if let arrivals = context.arrivals, kind.abilities.watcher == nil {
      tests.insert(arrivals.predicate, at: 0)
    }
    asked.predicate = .conjunction(tests)
    let answer = try library.assets(matching: asked, for: context)
    var reader = answer.reader
    if !kind.abilities.honoursChoice { reader = ChosenReader.reading(reader, of: place) }
    if !answer.answersAlbum, let name = fetch.album {
      switch CollectionSubtype(rawValue: name) {
      case nil:
        let members = Set(try ListedAlbums(library, at: place).album(named: name).members)
        reader = ChosenReader(reader) { members.contains($0.string(of: .localIdentifier)) }
      case .albumRegular:
        let members = Set(library.albums.flatMap(\.members))
        reader = ChosenReader(reader) { members.contains($0.string(of: .localIdentifier)) }
      case .albumCloudShared, .albumImported: reader = ChosenReader(reader) { _ in false }
      default: break
      }
    }
    if reader === answer.reader { context.expect(answer.expectedCount) }
    return Answer(
      reader: reader, residual: answer.residual, isOrdered: answer.isOrdered,
      skipped: answer.skipped, notes: library.notes + answer.notes + titleNotes(of: place))
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
