internal import Platform

/// A script that selects one of several versions of a program, as pyenv and rbenv install them. The
/// script selects the version by its own name. shotflow starts a rule's program by an open
/// descriptor, so the script would see a number instead of its name.
struct ProgramShim {
  private let name: String
  /// The program that manages the versions, such as `pyenv`.
  private let manager: String

  private static let longest = 4096

  /// - Parameters:
  ///   - path: The program's path, without links.
  ///   - descriptor: The open program.
  /// - Returns: Nil for a program that is not such a script.
  init?(path: String, descriptor: Int32) {
    let names = path.split(separator: "/").suffix(3).map(String.init)
    guard names.count == 3, names[1] == "shims" else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard text.hasPrefix("#!"), text.contains("$0") || text.contains("${0") else { return nil }
    name = names[2]
    manager = String(names[0].drop { $0 == "." })
  }

  /// The error message: the reason why it can't be started, and the remedy.
  var objection: String {
    "\"\(name)\" is a script of \(manager) that chooses a version by its own name, which a program of a"
      + " rule does not have; name the path that \"\(manager) which \(name)\" prints, or a script of your"
      + " own beside the rule that begins with \"#!/usr/bin/env \(name)\""
  }
}
