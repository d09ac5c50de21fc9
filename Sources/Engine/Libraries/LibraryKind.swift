internal import Platform
internal import Synchronization

/// A kind of library: what it is called, how one is recognised, and what it answers itself.
public struct LibraryKind: Sendable {
  /// One word, such as `photos`.
  public let name: String
  /// For `shotflow libraries` and the documentation.
  public let summary: String
  /// True if a place is a library of this kind, or is meant to be one; decided at a glance.
  public let recognises: @Sendable (LibraryPlace) -> Bool
  /// True if a library of this kind answers a test in full, whatever it holds.
  public let answers: @Sendable (Predicate) -> Bool
  /// The mark that will show, without reading a library, that it is as it was; nil where that can't
  /// be known.
  public let mark: @Sendable (LibraryPlace) -> LibraryMark?
  /// Where the library is that a word such as `shotwell:` means; nil for other texts.
  public let locates: @Sendable (String) -> String?
  /// The words that mean a library, such as `shotwell:`, for completions.
  public let words: [String]

  /// Lists albums faster than the engine would.
  package var lister: (@Sendable (any Library, AlbumRequest, RunContext) throws -> [AlbumAsset])?
  /// Names albums within a time, without counting or opening anything else; some may be missing.
  package var glance: (@Sendable (LibraryPlace, Duration) -> [Album])?
  /// Words of a query language in which the listed albums are asked for.
  package var albumStatements: (@Sendable (any Library, AlbumRequest, Query) throws -> [String])?
  /// Reads by ranges faster than the engine would.
  package var fetcher: (@Sendable (FetchSettings) -> any LibraryFetcher)?
  /// Watches a library, so that what arrives is known without listing it; it then reads
  /// ``RunContext/arrivals`` by itself.
  package var watcher: (@Sendable (LibraryPlace, WatchTerms) throws -> any LibraryWatcher)?
  /// The database in which everything is that can arrive or change; nil where there is none.
  package var database: (@Sendable (LibraryPlace) -> String?)?
  /// Whether files may be moved that no other file keeps account of, as there is no database.
  package var filesMayMove = false
  /// Whether it leaves out what was not chosen by itself.
  package var honoursChoice = false

  /// - Parameters:
  ///   - answers: whether it answers a test in full; no test without it.
  ///   - mark: how it is known to be unchanged; nil without it.
  ///   - locates: what a word such as `shotwell:` means; nothing without it.
  ///   - words: the words that it knows.
  ///   - recognises: whether a place is such a library; asked of each kind in turn.
  public init(
    name: String, summary: String,
    answers: @escaping @Sendable (Predicate) -> Bool = { _ in false },
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

/// The kinds of library that a run knows, in the order in which they are asked.
package struct LibraryKinds: RunResource {
  private let types: [any Library.Type]
  /// The kinds that were recognised before, for a watch, which opens the same libraries again and again.
  private var recognised: RecognisedKinds?

  package init(_ types: [any Library.Type]) {
    self.types = types
  }

  /// The same kinds; a library stays of the kind that it is when it is first asked for.
  package func remembering() -> LibraryKinds {
    var kinds = self
    kinds.recognised = RecognisedKinds()
    return kinds
  }

  package var kinds: [LibraryKind] { types.map { $0.kind } }

  /// The kind of a library.
  ///
  /// - Throws: ``LibraryProblem`` when it is of none.
  package func type(of place: LibraryPlace) throws(LibraryProblem) -> any Library.Type {
    if let known = recognised?[place.path] { return known }
    for type in types where type.kind.recognises(place) {
      recognised?[place.path] = type
      return type
    }
    throw .notFound("library \"\(place.name)\": no kind of library is recognised there")
  }

  /// The path that a text means; the text itself where no kind knows it.
  package func path(of text: String) -> String {
    for type in types {
      if let path = type.kind.locates(text) { return path }
    }
    return text
  }
}

/// The kinds of libraries by their paths; safe from any thread.
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
