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
  /// Returns true if every library of this kind evaluates the test itself.
  public let answers: @Sendable (AssetPredicate) -> Bool
  /// Returns a fingerprint that shows if a library is unchanged; nil if none exists.
  public let mark: @Sendable (LibraryPlace) -> LibraryMark?
  /// Returns the path for a word such as `shotwell:`; nil for other texts.
  public let locates: @Sendable (String) -> String?
  /// The words such as `shotwell:` that users can write instead of a path; for completions.
  public let words: [String]

  /// Opens a library of this kind; nil in the `kind` of a ``Library`` type until ``init(of:)``.
  private var opener: Opener?
  /// Makes the kind of one recognised library; nil if all libraries of this kind share it.
  fileprivate var resolver: (@Sendable (LibraryPlace) throws -> LibraryKind)?
  /// Functions that do more for this kind of library, or do it faster, than the engine's own.
  package var abilities = LibraryAbilities()

  /// Opens a library that the kind recognised, or throws ``LibraryProblem``.
  public typealias Opener = @Sendable (LibraryPlace, RunContext) throws -> any OpenedLibrary

  /// - Parameters:
  ///   - opener: Opens a library of the kind; nil in the `kind` of a ``Library`` type.
  ///   - answers: Returns true if libraries of the kind evaluate the test themselves; by default
  ///     none.
  ///   - mark: Returns a fingerprint that shows that a library is unchanged; by default nil.
  ///   - locates: Returns the path for a word such as `shotwell:`; by default nil for all words.
  ///   - words: The words for which `locates` returns a path.
  ///   - recognises: Returns true if a path is that of such a library; kinds are asked in turn.
  public init(
    name: String, summary: String, opener: Opener? = nil,
    answers: @escaping @Sendable (AssetPredicate) -> Bool = { _ in false },
    mark: @escaping @Sendable (LibraryPlace) -> LibraryMark? = { _ in nil },
    locates: @escaping @Sendable (String) -> String? = { _ in nil },
    words: [String] = [],
    recognises: @escaping @Sendable (LibraryPlace) -> Bool
  ) {
    self.name = name
    self.summary = summary
    self.opener = opener
    self.answers = answers
    self.mark = mark
    self.locates = locates
    self.words = words
    self.recognises = recognises
  }

  /// Creates the kind of a ``Library`` type, whose initialiser opens its libraries.
  public init(of type: any Library.Type) {
    self = type.kind
    opener = { place, run in try type.init(opening: place, for: run) }
  }

  /// Creates a kind of which each library has a kind of its own, made when it is recognised.
  package init(
    name: String, summary: String, locates: @escaping @Sendable (String) -> String?,
    recognises: @escaping @Sendable (LibraryPlace) -> Bool,
    resolver: @escaping @Sendable (LibraryPlace) throws -> LibraryKind
  ) {
    self.init(name: name, summary: summary, locates: locates, recognises: recognises)
    self.resolver = resolver
  }

  /// Opens a library of this kind.
  ///
  /// - Precondition: The kind has an opener, or was made by ``init(of:)``.
  /// - Throws: ``LibraryProblem`` when it can't be read.
  public func open(_ place: LibraryPlace, for run: RunContext) throws -> any OpenedLibrary {
    guard let opener else { preconditionFailure("the kind \"\(name)\" can't open a library") }
    return try opener(place, run)
  }
}

