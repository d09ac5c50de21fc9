internal import Platform

/// A script that leads to one of several versions of a program, as pyenv and rbenv have them.
///
/// It chooses by its own name. A program of a rule is started as the open file that was looked at, so
/// that a script has no name but a number.
struct ProgramShim {
  private let name: String
  /// The program that manages the versions, such as `pyenv`.
  private let manager: String

  private static let longest = 4096

  /// - Parameters:
  ///   - path: where the program is, without links.
  ///   - descriptor: the program, open.
  /// - Returns: nil for a program that is no such script.
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

  /// Why it can't be started, with the remedy.
  var objection: String {
    "\"\(name)\" is a script of \(manager) that chooses a version by its own name, which a program of a"
      + " rule does not have; name the path that \"\(manager) which \(name)\" prints, or a script of your"
      + " own beside the rule that begins with \"#!/usr/bin/env \(name)\""
  }
}
