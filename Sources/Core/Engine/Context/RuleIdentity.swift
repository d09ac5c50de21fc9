internal import Platform

/// The identity of a rule, which is determined by its content.
///
/// ```swift
/// let rule = try RuleIdentity(name: "recent", path: path, text: text, modules: [], wants: [])
/// print(rule.digest)
/// ```
package struct RuleIdentity: Hashable, Sendable {
  /// The name of the rule.
  package let name: String
  /// The path as the user gave it.
  package let path: String
  /// True if the rule is in a file. Otherwise permission depends on its content alone.
  package let isInFile: Bool
  /// The absolute path without links; nil if it has none or it is not UTF-8.
  package let resolvedPath: String?
  /// The SHA-256 of the rule's text in hexadecimal; with modules, of the hashes of all texts.
  package let digest: String
  /// The sorted SHA-256 hashes, in hexadecimal, of the reasons for the rule's requests.
  package let wants: [String]
  private let files: [String]

  /// - Parameter modules: The modules by name, with their paths and texts.
  /// - Throws: ``FileProblem`` when the system can't hash.
  package init(
    name: String, path: String, isInFile: Bool = true, text: String,
    modules: [(name: String, path: String, text: String)], wants: [String]
  ) throws(FileProblem) {
    self.name = name
    self.path = path
    self.isInFile = isInFile
    resolvedPath = isInFile ? Self.resolve(path) : nil
    files = [path] + modules.map(\.path)
    var reasons: [String] = []
    for reason in wants { reasons.append(try Self.hash(reason)) }
    self.wants = reasons.sorted()
    let own = try Self.hash(text)
    guard !modules.isEmpty else {
      digest = own
      return
    }
    // This text can't be a rule, because it is not valid Lua.
    var list = "shotflow: a rule and its modules\n\(own)\n"
    for module in modules.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      list += "\(try Self.hash(module.text))  \(module.name)\n"
    }
    digest = try Self.hash(list)
  }

  /// True if the user owns all files of the rule and the folders that contain them, and no other
  /// user can write to them. Then only the user can have edited the rule.
  package var isOwn: Bool {
    isInFile
      && files.allSatisfy { file in
        guard let path = Self.resolve(file), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        else { return false }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return Self.isOwn(path) && Self.isOwn(folder)
      }
  }

  private static func isOwn(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_uid == geteuid()
      && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// The absolute path of a file without links; nil if it does not exist or is not UTF-8.
  package static func resolve(_ path: String) -> String? {
    RealPath(path).flatMap { String(validating: $0.bytes, as: UTF8.self) }
  }

  private static func hash(_ text: String) throws(FileProblem) -> String {
    let state = try HashState(.sha256)
    Array(text.utf8).withUnsafeBytes(state.update)
    return try state.finish().hexadecimal
  }
}
