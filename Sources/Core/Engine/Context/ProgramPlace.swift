internal import Platform

/// The path of a rule's program.
package struct ProgramPlace {
  let path: String

  /// Finds the program: in PATH, by its absolute path, or below the rule's folder without following
  /// links.
  ///
  /// - Parameter searchPath: Folders, separated by colons; relative ones are ignored.
  /// - Throws: ``RunProblem/missingProgram(_:)`` if there is no such program, or it can't be run.
  init(of call: ProgramCall, searchPath: String) throws(RunProblem) {
    let name = call.name
    if name.utf8.first == UInt8(ascii: "/") {
      guard Self.isProgram(name) else {
        throw Self.missing(call, "there is no program \"\(name)\"; install it, or name another")
      }
      path = name
    } else if name.utf8.contains(UInt8(ascii: "/")) {
      path = try Self.beside(call)
    } else {
      guard let found = Self.find(name, in: searchPath) else {
        throw Self.missing(
          call, "there is no program \"\(name)\" in PATH; install it, or name it by its path")
      }
      path = found
    }
  }

  private static func beside(_ call: ProgramCall) throws(RunProblem) -> String {
    let end = call.rulePath.lastIndex(of: "/")
    let folder = end.map { call.rulePath[...$0] } ?? "./"
    guard let real = RealPath(String(folder)) else {
      throw missing(call, "the rule's folder is gone")
    }
    var path = real.text
    let names = call.name.pathNames.filter { $0 != "." }
    for (place, name) in names.enumerated() {
      path += "/\(name)"
      var facts = stat()
      let wanted = place == names.count - 1 ? S_IFREG : S_IFDIR
      guard name != "..", lstat(path, &facts) == 0, facts.st_mode & S_IFMT == wanted else {
        throw missing(
          call, "there is no program \"\(call.name)\" below the rule's folder; links don't count")
      }
    }
    guard !names.isEmpty, access(path, X_OK) == 0 else {
      throw missing(call, "\"\(call.name)\" is not executable; to change that: chmod +x \(path)")
    }
    return path
  }

  /// Finds a program in the absolute paths among some folders; returns nil where none of them
  /// contains it.
  ///
  /// - Parameter searchPath: Folders, separated by colons.
  package static func find(_ name: String, in searchPath: String) -> String? {
    let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  package static func missing(_ call: ProgramCall, _ reason: String) -> RunProblem {
    .missingProgram("\(call.rulePath):\(call.line): exec: \(reason)")
  }
}
