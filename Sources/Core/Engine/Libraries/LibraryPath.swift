internal import Platform

/// The canonical path of a library, independent of how it is named.
package struct LibraryPath: Hashable, Sendable {
  /// The absolute path without links, resolved as far as the system permits access.
  package let path: String
  /// The system's reason for denying access; nil if it did not.
  package let refusal: String?

  /// Finds the library that a rule or the user names.
  ///
  /// - Parameters:
  ///   - home: The folder that `~` refers to.
  ///   - kinds: The kinds of library, which resolve texts such as `shotwell:`.
  /// - Throws: ``LibraryProblem`` when there is no such folder or regular file.
  package init(
    _ name: String, home: String?, in kinds: LibraryKinds = LibraryKinds([])
  ) throws(LibraryProblem) {
    let located = kinds.path(of: name)
    let given = located == name ? try Self.expanded(name, home: home) : located
    guard let real = RealPath(given) else {
      let problem = FileProblem(error: errno)
      guard problem.isRefusal else { throw LibraryProblem(name, problem) }
      path = Self.absolute(given)
      refusal = problem.reason
      return
    }
    guard let path = String(validating: real.bytes, as: UTF8.self) else {
      throw .notFound(
        "library \"\(name)\": its path is not UTF-8; name it on the command line: --library")
    }
    self.path = path
    do throws(FileProblem) {
      try Self.open(path)
      refusal = nil
    } catch {
      guard error.isRefusal else { throw LibraryProblem(name, error) }
      refusal = error.reason
    }
  }

  private static func open(_ path: String) throws(FileProblem) {
    do throws(FileProblem) {
      _ = try DirectoryHandle(directory: AT_FDCWD, name: path)
    } catch {
      guard error.code == ENOTDIR else { throw error }
      _ = try OpenFile(directory: AT_FDCWD, name: path)
    }
  }

  private static func expanded(_ name: String, home: String?) throws(LibraryProblem) -> String {
    guard name == "~" || name.hasPrefix("~/") else { return name }
    guard let home, home.hasPrefix("/") else {
      throw .notFound("library \"\(name)\": HOME is not set to an absolute path")
    }
    return home + name.dropFirst()
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return "/" + path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
