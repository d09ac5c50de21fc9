import Testing

/// The tree in ARCHITECTURE.md is the tree that there is.
struct ArchitectureTests {
  private static let roots = [
    "Sources", "Samples", "Tests", "rules", "docs", "script", "packaging", "Benchmarks", "Fuzz",
    "Examples",
  ]

  @Test func everyFolderThatIsNamedIsThere() throws {
    let named = try namedFolders()
    #expect(named.count > 20)
    for folder in named { #expect(Checkout.isFolder(folder), "there is no \(folder)") }
  }

  @Test func everyFolderThatIsThereIsNamed() throws {
    let named = Set(try namedFolders())
    for folder in folders() where !named.contains(folder) {
      #expect(mirrorsSources(folder), "ARCHITECTURE.md does not name \(folder)")
    }
  }

  /// The folders with a file in or below them; `include` is what C calls its headers' folder.
  private func folders() -> [String] {
    var found: Set<String> = []
    for path in Self.roots.flatMap({ Checkout.contents(of: $0) }) where !Checkout.isFolder(path) {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        if parts.last != "include" { found.insert(parts.joined(separator: "/")) }
        parts.removeLast()
      }
    }
    return found.sorted()
  }

  /// `Tests/PipelineTests/Stages/Load` stands beside `Sources/Pipeline/Stages/Load`.
  private func mirrorsSources(_ folder: String) -> Bool {
    let parts = folder.split(separator: "/")
    guard parts.count > 2, parts[0] == "Tests", parts[1].hasSuffix("Tests") else { return false }
    let target = parts[1].dropLast(5)
    let rest = parts[2...].joined(separator: "/")
    return [target, target + "Tool"].contains { name in
      Checkout.isFolder("Sources/\(name)/\(rest)")
    }
  }

  /// The paths of the tree: each level is indented by two spaces, a name ends with a slash.
  private func namedFolders() throws -> [String] {
    let blocks = try Document(path: "ARCHITECTURE.md").blocks()
    let tree = try #require(blocks.first { $0.attributes["tree"] != nil })
    var path: [Substring] = []
    return tree.lines.map { line in
      let depth = line.prefix { $0 == " " }.count / 2
      path = path.prefix(depth) + [line.drop { $0 == " " }.prefix { $0 != "/" }]
      return path.joined(separator: "/")
    }
  }
}
