internal import Pipeline
internal import Sessions
internal import Terminal

/// The places and folders to which values of `find`'s options refer.
struct FindSurroundings {
  /// The places that the user's settings name, such as `home`.
  var places: [NamedPlace] = []
  /// The libraries in which `--in` and `--not-in` also look for folders.
  var libraries: [String] = []

  /// Returns patterns of which the path of a file below a folder matches one.
  ///
  /// - Throws: ``UsageProblem`` if the folder does not exist, with folders further down or with other
  ///   capitals, or if the name means another folder from here.
  func patterns(ofFolder name: String, isExcluded: Bool) throws(UsageProblem) -> [String] {
    let named = NamedFolder(name, in: libraries)
    if let doubt = named.doubt { throw UsageProblem(doubt) }
    if named.folders.isEmpty {
      throw UsageProblem(
        "--in names a folder, and there is no folder \"\(name)\""
          + remedy(for: name, isExcluded: isExcluded))
    }
    return named.folders.map { folder in
      let path = folder.path.flatMap { character in
        ["*", "?", "[", "\\"].contains(character) ? ["\\", character] : [character]
      }
      return String(path) + (path == ["/"] ? "*" : "/*")
    }
  }

  /// Returns the folders of the searched libraries that a name of a library to compare with means,
  /// else the name, which is one from the working folder. Throws ``UsageProblem`` if both exist.
  func places(ofLibrary name: String) throws(UsageProblem) -> [String] {
    let named = NamedFolder(name, in: libraries)
    if let doubt = named.innerDoubt { throw UsageProblem(doubt) }
    let inner = named.innerFolders
    return inner.isEmpty ? [name] : inner.map(\.path)
  }

  private func remedy(for name: String, isExcluded: Bool) -> String {
    func shown(_ folder: FolderPath) -> String { CommonFolder.name(of: Array(folder.path.utf8)) }
    let inner = NamedFolder.inner(name, in: libraries, most: 3).map { "\"\(shown($0))\"" }
    if inner.isEmpty {
      return NearestName.remedy(NamedFolder.similar(name, in: libraries).map(shown))
    }
    let word = ShellWord((isExcluded ? "!" : "") + "**/" + name)
    return "; --in \(word) names \(inner.joined(separator: ", "))"
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
