import Foundation

/// The targets of Package.swift and what each may import.
///
/// Read as text: a target's dependencies are the string literals between `dependencies:` and its
/// next label, and those of the lists that are named there. The kinds of library are made by one
/// expression, so all of them have the same.
struct PackageTargets {
  let dependencies: [String: Set<String>]

  init(_ manifest: String) {
    let lists = manifest.matches(of: /(?m)^let (\w+)[^=\n]*= \[([^\]]*)\]/)
      .reduce(into: [:]) { $0[String($1.1)] = Self.literals(in: $1.2) }
    let libraries = lists["libraries"] ?? []
    var dependencies: [String: Set<String>] = [:]
    let kinds = ["target", "executableTarget", "systemLibrary", "Target.systemLibrary"]
    for part in manifest.split(separator: /(?m)^[ =\w]*\.(?=\w*(?:[tT]arget|systemLibrary)\()/) {
      guard kinds.contains(where: { part.hasPrefix("\($0)(") }) else { continue }
      let list = part.firstMatch(
        of: /dependencies:([\s\S]*?)(?:path:|swiftSettings:|cSettings:|linkerSettings:|$)/)?.1
      var named = Self.literals(in: list ?? "")
      if list?.contains("libraryNames") == true { named.formUnion(libraries) }
      for word in list?.split(whereSeparator: { !$0.isLetter }) ?? [] {
        named.formUnion(lists[String(word)] ?? [])
      }
      if let name = part.firstMatch(of: /name: "([^"]+)"/)?.1 {
        dependencies[String(name)] = named
      } else {
        for name in libraries { dependencies[name] = named.subtracting([name]) }
      }
    }
    self.dependencies = dependencies
  }

  /// All that a target stands on, however far below.
  func foundation(of target: String) -> Set<String> {
    var found: Set<String> = []
    var open = [target]
    while let next = open.popLast() {
      for name in dependencies[next] ?? [] where found.insert(name).inserted { open.append(name) }
    }
    return found
  }

  private static func literals(in text: Substring) -> Set<String> {
    Set(text.matches(of: /"([^"]+)"/).map { String($0.1) })
  }
}
