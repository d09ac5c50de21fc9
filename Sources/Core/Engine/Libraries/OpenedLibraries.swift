internal import Platform
internal import Synchronization

/// The libraries that a run opened, for its next pipelines; safe from any thread.
package final class OpenedLibraries: RunResource {
  private let libraries = Lock<[(place: LibraryPlace, library: any OpenedLibrary)]>([])

  package init() {}

  /// Returns a library, which the first call opens, or throws ``LibraryProblem`` if that fails.
  package func library(_ place: LibraryPlace, in context: RunContext) throws -> any OpenedLibrary {
    try libraries.withLock { libraries in
      if let known = libraries.first(where: { $0.place.isSame(as: place) }) {
        return known.library
      }
      let library = try context.libraryKinds.kind(of: place).open(place, for: context)
      libraries.append((place, library))
      return library
    }
  }
}

extension OpenedLibraries {
  /// Returns a library that was opened before; nil for any other.
  func known(_ place: LibraryPlace) -> (any OpenedLibrary)? {
    libraries.withLock { $0.first { $0.place.isSame(as: place) }?.library }
  }
}

extension LibraryPlace {
  /// True if both are one library, of which the same assets are shown.
  fileprivate func isSame(as other: LibraryPlace) -> Bool {
    path == other.path && chosen === other.chosen
  }
}

extension RunContext {
  /// Returns a library, which is opened once in a run.
  ///
  /// - Throws: ``LibraryProblem`` when no kind recognises it, or it can't be read.
  package func library(_ place: LibraryPlace) throws -> any OpenedLibrary {
    guard let opened = resources[OpenedLibraries.self] else {
      return try libraryKinds.kind(of: place).open(place, for: self)
    }
    return try opened.library(place, in: self)
  }
}
