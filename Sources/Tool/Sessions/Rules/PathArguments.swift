internal import LuaBridge
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
        throw .notFound(
          "there is no file or folder \"\(given)\""
            + LookalikePath.remark(on: LookalikePath.of(word)))
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
  static func expanded(_ word: String) -> String {
    guard word == "~" || word.hasPrefix("~/"), let home = getenv("HOME") else { return word }
    return String(cString: home) + word.dropFirst()
  }
}

/// The exact bytes of the command line's arguments, as names of files may not be UTF-8.
package struct CommandLineBytes {
  /// The arguments that are not UTF-8, in order, each with its text in which U+FFFD replaces bytes.
  private var repaired: [(word: String, bytes: [UInt8])] = []

  package init() {
    for pointer in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    {
      guard let pointer, String(validatingCString: pointer) == nil else { continue }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      repaired.append((String(cString: pointer), Array(bytes)))
    }
  }

  /// Returns the bytes of an argument; each argument has to be passed once, in order.
  package mutating func bytes(of word: String) -> [UInt8] {
    guard let place = repaired.firstIndex(where: { $0.word == word }) else {
      return Array(word.utf8)
    }
    return repaired.remove(at: place).bytes
  }
}

extension LoadedRule {
  /// True if the rule's source reads records, or paths of files, and no library.
  var readsStandardInput: Bool {
    guard case .table(let members)? = stages.first(where: { $0.name == "source" })?.arguments.first
    else { return false }
    return members.contains { $0.name == "stdin" }
  }

  /// Sorts plain arguments into libraries, and files that the rule reads in place of a library.
  /// Throws ``UsageProblem`` for both together, or ``LibraryProblem`` for one that does not exist.
  mutating func place(
    _ words: [String], besides libraries: [String], in tool: Tool
  ) throws -> (libraries: [String], files: [String]) {
    if words.isEmpty { return ([], []) }
    let named = try PathArguments(words, kinds: tool.libraryKinds)
    guard let file = named.files.first else { return (named.libraries, []) }
    if let library = (libraries + named.libraries).first {
      throw UsageProblem(
        "\"\(file)\" is a file, and \"\(library)\" a library; name one or the other")
    }
    try readStandardInput(for: "\"\(file)\"")
    return ([], named.files)
  }

  /// Makes the rule's source read `word`, standard input or a file, in place of a library. Throws
  /// ``UsageProblem`` if the source names albums, a library or a program.
  mutating func readStandardInput(for word: String) throws(UsageProblem) {
    guard let place = stages.firstIndex(where: { $0.name == "source" }) else {
      throw UsageProblem("the rule has no source, so it can't read \(word)")
    }
    guard following.isEmpty else {
      throw UsageProblem(
        "the rule has a next pipeline, which reads a library, so \(word) can't replace that")
    }
    let call = stages[place]
    var members: [ArgumentMember] = []
    if case .table(let given)? = call.arguments.first { members = given }
    if members.contains(where: { $0.name == "stdin" }) { return }
    if let other = members.first(where: Self.isOfLibrary) {
      throw UsageProblem(
        "the rule reads \(other.name) = \(other.value.quoted), so \(word) can't replace that")
    }
    members.append(ArgumentMember("stdin", .flag(true)))
    stages[place] = StageCall(
      name: call.name, arguments: [.table(members)], line: call.line, path: call.path)
  }

  /// Returns true for an option of a source that names a library, a program, or albums of users.
  private static func isOfLibrary(_ member: ArgumentMember) -> Bool {
    switch member.name {
    case "albums", "library", "exec": true
    case "album":
      switch member.value.texts?.first.flatMap(CollectionSubtype.init(rawValue:)) {
      case nil, .albumRegular, .albumImported, .albumCloudShared, .smartAlbumUserLibrary,
        .smartAlbumRecentlyAdded:
        true
      default: member.value.texts?.count != 1
      }
    default: false
    }
  }
}
