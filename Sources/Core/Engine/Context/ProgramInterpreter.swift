internal import CSystem
internal import Platform

/// A program that reads a script, because the script's first line names it. That line may name
/// `env`, which looks for the program in PATH, or another program that starts one, such as `nice`.
/// The kernel, `env` or that other program opens it by its path.
struct ProgramInterpreter {
  /// The path without links.
  let path: String
  /// The identity: `path /usr/bin/env`, or `sha256` and the hash of the content.
  let identity: String
  /// True if only root decides which program reads the script, and what is in it.
  let isSystems: Bool
  private let status: FileStatus
  private let wanted: Wanted
  private let searchPath: String

  /// The path of an interpreter, or its name in PATH.
  private enum Wanted {
    case path(String)
    case name(String)

    /// Returns the path, without links, to which the name leads now; nil if nothing is there.
    func resolved(in searchPath: String) -> String? {
      let found: String? =
        switch self {
        case .path(let path): path
        case .name(let name): Self.find(name, in: searchPath)
        }
      return found.flatMap { RealPath($0)?.text }
    }

    init(_ word: String) {
      self = word.utf8.contains(UInt8(ascii: "/")) ? .path(word) : .name(word)
    }

    /// Finds a program as `env` does, in relative folders too.
    private static func find(_ name: String, in searchPath: String) -> String? {
      let folders = searchPath.split(separator: ":", omittingEmptySubsequences: false)
      return folders.map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
        .first(where: ProgramPlace.isProgram)
    }
  }

  /// The largest number of interpreters through which the kernel starts a script.
  private static let most = 6
  /// The length in bytes of a first line that every kernel reads to its end.
  private static let longestLine = 254

  /// True if another file would read the script now, or this one whose content has changed.
  var hasChanged: Bool {
    wanted.resolved(in: searchPath) != path
      || FileStatus(directory: AT_FDCWD, name: path) != status
  }

  /// Returns the interpreters of a program, the one that its first line names first; none for a
  /// program that is no script.
  ///
  /// - Throws: ``RunProblem/missingProgram(_:)`` if one can't be found or read.
  static func all(
    of descriptor: Int32, for call: ProgramCall, searchPath: String, person: uid_t
  ) throws(RunProblem) -> [ProgramInterpreter] {
    var all: [ProgramInterpreter] = []
    var names = try names(of: descriptor, call, searchPath)
    while !names.isEmpty, all.count < most {
      var next: [Wanted] = []
      for wanted in names {
        let (interpreter, following) = try open(wanted, call, searchPath, person)
        all.append(interpreter)
        next += following
      }
      names = next
    }
    return all
  }

  private static func open(
    _ wanted: Wanted, _ call: ProgramCall, _ searchPath: String, _ person: uid_t
  ) throws(RunProblem) -> (ProgramInterpreter, [Wanted]) {
    guard let path = wanted.resolved(in: searchPath) else {
      let (name, place) =
        switch wanted {
        case .path(let path): (path, "which is missing")
        case .name(let name): (name, "which is not in PATH")
        }
      throw ProgramPlace.missing(
        call, "\"\(call.name)\" is a script for \"\(name)\", \(place); install it")
    }
    let descriptor = csystem_open_program(path)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, let status = FileStatus(descriptor: descriptor),
      let identity = ProgramFile.identity(of: path, descriptor, as: status, for: person)
    else {
      throw ProgramPlace.missing(
        call, "\"\(path)\", which reads the script \"\(call.name)\", can't be read")
    }
    var isSystems = identity.hasPrefix("path ")
    if case .name = wanted { isSystems = false }
    let interpreter = ProgramInterpreter(
      path: path, identity: identity, isSystems: isSystems, status: status, wanted: wanted,
      searchPath: searchPath)
    return (interpreter, try names(of: descriptor, call, searchPath))
  }

  /// Returns the interpreters that the first line of a file names: one, or `env` and another, and
  /// the programs that further words name, which these may start.
  private static func names(
    of descriptor: Int32, _ call: ProgramCall, _ searchPath: String
  ) throws(RunProblem) -> [Wanted] {
    var bytes = [UInt8](repeating: 0, count: longestLine + 1)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 2, bytes.starts(with: "#!".utf8) else { return [] }
    let line = bytes[2..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    guard line.endIndex <= longestLine else {
      throw ProgramPlace.missing(
        call, "the first line of \"\(call.name)\" is too long to be read to its end by every system"
      )
    }
    let words = line.split(
      maxSplits: 1, whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    guard let first = words.first else { return [] }
    let path = String(decoding: first, as: UTF8.self)
    let argument = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    func programs(in words: some Sequence<String>) -> [Wanted] {
      words.filter { $0.utf8.first != UInt8(ascii: "-") }.map(Wanted.init)
        .filter { $0.resolved(in: searchPath).map(ProgramPlace.isProgram) ?? false }
    }
    guard path.pathNames.last == "env" else {
      // The kernel passes on all of it as one word.
      let word = argument.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
      return [.path(path)] + programs(in: [word])
    }
    guard let started = wordsOfEnv(argument), let name = started.first else {
      throw ProgramPlace.missing(
        call,
        "\"\(call.name)\" does not say plainly which program reads it; let its first line be"
          + " #!/usr/bin/env NAME, or #!/usr/bin/env -S NAME WORDS")
    }
    return [.path(path), Wanted(name)] + programs(in: started.dropFirst())
  }

  /// Returns the program that `env` starts with an argument, and the words that it gets; nil if the
  /// argument has quotes, variables or options that hide the program.
  private static func wordsOfEnv(_ argument: String) -> [String]? {
    var words = argument.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard var first = words.first else { return nil }
    let isSplit = ["-S", "--split-string="].first { first.hasPrefix($0) }
    if let isSplit {
      first.removeFirst(isSplit.count)
      if first.isEmpty { words.removeFirst() } else { words[0] = first }
      while let word = words.first, isPlain(word), word.contains("="), !word.hasPrefix("PATH=") {
        words.removeFirst()
      }
    } else if words.count > 1 {
      return nil
    }
    guard let name = words.first, isPlain(name), !name.hasPrefix("-"), !name.contains("=") else {
      return nil
    }
    return words
  }

  /// Returns true for a word that `env` takes as it is, without quotes, variables and the like.
  private static func isPlain(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./+=:,@%".unicodeScalars.contains($0)
    }
  }
}
