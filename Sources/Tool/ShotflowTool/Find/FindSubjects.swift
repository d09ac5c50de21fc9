internal import Pipeline
internal import Platform
internal import Sessions

/// The plain arguments of `find`: folders and other libraries, and files.
struct FindSubjects {
  private(set) var libraries: [String] = []
  private(set) var files: [String] = []

  /// Looks at each argument in the file system. Throws ``UsageProblem`` for one that does not exist.
  init(_ words: [String], kinds: LibraryKinds) throws(UsageProblem) {
    var bytes = CommandLineBytes()
    for word in words {
      var facts = stat()
      let path = bytes.bytes(of: word).map { CChar(bitPattern: $0) } + [0]
      if kinds.path(of: word) != word {
        libraries.append(word)
      } else if stat(path, &facts) != 0 {
        throw UsageProblem(
          "there is no file or folder \"\(word)\"; --album names an album, --filename a file's name"
        )
      } else if facts.st_mode & S_IFMT == S_IFDIR {
        libraries.append(word)
      } else {
        files.append(word)
      }
    }
  }
}

/// The places and folders to which values of `find`'s options refer.
struct FindSurroundings {
  /// The places of the user's settings.
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
