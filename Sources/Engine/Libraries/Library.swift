/// A library that was opened for one run; safe from any thread.
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
/// A library that answers nothing of a fetch and lists its assets is complete: tests, orders, limits,
/// albums, tokens of changes, `browse` and limited permission work on it. Each test that it
/// answers itself makes it faster and changes nothing.
public protocol Library: Sendable {
  /// What a library of this kind is called, and how one is recognised.
  static var kind: LibraryKind { get }

  /// Opens a library that the kind recognised.
  ///
  /// - Throws: ``LibraryProblem`` when it can't be read.
  init(opening place: LibraryPlace, for run: RunContext) throws

  /// The assets that may match, in the library's own order or in that of the fetch.
  ///
  /// Called once for each run that reads it, and again after a change.
  ///
  /// - Returns: every asset for which `fetch.predicate` holds, and perhaps others; the tests that
  ///   these still have to pass are named as left over. The law: what was tested here and what is left
  ///   over together are the predicate.
  func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer

  /// The albums that the user made, in the order in which they are listed; those that are tests of
  /// assets, such as screenshots, are found by the engine.
  var albums: [Album] { get }

  /// What the library is asked for a fetch, in the words of a query language; for `explain`.
  func statements(for fetch: AssetFetch) -> [String]

  /// What the library turned out to be, where its name doesn't tell; for `explain`.
  var findings: [String] { get }

  /// What the user should know before relying on what is read.
  var notes: [String] { get }
}

extension Library {
  public var albums: [Album] { [] }
  public func statements(for fetch: AssetFetch) -> [String] { [] }
  public var findings: [String] { [] }
  public var notes: [String] { [] }
}

/// An album that a user made.
public struct Album: Hashable, Sendable {
  /// Names it within the library, also in rules.
  public let identifier: String
  public let title: String
  /// The titles of the folders that it is in, outermost first.
  public let folderPath: [String]
  /// The user's text about it.
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
