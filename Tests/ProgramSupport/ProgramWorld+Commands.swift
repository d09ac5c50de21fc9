internal import TestSupport

extension ProgramWorld {
  /// Returns the names of all commands that help lists, each with those of its group.
  package func commands(below group: [String] = []) async throws -> [[String]] {
    let help = try await program(["help"] + (group.isEmpty ? ["all"] : group)).result()
    let list = help.lines.drop { $0 != "COMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    var found: [[String]] = []
    for line in list {
      guard let name = line.firstMatch(of: /^  ([a-z-]+)/)?.1 else { continue }
      let words = group + [String(name)]
      found.append(words)
      if words != ["help"] { found += try await commands(below: words) }
    }
    return found
  }
}
