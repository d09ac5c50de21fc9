internal import Platform
internal import Synchronization

/// A kind of library: its name, its recognition, and the tests that it evaluates itself.
public struct LibraryKind: Sendable {
  /// The name in rules and messages: one word, such as `photos`.
  public let name: String
  /// A summary for `shotflow libraries` and the documentation.
  public let summary: String
  /// Returns true if the path is that of a library of this kind, or meant to be one. Must be fast.
  public let recognises: @Sendable (LibraryPlace) -> Bool
  /// Returns true if a library of this kind evaluates the test itself, whatever it contains.
  public let answers: @Sendable (AssetPredicate) -> Bool
  /// Returns a fingerprint that shows if a library is unchanged; nil if there is none.
  public let mark: @Sendable (LibraryPlace) -> LibraryMark?
  /// Returns the path for a word such as `shotwell:`; nil for other texts.
  public let locates: @Sendable (String) -> String?
  /// The words such as `shotwell:` that users can write instead of a path; for completions.
  public let words: [String]

  /// Functions that do more for this kind of library, or do it faster, than the engine's own.
  package var abilities = LibraryAbilities()

  /// - Parameters:
  ///   - answers: Returns true if libraries of the kind evaluate the test themselves; by default
  ///     none.
  ///   - mark: Returns a fingerprint that shows that a library is unchanged; by default nil.
  ///   - locates: Returns the path for a word such as `shotwell:`; by default nil for all words.
  ///   - words: The words for which `locates` returns a path.
  ///   - recognises: Returns true if a path is that of such a library; kinds are asked in turn.
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

/// Functions that do more for a kind of library than the engine's own, which replace nil ones.
package struct LibraryAbilities: Sendable {
  /// Lists and counts albums.
  package var lister: (@Sendable (any Library, AlbumRequest, RunContext) throws -> [AlbumAsset])?
  /// Returns albums, perhaps not all, within a time limit and without opening other files.
  package var quickAlbums: (@Sendable (LibraryPlace, Duration) -> [Album])?
  /// Returns the query for the listed albums as statements of a query language.
  package var albumStatements: (@Sendable (any Library, AlbumRequest, Query) throws -> [String])?
  /// Opens a library for repeated fetches.
  package var fetcher: (@Sendable (FetchSettings) -> any LibraryFetcher)?
  /// Watches a library for new assets without listing it. Such a library reads
  /// ``RunContext/arrivals`` itself.
  package var watcher: (@Sendable (LibraryPlace, WatchSettings) throws -> any LibraryWatcher)?
  /// Returns the path of the database that stores every arrival and change; nil if there is none.
  package var database: (@Sendable (LibraryPlace) -> String?)?
  /// True if shotflow may move the library's files, because no database refers to them.
  package var filesMayMove = false
  /// True if the library itself leaves out the assets that the user didn't permit the rule to see.
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

  /// Returns the same kinds with a cache, as the kind of a library does not change.
  package func remembering() -> LibraryKinds {
    var kinds = self
    kinds.recognised = RecognisedKinds()
    return kinds
  }

  /// The kinds' descriptions.
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

  /// Returns the path for a text such as `shotwell:`; the text itself if no kind knows it.
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
