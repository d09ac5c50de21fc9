import TestSupport
import Testing

/// ARCHITECTURE.md and the pages about how shotflow works inside say where things are.
@Suite struct ArchitectureTests {
  private static let page = "ARCHITECTURE.md"
  /// `SecurityTests` looks at the list of promises.
  private static let pages =
    [page, "docs/decisions/0025-words-of-the-project.md"]
    + Checkout.files(in: "docs/internals").filter { !$0.hasSuffix("/promises.md") }

  private let package: PackageTargets

  init() throws {
    package = try PackageTargets(Checkout.text(of: "Package.swift"))
  }

  @Test(arguments: pages) func everyPathExists(_ page: String) throws {
    for block in try DocumentBlock.blocks(of: page) where block.fence == nil {
      for quote in block.quotes where quote.contains(/^[A-Za-z][^\s$]*(\/|\.swift$)/) {
        let path = String(quote.prefix { $0 != " " })
        #expect(DocumentBlock.path(path) != nil, "\(block): there is no \(path)")
      }
    }
  }

  /// A type is in the file that follows its name after `in`, else in one that its row or paragraph
  /// names, else in the code of its section.
  @Test(arguments: pages) func everyNameIsWhereThePageSays(_ page: String) throws {
    for block in try DocumentBlock.blocks(of: page) where block.fence == nil {
      let places = Dictionary(
        block.text.matches(of: /`([^`]+)` in `([^`]+)`/).map { (String($0.1), String($0.2)) },
        uniquingKeysWith: { first, _ in first })
      for quote in block.quotes where package.dependencies[quote] == nil {
        guard DocumentBlock.path(quote) == nil, let name = NamedCode(quote) else { continue }
        let given = places[quote].flatMap(DocumentBlock.path).map { [$0] }
        let scope = given ?? block.paths + block.subject
        let isThere = try scope.flatMap(Checkout.files).contains { file in
          try name.isDeclared(in: Checkout.text(of: file))
        }
        #expect(isThere, "\(block): \(quote) is not in \(scope.joined(separator: ", "))")
      }
    }
  }

  @Test func theTreeIsTheOneThatThereIs() throws {
    let tree = try fence("tree").lines.map(TreeLine.init)
    var path: [String] = []
    var named: [String] = []
    for line in tree {
      path = path.prefix(line.depth) + [line.name]
      named.append(path.joined(separator: "/"))
      #expect(named.last == "Sources" || !line.text.isEmpty, "\(path) has no text")
      #expect(Checkout.isFolder(path.joined(separator: "/")), "there is no \(path)")
    }
    let order = named.map { $0.lowercased().split(separator: "/").map(String.init) }
    for (before, after) in zip(order, order.dropFirst()) {
      #expect(before.lexicographicallyPrecedes(after), "\(before) stands before \(after)")
    }
    let helpers = Checkout.names(in: "Tests").filter { !$0.contains(/(Tests|Support)$/) }
    let folders = helpers.map { "Tests/\($0)" } + Checkout.folders(below: "Sources")
    for folder in folders {
      #expect(named.contains(folder), "the tree does not name \(folder)")
    }
  }

  /// In the picture, each module stands above those that it depends on.
  @Test func thePictureShowsTheLayers() throws {
    let modules = Set(package.folders.keys).union(["CLua"])
    var layers: [String: Int] = [:]
    for (index, line) in try fence("layers").lines.enumerated() {
      for word in line.split(separator: " ").map(String.init) where modules.contains(word) {
        layers[word] = index
      }
    }
    for module in modules {
      #expect(layers[module] != nil, "the picture has no \(module)")
      for other in package.dependencies[module] ?? [] where modules.contains(other) {
        #expect(
          layers[module] ?? .max < layers[other] ?? .min, "\(module) depends on \(other) above it")
      }
    }
  }

  @Test func everyStageIsListedWithItsFile() throws {
    let pairs = try DocumentBlock.blocks(of: Self.page).flatMap {
      $0.text.matches(of: /\| `([a-z]+)` \| `([^`]+)`/).map { (String($0.1), String($0.2)) }
    }
    let list = try Checkout.text(of: "Sources/Pipeline/Components+Builtin.swift")
      .prefix { $0 != "]" }.matches(of: /(\w+)\.self/).map { "/\($0.1).swift" }
    #expect(list.count == pairs.count)
    for file in list {
      #expect(pairs.contains { $0.1.hasSuffix(file) }, "the table has no \(file)")
    }
    for (word, file) in pairs {
      #expect(try Checkout.text(of: "Sources/\(file)").contains("name: \"\(word)\", role:"))
    }
  }

  private func fence(_ kind: String) throws -> DocumentBlock {
    try #require(
      DocumentBlock.blocks(of: Self.page).first { $0.fence == "text \(kind)" },
      "\(Self.page) has no block \"text \(kind)\"")
  }
}

/// A line of the tree: two spaces for each level, a folder's name with a slash, and its text.
private struct TreeLine {
  let depth: Int
  let name: String
  let text: Substring

  init(_ line: String) {
    depth = line.prefix { $0 == " " }.count / 2
    let rest = line.drop { $0 == " " }
    name = String(rest.prefix { $0 != "/" })
    text = rest.dropFirst(name.count + 1).drop { $0 == " " }
  }
}
