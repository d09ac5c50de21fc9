internal import Pipeline
internal import Platform
internal import Sessions

/// The places and folders to which values of `find`'s options refer.
struct FindSurroundings {
  /// The places that the user's settings name, such as `home`.
  var places: [NamedPlace] = []
  /// The libraries in which `--in` also looks for folders.
  var libraries: [String] = []

  /// Returns a pattern that the paths of all files below a folder match.
  ///
  /// - Throws: ``UsageProblem`` if the folder does not exist.
  func pattern(ofFolder name: String) throws(UsageProblem) -> String {
    let candidates = [name] + (name.hasPrefix("/") ? [] : libraries.map { "\($0)/\(name)" })
    for candidate in candidates {
      guard let resolved = realpath(candidate, nil) else { continue }
      defer { free(resolved) }
      var facts = stat()
      guard stat(resolved, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { continue }
      let path = String(cString: resolved).flatMap { character in
        ["*", "?", "\\"].contains(character) ? ["\\", character] : [character]
      }
      return String(path) + (path == ["/"] ? "*" : "/*")
    }
    throw UsageProblem("--in names a folder, and there is no folder \"\(name)\"")
  }
}

extension FindSurroundings {
  /// Reads the user's places; folders are searched in the named libraries, else in the user's own.
  init(in libraries: [String], of tool: Tool) throws {
    let configuration = try tool.configuration()
    places = configuration.places
    self.libraries =
      libraries.isEmpty ? try LibraryChoice.unnamed(configuration).names : libraries
  }
}
