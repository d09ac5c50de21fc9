package import Pipeline
internal import Platform

/// The plain arguments of a command line: folders and other libraries, and files.
package struct PathArguments {
  package private(set) var libraries: [String] = []
  package private(set) var files: [String] = []

  /// Sorts arguments into libraries and files, by looking at each in the file system.
  ///
  /// - Throws: ``LibraryProblem`` for one that does not exist.
  package init(_ words: [String], kinds: LibraryKinds) throws(LibraryProblem) {
    var bytes = CommandLineBytes()
    for word in words {
      var facts = stat()
      let path = bytes.bytes(of: word).map { CChar(bitPattern: $0) } + [0]
      if kinds.path(of: word) != word {
        libraries.append(word)
      } else if stat(path, &facts) != 0 {
        let code = errno
        guard code == ENOENT else { throw LibraryProblem(word, FileProblem(error: code)) }
        throw .notFound("there is no file or folder \"\(word)\"")
      } else if facts.st_mode & S_IFMT == S_IFDIR
        || (try? kinds.kind(of: LibraryPlace(path: word)))?.abilities.databases != nil
      {
        libraries.append(word)
      } else {
        files.append(word)
      }
    }
  }
}
