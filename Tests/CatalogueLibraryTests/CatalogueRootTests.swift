import Engine
import LuaBridge
import TestSupport
import Testing

@testable import CatalogueLibrary

/// The forms in which a declaration says where the originals are.
@Suite struct CatalogueRootTests {
  private func source(_ path: String, _ roots: String) -> String {
    """
    return library {
      name = "mine", api = 1, summary = "my catalogue", file = "album.cat",
      assets = { from = "photo p", row = "p.id", path = "\(path)", fields = {} },
      roots = \(roots),
    }
    """
  }

  /// Returns the values of `isMissing`, and the failures.
  private func found(_ path: String, _ roots: String, allows: Bool = true) throws -> [String] {
    let world = try CatalogueWorld(count: 1)
    try world.folder.makeFolder("base")
    let text = source(path.replacing("HERE", with: world.folder.path), roots)
    let declaration = try DeclarationReader.declaration(text, path: "mine.lua")
    let kind = LibraryKind(of: declaration.signature, allowsRoots: allows) { declaration }
    let context = world.context(of: kind)
    let library = try kind.open(LibraryPlace(path: world.path), for: context)
    let reader = try library.assets(matching: AssetFetch(), for: context).reader
    return try (reader.next()?.unfold() ?? []).map { asset in
      asset.value(of: .isMissing).shown + (asset.failure.map { " \($0.reason)" } ?? "")
    }
  }

  @Test(arguments: [
    ("p.path", "{ path = \"'pictures'\" }"), ("p.path", "{ path = \"'./base/../pictures'\" }"),
    ("p.path", "{ path = \"(SELECT path FROM root)\" }"),
    ("'HERE/pictures/' || p.path", "{ path = \"'/'\" }"),
  ])
  func aSingleRootNeedsNoIdentifier(path: String, roots: String) throws {
    #expect(try found(path, roots) == ["false"])
  }

  /// Folders outside of the catalogue's need a permission, however they are written.
  @Test(arguments: [
    ("'tmp'", "{ path = \"'base/../../..'\" }"), ("'/etc/passwd'", "{ path = \"'/'\" }"),
    ("'/etc/passwd'", "{ path = \"'/etc'\" }"),
  ])
  func foldersOutsideNeedPermission(path: String, roots: String) throws {
    #expect(try found(path, roots, allows: false) == ["true"])
  }

  @Test func aPathOutsideOfAllRootsIsRefused() throws {
    let found = try found("'/etc/passwd'", "{ path = \"'pictures'\" }")
    #expect(found.first?.contains("roots of the declaration names further ones") == true)
  }

  @Test func rootsWithAnIdentifierHaveATable() throws {
    #expect(throws: RuleProblems.self) {
      try DeclarationReader.declaration(
        source("p.path", "{ id = \"1\", path = \"'pictures'\" }"), path: "mine.lua")
    }
  }
}
