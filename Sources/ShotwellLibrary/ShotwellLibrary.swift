internal import Media

@testable import Pipeline

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The library of Shotwell, GNOME's photo manager, opened for reading.
///
/// ```swift
/// let library = try ShotwellLibrary(opening: place)
/// for album in try library.albums().albums { print(album.title) }
/// ```
///
/// It can be used by several threads at once: each question opens the database for itself.
final class ShotwellLibrary: Sendable {
  /// The absolute path of the database, without links.
  let path: OwnedBytes
  let files: ShotwellFiles
  let headers: HeaderReaderPool
  /// What the user should know before relying on what is read.
  let notes: [String]
  private let database: ShotwellDatabase
  private let cancellation: Cancellation?

  /// - Throws: ``LibraryProblem`` when it can't be read or is no library of Shotwell.
  init(
    opening place: ShotwellPlace, decoders: DecoderPool? = nil, catalogue: Catalogue? = nil,
    cancellation: Cancellation? = nil
  ) throws {
    guard let resolved = realpath(place.database, nil) else {
      throw LibraryProblem(place.database, FileProblem(error: errno))
    }
    defer { free(resolved) }
    path = OwnedBytes(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    files = ShotwellFiles(thumbnails: place.thumbnails)
    headers = HeaderReaderPool(decoders: decoders, catalogue: catalogue)
    self.cancellation = cancellation
    database = ShotwellDatabase(path: path.string)
    notes = try database.read(cancellation: cancellation) { $0.schema.notes }
  }

  /// Whether a library answers a predicate all by itself, so that assets need not be looked at.
  static func answers(_ predicate: Predicate) -> Bool { ShotwellPredicate.answers(predicate) }

  /// - Throws: ``LibraryProblem``.
  func assets(_ selection: ShotwellSelection = ShotwellSelection()) throws -> ShotwellAssets {
    try database.read(cancellation: cancellation) { state in
      ShotwellAssets(rows: try state.rows(selection), tags: state.tags)
    }
  }

  /// - Throws: ``LibraryProblem``.
  func count(_ selection: ShotwellSelection = ShotwellSelection()) throws -> Int {
    try database.read(cancellation: cancellation) { try $0.count(selection) }
  }

  /// - Throws: ``LibraryProblem``.
  func albums() throws -> ShotwellAlbums {
    try database.read(cancellation: cancellation) { try ShotwellAlbums($0, zone: headers.zone) }
  }

  /// The statement that gives a selection, for a person.
  ///
  /// - Throws: ``LibraryProblem``.
  func statements(_ selection: ShotwellSelection) throws -> [String] {
    try database.read(cancellation: cancellation) { [$0.statement(selection).summary] }
  }
}
