/// A kind of library that is a type of its own; its instances are opened libraries.
///
/// ```swift
/// struct CSVLibrary: Library {
///   static let kind = LibraryKind(name: "csv", summary: "a catalogue in a CSV file") {
///     $0.pathExtension == "csv"
///   }
///   let rows: [Row]
///   let files: AssetFiles
///   init(opening place: LibraryPlace, for run: RunContext) throws {
///     rows = try Row.read(place.path)
///     files = run.files(of: place)
///   }
///   func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
///     Answer(rows.map { files.asset($0.path, values: [.title: .string($0.title)]) },
///       leaving: fetch.predicate)
///   }
/// }
/// ```
///
/// A library only has to list its assets: tests, orders, limits, albums, tokens of changes,
/// `browse` and limited permission then work on it. Evaluating tests itself makes it faster and
/// changes no result.
///
/// A kind that is made at run time is a ``LibraryKind`` that opens its libraries itself.
public protocol Library: OpenedLibrary {
  /// The name of this kind of library, and a function that recognises such libraries.
  static var kind: LibraryKind { get }

  /// Opens a library that the kind recognised.
  ///
  /// - Throws: ``LibraryProblem`` when it can't be read.
  init(opening place: LibraryPlace, for run: RunContext) throws
}

extension Library {
  public var kind: LibraryKind { Self.kind }
}

/// A library that was opened for one run; safe from any thread.
public protocol OpenedLibrary: Sendable {
  /// The kind of the library.
  var kind: LibraryKind { get }

  /// Returns the assets that may match, in the library's own order or in that of the fetch.
  ///
  /// Called once for each run that reads it, and again after a change.
  ///
  /// - Returns: Every asset for which `fetch.predicate` holds, and perhaps others, with the tests
  ///   that these still have to pass. The tests answered here and the remaining ones together have
  ///   to be equivalent to the predicate.
  func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer

  /// The user's albums, in the order of the list. The engine adds computed ones.
  var albums: [Album] { get }

  /// Returns the query of a fetch as statements, such as SQL, for `explain`; empty for none.
  func statements(for fetch: AssetFetch) -> [String]

  /// The lines that `explain` prints about the library, such as the version of its database; empty
  /// if there is nothing to add to its kind.
  var findings: [String] { get }

  /// Warnings that the user should read before relying on the assets.
  var notes: [String] { get }
}

extension OpenedLibrary {
  public var albums: [Album] { [] }
  public func statements(for fetch: AssetFetch) -> [String] { [] }
  public var findings: [String] { [] }
  public var notes: [String] { [] }
}

/// A library whose folders may have other files than assets.
package protocol SkippingLibrary: OpenedLibrary {
  /// Returns what a fetch does not give of the folders, each with the reason in the field.
  func skipped(
    by fetch: AssetFetch, reasonIn field: Field?, for run: RunContext
  ) -> any AssetReader
}

/// An album that a user made.
public struct Album: Hashable, Sendable {
  /// The identifier within the library, which rules may use in place of the title.
  public let identifier: String
  /// The title.
  public let title: String
  /// The titles of the folders that contain the album, outermost first.
  public let folderPath: [String]
  /// The user's description of the album; nil for none.
  public let caption: String?
  /// The `localIdentifier`s of its assets.
  public let members: [String]

  public init(
    identifier: String, title: String, folderPath: [String] = [], caption: String? = nil,
    members: [String]
  ) {
    self.identifier = identifier
    self.title = title
    self.folderPath = folderPath
    self.caption = caption
    self.members = members
  }
}
