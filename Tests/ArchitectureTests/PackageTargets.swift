import Foundation

/// The targets of Package.swift and the modules that each may import.
///
/// Read as text: a target is a call of one of the manifest's functions, or of the package manager's,
/// with its path or name; its dependencies are the string literals of the call, and those of the lists
/// that it names.
struct PackageTargets {
  /// The names of each target's dependencies.
  let dependencies: [String: Set<String>]
  /// The folder of each target below `Sources`, from the project's root.
  let folders: [String: String]

  init(_ manifest: String) {
    let lists = manifest.matches(of: /(?m)^let (\w+): \[Target\.Dependency\] = \[([^\]]*)\]/)
      .reduce(into: [String: Set<String>]()) { $0[String($1.1)] = Self.literals(in: $1.2) }
    var dependencies: [String: Set<String>] = [:]
    var folders: [String: String] = [:]
    let calls = manifest.split(
      separator: /(?m)^ {4}\.?\w+\(/
    ).dropFirst()
    for call in calls {
      let literals = call.matches(of: /"([^"]+)"/).map { String($0.1) }
      guard let first = literals.first else { continue }
      let path = literals.first { $0.hasPrefix("Sources/") } ?? first
      let name = path.split(separator: "/").last.map(String.init) ?? path
      var named = Set(literals).subtracting([path, name])
      for list in lists where call.contains(try! Regex("\\b\(list.key)\\b(?!:)")) {
        named.formUnion(list.value)
      }
      dependencies[name] = named.subtracting([name])
      if path.hasPrefix("Sources/") { folders[name] = path }
    }
    self.dependencies = dependencies
    self.folders = folders
  }

  /// Returns all that a target depends on, directly or through others.
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
