internal import Pipeline

/// One use of the person's caches from the command line.
struct CacheSession {
  /// Calls `body` with the caches, whether or not there is something in them.
  ///
  /// - Throws: ``ExitStatus`` when that fails; the reason was told.
  func run(_ body: (Catalogue, ThumbnailCache) throws -> Void) throws {
    try Self.withFolders { folders in
      do {
        try body(
          Catalogue(at: folders.catalogue),
          ThumbnailCache(folders: folders, version: Version.current))
      } catch let problem as FileProblem {
        Messages().write("\"\(folders.catalogue)\": \(problem.reason)")
        throw ExitStatus.cannotWrite
      }
    }
  }

  static func withFolders(_ body: (StateDirectories) throws -> Void) throws {
    do {
      try body(try StateDirectories(environment: Environment.folders))
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw Messages().report(error, rulePath: "")
    }
  }
}
