/// A source that reads the libraries that the rule or the user names.
protocol LibrariesSource: SourceWork {
  var input: InputBehaviour { get }

  /// Returns the query of one library as statements, such as SQL, for `explain`.
  func statements(
    _ query: Query, of library: any OpenedLibrary, in context: RunContext
  ) throws -> [String]
}

extension LibrariesSource {
  var traits: StageTraits { StageTraits(input: input) }

  /// Returns the libraries; throws for one that the user did not permit.
  func permittedPlaces(in context: RunContext) throws(LibraryProblem) -> [LibraryPlace] {
    try context.places(own: input.ownLibrary?.name, named: context.request.libraries)
  }

  /// Returns the libraries; none if one of them is not permitted.
  func places(in context: RunContext) -> [LibraryPlace] {
    (try? permittedPlaces(in: context)) ?? []
  }

  func libraryPaths(in context: RunContext) -> [String] { places(in: context).map(\.path) }

  /// Returns the state of each library; nil for assets that the user chose, and if a library has no
  /// state to compare.
  func marks(in context: RunContext) -> [LibraryMark]? {
    let places = places(in: context)
    guard !places.isEmpty else { return nil }
    var marks: [LibraryMark] = []
    for place in places {
      guard place.chosen == nil, let kind = try? context.libraryKinds.kind(of: place),
        let mark = kind.mark(place)
      else { return nil }
      marks.append(mark)
    }
    return marks
  }

  func findings(in context: RunContext) -> [String] {
    places(in: context).flatMap { (try? context.library($0))?.findings ?? [] }
  }

  func statements(_ query: Query, in context: RunContext) -> [String] {
    places(in: context).flatMap { place -> [String] in
      do {
        return try statements(query, of: context.library(place), in: context)
      } catch {
        return ["none: \(error)"]
      }
    }
  }

  /// Splits a predicate into the tests that all of the libraries evaluate, and the others.
  func pushdown(
    _ predicate: AssetPredicate, to places: [LibraryPlace], in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    let kinds = places.compactMap { try? context.libraryKinds.kind(of: $0) }
    return LibraryReader.pushdown(predicate, to: kinds, knowing: context.fields)
  }
}

extension RunContext {
  /// True if a rule's fetch or the user asks for files that are neither pictures nor movies.
  func includesEverything(_ fetch: AssetFetch) -> Bool {
    fetch.includesEverything || request.includesEverything
  }
}
