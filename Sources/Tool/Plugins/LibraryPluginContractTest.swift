package import CatalogueLibrary
internal import Contracts
internal import Engine
internal import LuaBridge
internal import Platform

/// The contract test of a kind of library that a Lua file declares, on its fixture and on catalogues
/// that are generated from it.
package struct LibraryPluginContractTest: PluginContractTest {
  private let declaration: CatalogueDeclaration
  private let fixture: CatalogueFixture
  private let variation: CatalogueVariation?
  private let folder: String

  /// Nothing, one, and more than a batch of the engine has.
  private static let counts = [0, 1, 300]

  /// - Parameter folder: An empty folder for the catalogues.
  package init(
    of declaration: CatalogueDeclaration, on fixture: CatalogueFixture, in folder: String
  ) {
    self.declaration = declaration
    self.fixture = fixture
    self.folder = folder
    variation = CatalogueVariation(of: declaration, fixture)
  }

  package var name: String { declaration.name }

  package var promises: [String] {
    [
      "reads its fixture", "gives each asset one identifier, which stays the same",
      "answers tests and orders in SQL as shotflow itself would",
      "counts albums, and gives their members",
    ]
      + (variation == nil
        ? ["is not tried on generated catalogues, as assets.row is no column of a table"]
        : [
          "reads catalogues of \(Self.counts.map(String.init).joined(separator: ", ")) assets",
          "takes NULLs, other types and odd names in every column",
        ])
  }

  package func violations() -> [String] {
    let kept = violations(in: "the fixture") { try fixture.write(for: declaration, to: $0) }
    guard kept.isEmpty, let variation else { return kept }
    for count in Self.counts {
      let isOdd = count > 1
      let found = violations(in: "\(count) generated assets") {
        try variation.write(count: count, isOdd: isOdd, to: $0)
      }
      // The next catalogue would show the same.
      if !found.isEmpty { return found }
    }
    return []
  }

  private func violations(
    in subject: String, _ write: (String) throws -> String
  ) -> [String] {
    let place = "\(folder)/\(subject.split(separator: " ")[0])"
    mkdir(place, 0o700)
    defer { FolderListing.remove(place) }
    do {
      let path = try write(place)
      let contract = LibraryContract(of: LibraryKind(testing: declaration), at: path)
      return try (declaration.lackingColumns(at: path) + contract.violations())
        .map { "with \(subject): \($0.replacing("\(place)/", with: ""))" }
    } catch {
      return ["with \(subject): \(error)".replacing("\(place)/", with: "")]
    }
  }
}

/// A Lua file that declares a kind of library, and the file of its tests.
public struct LibraryPluginFile {
  /// The path of the declaration.
  public let path: String
  /// The path of its tests, whether or not they exist.
  public let tests: String

  /// Finds the file at a path or in a folder; nil if no file there declares a library.
  public init?(at place: String) {
    let isFolder = FolderListing.isFolder(place)
    let candidates =
      isFolder
      ? FolderListing.names(in: place).filter {
        $0.hasSuffix(".lua") && !$0.hasSuffix(RuleFile.testSuffix)
      }.map { "\(place)/\($0)" } : [place]
    guard let path = candidates.first(where: Self.declaresLibrary) else { return nil }
    self.path = path
    let name = isFolder ? (try? PluginLoader.name(at: place)) : nil
    tests =
      (name.map { "\(place)/\($0)" } ?? String(path.dropLast(".lua".count))) + RuleFile.testSuffix
  }

  private static func declaresLibrary(_ path: String) -> Bool {
    guard path.hasSuffix(".lua"), let source = try? RuleFile(path: path).source else {
      return false
    }
    return source.contains(#/(?m)^\s*return\s+library\b/#)
  }
}
