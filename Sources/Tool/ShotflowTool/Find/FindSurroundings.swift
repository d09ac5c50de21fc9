internal import Pipeline
internal import Sessions
internal import Terminal

/// The places and folders to which values of `find`'s options refer.
struct FindSurroundings {
  /// The places that the user's settings name, such as `home`.
  var places: [NamedPlace] = []
  /// The libraries in which `--in` also looks for folders.
  var libraries: [String] = []

  /// Returns patterns of which the path of a file below a folder matches one.
  ///
  /// - Throws: ``UsageProblem`` if the folder does not exist; it names folders further down.
  func patterns(ofFolder name: String, isExcluded: Bool) throws(UsageProblem) -> [String] {
    let folders = NamedFolder(name, in: libraries).folders
    if folders.isEmpty {
      let inner = NamedFolder.inner(name, in: libraries, most: 3)
        .map { "\"\(CommonFolder.name(of: Array($0.path.utf8)))\"" }
      let word = ShellWord((isExcluded ? "!" : "") + "**/" + name)
      throw UsageProblem(
        "--in names a folder, and there is no folder \"\(name)\""
          + (inner.isEmpty ? "" : "; --in \(word) names \(inner.joined(separator: ", "))"))
    }
    return folders.map { folder in
      let path = folder.path.flatMap { character in
        ["*", "?", "[", "\\"].contains(character) ? ["\\", character] : [character]
      }
      return String(path) + (path == ["/"] ? "*" : "/*")
    }
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
