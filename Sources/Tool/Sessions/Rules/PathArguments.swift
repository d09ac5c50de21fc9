package import Pipeline
internal import Platform

/// The plain arguments of a command line: folders and other libraries, and files. `~` is the home,
/// as in options.
package struct PathArguments {
  package private(set) var libraries: [String] = []
  package private(set) var files: [String] = []

  /// Sorts arguments into libraries and files, by looking at each in the file system.
  ///
  /// - Throws: ``LibraryProblem`` for one that does not exist.
  package init(_ words: [String], kinds: LibraryKinds) throws(LibraryProblem) {
    var bytes = CommandLineBytes()
    for given in words {
      var facts = stat()
      let written = bytes.bytes(of: given)
      let word = written.elementsEqual(given.utf8) ? Self.expanded(given) : given
      let path = (word == given ? written : Array(word.utf8)).map { CChar(bitPattern: $0) } + [0]
      if kinds.path(of: word) != word {
        libraries.append(word)
      } else if stat(path, &facts) != 0 {
        let code = errno
        guard code == ENOENT else { throw LibraryProblem(given, FileProblem(error: code)) }
        throw .notFound("there is no file or folder \"\(given)\"")
      } else if facts.st_mode & S_IFMT == S_IFDIR
        || (try? kinds.kind(of: LibraryPlace(path: word)))?.abilities.databases != nil
      {
        libraries.append(word)
      } else {
        files.append(word)
      }
    }
  }

  /// Returns a path from the home folder on, which the shell leaves as it is in quotes, as an
  /// absolute one.
  private static func expanded(_ word: String) -> String {
    guard word == "~" || word.hasPrefix("~/"), let home = getenv("HOME") else { return word }
    return String(cString: home) + word.dropFirst()
  }
}