/// Functions of a kind of library in place of the engine's own; nil ones are left to the engine.
package struct LibraryAbilities: Sendable {
  /// Returns true if libraries evaluate a test of a rule's fields; nil for ``LibraryKind/answers``.
  package var answers: (@Sendable (AssetPredicate, FieldTable) -> Bool)?
  /// The fields that libraries of the kind have besides the standard ones.
  package var fields: [AddedField] = []
  package var albums = AlbumAbilities()
  /// Opens a library for repeated fetches; nil to read all assets of a fetch at once.
  package var fetcher: (@Sendable (FetchSettings) -> any LibraryFetcher)?
  /// Watches a library for new assets without listing it; nil to list it after each change. A
  /// library with a watcher reads ``RunContext/arrivals`` itself.
  package var watcher: (@Sendable (LibraryPlace, WatchSettings) throws -> any LibraryWatcher)?
  /// Returns the paths of the databases that store every arrival and change, the library's first;
  /// nil for a kind without databases.
  package var databases: (@Sendable (LibraryPlace) -> [String])?
  /// True if shotflow may move the library's files, because no database refers to them.
  package var filesMayMove = false
  /// True if the library itself leaves out the assets that the user didn't permit the rule to see.
  package var honoursChoice = false
}

/// Functions for the albums of a kind of library, which replace those of the engine.
package struct AlbumAbilities: Sendable {
  /// Returns the albums that a rule lists; nil to list those of the opened library.
  package var lister:
    (@Sendable (any OpenedLibrary, AlbumRequest, RunContext) throws -> [AlbumAsset])?
  /// Returns as many albums as a time limit permits, without opening files besides the library's.
  package var quickList: (@Sendable (LibraryPlace, Duration) -> [Album])?
  /// Returns the query for the listed albums as statements, such as SQL; nil for none.
  package var statements: (@Sendable (any OpenedLibrary, AlbumRequest, Query) throws -> [String])?
}

extension LibraryKind {
  /// The fields that libraries of this kind have besides the standard ones; every rule knows them.
  public var fields: [AddedField] {
    get { abilities.fields }
    set { abilities.fields = newValue }
  }
}

/// The kinds of library that a run knows, in the order in which they are tried.
package struct LibraryKinds: RunResource {
  /// The kinds, in the order in which they are tried.
  package let kinds: [LibraryKind]
  /// A cache of the recognised kinds, for a watch, which opens the same libraries repeatedly.
  private var recognised: RecognisedKinds?

  package init(_ kinds: [LibraryKind]) {
    self.kinds = kinds
  }

  /// Returns the same kinds with a cache, as the kind of a library does not change.
  package func remembering() -> LibraryKinds {
    var kinds = self
    kinds.recognised = RecognisedKinds()
    return kinds
  }

  /// Returns the kind of a library.
  ///
  /// - Throws: ``LibraryProblem`` when no kind recognises it.
  package func kind(of place: LibraryPlace) throws(LibraryProblem) -> LibraryKind {
    if let known = recognised?[place.path] { return known }
    // A kind that makes those of single libraries recognises what the user named by a word alone, and
    // so precedes the kinds that recognise a name of a file.
    let named = kinds.filter { $0.resolver != nil }
    for kind in named + kinds where kind.recognises(place) {
      do {
        let found = try kind.resolver?(place) ?? kind
        recognised?[place.path] = found
        return found
      } catch {
        throw error as? LibraryProblem ?? LibraryProblem(place, "\(error)")
      }
    }
    throw .notFound("library \"\(place.name)\": no kind of library is recognised there")
  }

  /// Returns the path for a text such as `shotwell:`; the text itself if no kind knows it.
  package func path(of text: String) -> String {
    for kind in kinds {
      if let path = kind.locates(text) { return path }
    }
    return text
  }
}

/// A cache of the kinds of libraries by their paths; safe from any thread.
private final class RecognisedKinds: Sendable {
  private let kinds = Lock<[String: LibraryKind]>([:])

  subscript(_ path: String) -> LibraryKind? {
    get { kinds.withLock { $0[path] } }
    set { kinds.withLock { $0[path] = newValue } }
  }
}

extension RunContext {
  /// The kinds of library that the run knows.
  package var libraryKinds: LibraryKinds {
    get { resources[LibraryKinds.self] ?? LibraryKinds([]) }
    set { resources[LibraryKinds.self] = newValue }
  }
}
