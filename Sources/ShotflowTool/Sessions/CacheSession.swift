internal import Console
internal import Pipeline

/// One use of the person's caches from the command line.
struct CacheSession {
  private let tool: Tool

  init(_ tool: Tool) {
    self.tool = tool
  }

  /// Calls `body` with the caches, whether or not there is something in them.
  ///
  /// - Throws: ``ExitStatus`` when that fails; the reason was told.
  func run(_ body: (Catalogue, ThumbnailCache) throws -> Void) throws {
    try withFolders { folders in
      do {
        try body(
          Catalogue(at: folders.catalogue),
          ThumbnailCache(folders: folders, version: Version.current))
      } catch let problem as FileProblem {
        tool.messages().write("\"\(folders.catalogue)\": \(problem.reason)")
        throw ExitStatus.cannotWrite
      }
    }
  }

  /// Calls `body` with the folders, whether or not they are there.
  ///
  /// - Throws: ``ExitStatus`` when that fails; the reason was told.
  func withFolders(_ body: (StateDirectories) throws -> Void) throws {
    do {
      try body(try tool.directories())
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw tool.messages().report(error, rulePath: "")
    }
  }
}
