internal import Engine

/// The report of an undefined name that a rule reads, with the name that was probably meant.
struct UnknownName {
  let setting: LuaStateConfiguration
  let words: RuleVocabulary

  /// - Parameter inFunction: True if a function of an asset reads the name.
  func problem(
    _ name: String, path: String, line: Int, isCalled: Bool, inFunction: Bool
  ) -> RuleProblem {
    let what = isCalled ? "function" : "name"
    if isCalled, isPlugin(name) {
      return RuleProblem(
        path: path, line: line,
        message: "unknown function \"\(name)\"; it is a plugin, so the rule says: use \"\(name)\"",
        token: name)
    }
    if let remedy = remedy(for: name, path: path, line: line, inFunction: inFunction) {
      return RuleProblem(
        path: path, line: line, message: "unknown \(what) \"\(name)\"; \(remedy)", token: name)
    }
    return RuleProblem(
      path: path, line: line, message: "unknown \(what) \"\(name)\"", token: name,
      suggestion: words.nearest(to: name))
  }

  /// Returns true if an installed plugin, which the rule does not use yet, has that name.
  private func isPlugin(_ name: String) -> Bool {
    guard Plugin.isName(name) else { return false }
    let folders = setting.file.moduleFolders.filter { $0.origin != .rule }
    return (try? ModuleSearch(folders: folders).module([name], as: name)) != nil
  }

  /// Returns the remedy for a standard Lua global, or a field outside of a function; else nil.
  private func remedy(for name: String, path: String, line: Int, inFunction: Bool) -> String? {
    guard Field(name: name) != nil else { return Self.absent[name] }
    if inFunction { return "a function reads a field of its asset, such as asset.\(name)" }
    let sign = path == setting.file.path ? sign(behind: name, inLine: line) : nil
    switch sign {
    case "==": return "a table takes one =, as in \(name) = \"…\""
    case "~=": return "a table takes tests, such as \(name) = none(\"…\")"
    case ">", ">=": return "a table takes tests, such as \(name) = at_least(…)"
    case "<", "<=": return "a table takes tests, such as \(name) = at_most(…)"
    default: return nil
    }
  }

  private func sign(behind name: String, inLine number: Int) -> String? {
    let lines = setting.file.source.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1), let place = lines[number - 1].firstRange(of: name)
    else { return nil }
    let rest = lines[number - 1][place.upperBound...].drop { $0 == " " }
    return ["==", "~=", ">=", "<=", ">", "<"].first { rest.hasPrefix($0) }
  }

  /// The globals of standard Lua that rules lack, with their replacements.
  private static let absent = [
    "os": "a rule has no os; now is the moment of the run, and dates have :format(\"%Y-%m-%d\")",
    "io": "a rule opens no files; a source brings them, and exec hands them to a program",
    "unpack": "it is table.unpack",
  ]
}
