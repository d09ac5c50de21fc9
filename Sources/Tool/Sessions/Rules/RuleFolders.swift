internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// The folders in which rules are found by name: the user's, then the one that ships. The current
/// folder is never searched. If both have a rule of a name, the name means the user's own.
package struct RuleFolders {
  /// The user's folder; nil without a home folder.
  let own: String?
  /// The folder of the rules that ship; nil if the program was installed without it.
  let shipped: String?

  /// The origin of a rule.
  package enum Origin: String, CaseIterable {
    case user, shipped

    /// The option that restricts a name to rules of this origin.
    package var option: String { "--\(rawValue)" }
  }

  /// A rule that was found by its name.
  package struct Found {
    package let name: String
    package let origin: Origin
    let path: String
  }

  private static let suffix = ".lua"

  /// - Parameter configuration: the folder with the user's settings; nil without a home folder.
  init(configuration: String?) {
    own = configuration.map { "\($0)/rules" }
    shipped = InstalledFolder("rules").path
  }

  /// Returns true if an argument of the command line is a name, and not a path.
  package static func isName(_ word: String) -> Bool {
    !word.isEmpty && !word.contains("/") && !word.hasSuffix(suffix) && word != RuleSubject.inputWord
  }

  /// Returns the path that a rule of that name has in one of the folders, even if no file exists.
  private func path(of name: String, _ origin: Origin) -> String? {
    let folder = origin == .user ? own : shipped
    return folder.map { "\($0)/\(name)\(Self.suffix)" }
  }

  /// Returns the rule with a name; nil if no folder has it. `origin` restricts the search.
  package func rule(named name: String, from origin: Origin? = nil) -> Found? {
    for origin in origin.map({ [$0] }) ?? Origin.allCases {
      if let path = path(of: name, origin), Self.isFile(path) {
        return Found(name: name, origin: origin, path: path)
      }
    }
    return nil
  }

  /// Returns all rules by name, those that ship after the user's.
  package func all() -> [Found] {
    Origin.allCases.flatMap { origin in
      names(of: origin).compactMap { name in
        path(of: name, origin).map { Found(name: name, origin: origin, path: $0) }
      }
    }.sorted { ($0.name, $1.origin.rawValue) < ($1.name, $0.origin.rawValue) }
  }

  private func names(of origin: Origin) -> [String] {
    guard let folder = origin == .user ? own : shipped, let list = opendir(folder) else {
      return []
    }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(Self.suffix), !name.hasSuffix(RuleFile.testSuffix),
        !name.hasPrefix("."), Self.isFile("\(folder)/\(name)")
      else {
        continue
      }
      names.append(String(name.dropLast(Self.suffix.count)))
    }
    return names
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns true for a file directly in the user's folder if only the user can write both.
  func isOnlyTheUsers(_ path: String) -> Bool {
    guard let own, path.hasPrefix(own + "/"), !path.dropFirst(own.count + 1).contains("/") else {
      return false
    }
    return [(own, S_IFDIR), (path, S_IFREG)].allSatisfy { path, kind in
      var facts = stat()
      return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == kind
        && facts.st_uid == geteuid() && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
    }
  }

  /// Returns the error for a name without a rule, with the remedy.
  func absence(of name: String, from origin: Origin?, toolName: String) -> UsageProblem {
    let whose = origin.map { $0 == .user ? "of your own " : "that ships " } ?? ""
    let here = [name, name + Self.suffix].first(where: Self.isFile)
    let known = all().filter { origin == nil || $0.origin == origin }.map(\.name)
    let remedy: String
    if let origin, rule(named: name) != nil {
      let other = origin == .user ? "the one that ships" : "your own"
      remedy = "without \(origin.option) it is \(other)"
    } else if let here {
      remedy = "for the file in this folder, type \(ShellWord("./\(here)"))"
    } else if let near = NearestName.of(name, among: known) {
      remedy = "did you mean \"\(near)\"?"
    } else {
      remedy = "\"\(toolName) rules\" lists them; a path needs its / or .lua"
    }
    return UsageProblem("no rule \(whose)is called \"\(name)\"; \(remedy)")
  }
}
