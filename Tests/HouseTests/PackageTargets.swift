import Foundation

/// The targets of Package.swift and what each may import.
///
/// Read as text: a target's dependencies are the string literals between `dependencies:` and its
/// next label, and those of the lists that are named there. The kinds of library are made by one
/// expression, and so are the stages that are modules, so all of them have the same.
struct PackageTargets {
  let dependencies: [String: Set<String>]

  init(_ manifest: String) {
    let lists = manifest.matches(of: /(?m)^let (\w+)[^=\n]*= \[([^\]]*)\]/)
      .reduce(into: [:]) { $0[String($1.1)] = Self.literals(in: $1.2) }
    let (libraries, stages) = (lists["libraries"] ?? [], lists["stages"] ?? [])
    var dependencies: [String: Set<String>] = [:]
    let kinds = ["target", "executableTarget", "systemLibrary", "Target.systemLibrary"]
    // The list that targets without a name of their own are made of.
    var source: Set<String> = []
    for part in manifest.split(separator: /(?m)^[ =\w]*\.(?=\w*(?:[tT]arget|systemLibrary)\()/) {
      defer {
        let list = part.firstMatch(of: /= (\w+)\.map \{ name in\s*$/)?.1
        source = list.flatMap { lists[String($0)] } ?? []
      }
      guard kinds.contains(where: { part.hasPrefix("\($0)(") }) else { continue }
      let list = part.firstMatch(
        of: /dependencies:([\s\S]*?)(?:path:|swiftSettings:|cSettings:|linkerSettings:|$)/)?.1
      var named = Self.literals(in: list ?? "")
      if list?.contains("libraryNames") == true { named.formUnion(libraries) }
      if list?.contains("stageNames") == true { named.formUnion(stages) }
      for word in list?.split(whereSeparator: { !$0.isLetter }) ?? [] {
        named.formUnion(lists[String(word)] ?? [])
      }
      if let name = part.firstMatch(of: /name: "([^"]+)"/)?.1 {
        dependencies[String(name)] = named
      } else {
        for name in source { dependencies[name] = named.subtracting([name]) }
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
