internal import Platform
internal import Synchronization

/// A kind of library: its name, how a place is recognised, and the tests that it answers itself.
public struct LibraryKind: Sendable {
  /// The name: one word, such as `photos`.
  public let name: String
  /// A summary for `shotflow libraries` and the documentation.
  public let summary: String
  /// Returns true if a place is a library of this kind, or meant to be one. It must not read much.
  public let recognises: @Sendable (LibraryPlace) -> Bool
  /// Returns true if a library of this kind answers a test completely, whatever it contains.
  public let answers: @Sendable (AssetPredicate) -> Bool
  /// Returns the mark by which a library is recognised as unchanged without reading it; nil where
  /// that is impossible.
  public let mark: @Sendable (LibraryPlace) -> LibraryMark?
  /// Returns the path that a word such as `shotwell:` refers to; nil for other texts.
  public let locates: @Sendable (String) -> String?
  /// The words that refer to a library, such as `shotwell:`, for completions.
  public let words: [String]

  /// The work that libraries of this kind do better than the engine.
  package var abilities = LibraryAbilities()

  /// - Parameters:
  ///   - answers: Returns true if it answers a test completely; by default it answers none.
  ///   - mark: Returns the mark of an unchanged library; by default nil.
  ///   - locates: Returns the path that a word such as `shotwell:` refers to; by default none.
  ///   - words: The words that it knows.
  ///   - recognises: Returns true if a place is such a library; the kinds are tried in turn.
  public init(
    name: String, summary: String,
    answers: @escaping @Sendable (AssetPredicate) -> Bool = { _ in false },
    mark: @escaping @Sendable (LibraryPlace) -> LibraryMark? = { _ in nil },
    locates: @escaping @Sendable (String) -> String? = { _ in nil },
    words: [String] = [],
    recognises: @escaping @Sendable (LibraryPlace) -> Bool
  ) {
    self.name = name
    self.summary = summary
    self.answers = answers
    self.mark = mark
    self.locates = locates
    self.words = words
    self.recognises = recognises
  }
}

/// The work that libraries of a kind do better than the engine, which does it otherwise.
package struct LibraryAbilities: Sendable {
  /// Lists albums faster than the engine can.
  package var lister: (@Sendable (any Library, AlbumRequest, RunContext) throws -> [AlbumAsset])?
  /// Returns albums within a time limit, without counting their assets or opening other files; the
  /// list may be incomplete.
  package var quickAlbums: (@Sendable (LibraryPlace, Duration) -> [Album])?
  /// Returns the query of the listed albums as statements of a query language.
  package var albumStatements: (@Sendable (any Library, AlbumRequest, Query) throws -> [String])?
  /// Fetches by ranges faster than the engine can.
  package var fetcher: (@Sendable (FetchSettings) -> any LibraryFetcher)?
  /// Watches a library, so that arrivals are known without listing it. Such a library reads
  /// ``RunContext/arrivals`` itself.
  package var watcher: (@Sendable (LibraryPlace, WatchSettings) throws -> any LibraryWatcher)?
  /// Returns the database that every arrival or change is stored in; nil where there is none.
  package var database: (@Sendable (LibraryPlace) -> String?)?
  /// True if shotflow may move the library's files, because no database refers to them.
  package var filesMayMove = false
  /// True if the library itself leaves out assets that the rule must not see.
  package var honoursChoice = false
}

/// The kinds of library that a run knows, in the order in which they are tried.
package struct LibraryKinds: RunResource {
  private let types: [any Library.Type]
  /// A cache of the recognised kinds, for a watch, which opens the same libraries repeatedly.
  private var recognised: RecognisedKinds?

  package init(_ types: [any Library.Type]) {
    self.types = types
  }

  /// Returns the same kinds with a cache: the kind of a library does not change after its first
  /// use.
  package func remembering() -> LibraryKinds {
    var kinds = self
    kinds.recognised = RecognisedKinds()
    return kinds
  }

  /// The descriptions of the kinds.
  package var kinds: [LibraryKind] { types.map { $0.kind } }

  /// Returns the kind of a library.
  ///
  /// - Throws: ``LibraryProblem`` when no kind recognises it.
  package func type(of place: LibraryPlace) throws(LibraryProblem) -> any Library.Type {
    if let known = recognised?[place.path] { return known }
    for type in types where type.kind.recognises(place) {
      recognised?[place.path] = type
      return type
    }
    throw .notFound("library \"\(place.name)\": no kind of library is recognised there")
  }

  /// Returns the path that a text refers to; the text itself where no kind knows it.
  package func path(of text: String) -> String {
    for type in types {
      if let path = type.kind.locates(text) { return path }
    }
    return text
  }
}

/// A cache of the kinds of libraries by their paths; safe from any thread.
private final class RecognisedKinds: Sendable {
  private let types = Lock<[String: any Library.Type]>([:])

  subscript(_ path: String) -> (any Library.Type)? {
    get { types.withLock { $0[path] } }
    set { types.withLock { $0[path] = newValue } }
  }
}

extension RunContext {
  /// The kinds of library that the run knows.
  package var libraryKinds: LibraryKinds {
    get { resources[LibraryKinds.self] ?? LibraryKinds([]) }
    set { resources[LibraryKinds.self] = newValue }
  }
}
