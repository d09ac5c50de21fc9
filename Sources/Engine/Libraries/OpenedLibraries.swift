internal import Synchronization

/// Photos libraries that a run has opened, so that its next pipeline need not find out their tables
/// again; safe from any thread.
final class OpenedLibraries: Sendable {
  private let libraries = Mutex<[(path: String, library: PhotosLibrary)]>([])

  /// - Throws: ``LibraryProblem``.
  func photos(_ entry: LibraryAccess.Entry, in context: RunContext) throws -> PhotosLibrary {
    try libraries.withLock { libraries in
      if let known = libraries.first(where: { $0.path == entry.path }) { return known.library }
      let library = try PhotosLibrary(entry, in: context)
      libraries.append((entry.path, library))
      return library
    }
  }
}
