import Engine
import Files
import Foundation
import TestSupport
import Testing

@testable import CatalogueLibrary

/// A user reads any database by a declaration in the configuration folder, named `NAME:PATH`.
@Suite struct DeclaredCatalogueTests {
  private static let declaration = """
    return library {
      name = "mine", api = 1, summary = "my catalogue", file = "else.db",
      assets = { from = "photo p", row = "p.id", path = "'pictures/' || p.path",
        fields = { title = "p.title" } },
    }
    """

  private let world: CatalogueWorld
  private let kinds: LibraryKinds

  init() throws {
    world = try CatalogueWorld(count: 30)
    try world.folder.write(Array(Self.declaration.utf8), to: "libraries/mine.lua")
    let folder = world.folder.path("libraries")
    kinds = LibraryKinds([.declared(in: { folder })])
  }

  @Test func aCatalogueIsReadByItsDeclaration() throws {
    #expect(kinds.path(of: "mine:\(world.path)") == world.path)
    let place = LibraryPlace(path: world.path)
    let kind = try kinds.kind(of: place)
    #expect(kind.name == "mine")
    #expect(kind.answers(.like(.title, LikePattern("R*"))))
    let context = world.context(of: kind)
    let reader = try kind.open(place, for: context).assets(
      matching: AssetFetch(), for: context
    ).reader
    let assets = try reader.next()?.unfold() ?? []
    #expect(assets.count == 30)
    #expect(assets.first?.value(of: .isMissing).shown == "false")
  }

  @Test func otherWordsAndPathsAreLeftToOtherKinds() throws {
    #expect(kinds.path(of: "yours:\(world.path)") == "yours:\(world.path)")
    #expect(kinds.path(of: "mine:") == "mine:")
    #expect(kinds.path(of: "../mine:/x") == "../mine:/x")
    #expect(throws: LibraryProblem.self) { try kinds.kind(of: LibraryPlace(path: world.path)) }
  }

  @Test func theWordAloneNamesTheUsualPlace() throws {
    let usual = Self.declaration.replacing(
      "file = \"else.db\"",
      with: "file = \"else.db\", usual = { \"/nowhere/else.db\", \"\(world.path)\" }")
    try world.folder.write(Array(usual.utf8), to: "libraries/mine.lua")
    #expect(kinds.path(of: "mine:") == world.path)
    #expect(try kinds.kind(of: LibraryPlace(path: world.path)).name == "mine")
  }

  @Test func aFolderMayHaveTheCatalogue() throws {
    let other = try CatalogueWorld(count: 3)
    rename(other.path, other.folder.path("else.db"))
    #expect(kinds.path(of: "mine:\(other.folder.path)") == other.folder.path)
    let place = LibraryPlace(path: other.folder.path)
    let kind = try kinds.kind(of: place)
    let context = other.context(of: kind)
    let reader = try kind.open(place, for: context).assets(
      matching: AssetFetch(), for: context
    ).reader
    #expect(try reader.next()?.unfold().count == 3)
  }

  @Test(arguments: [
    ("else.db", "there is no else.db in it"),
    ("*.mine", "there is no file like \"*.mine\" in it"),
    ("*", "it is a folder; name the database in it"),
  ])
  func aFolderWithoutTheCatalogueIsAProblem(file: String, reason: String) throws {
    let text = Self.declaration.replacing("else.db", with: file)
    try world.folder.write(Array(text.utf8), to: "libraries/mine.lua")
    let folder = world.folder.path("pictures")
    _ = kinds.path(of: "mine:\(folder)")
    let place = LibraryPlace(path: folder)
    let kind = try kinds.kind(of: place)
    let problem = #expect(throws: LibraryProblem.self) {
      try kind.open(place, for: world.context(of: kind))
    }
    #expect(problem?.description == "library \"\(folder)\": \(reason)")
  }

  @Test func theWordPrecedesTheKindsThatKnowTheFile() throws {
    var other = CatalogueWorld.declaration
    other.files = ["album.cat"]
    let folder = world.folder.path("libraries")
    let kinds = LibraryKinds([LibraryKind(of: other), .declared(in: { folder })])
    let place = LibraryPlace(path: world.path)
    #expect(try kinds.kind(of: place).name == "cat")
    #expect(kinds.path(of: "mine:\(world.path)") == world.path)
    #expect(try kinds.kind(of: place).name == "mine")
  }

  @Test(arguments: [
    ("", "there is no library.db in it"), ("/else.db", "it is not named library.db"),
    ("/other/library.db", "there is no data.db beside it"),
  ])
  func theWordOfAShippedKindIsNoFolderOfPictures(path: String, reason: String) throws {
    let folder = try TemporaryDirectory()
    for name in ["else.db", "data.db", "other/library.db"] { try folder.write("", to: name) }
    let kinds = LibraryKinds(LibraryKind.catalogues)
    let place = LibraryPlace(path: kinds.path(of: "darktable:\(folder.path)\(path)"))
    #expect(place.path == folder.path + path)
    let kind = try kinds.kind(of: place)
    let problem = #expect(throws: LibraryProblem.self) {
      try kind.open(place, for: world.context(of: kind))
    }
    #expect(problem?.description == "library \"\(place.path)\": \(reason)")
  }

  @Test func mistakesAreNamedWithTheirLine() throws {
    let wrong = Self.declaration.replacing("title =", with: "titel =")
    try world.folder.write(Array(wrong.utf8), to: "libraries/mine.lua")
    _ = kinds.path(of: "mine:\(world.path)")
    do {
      _ = try kinds.kind(of: LibraryPlace(path: world.path))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("mine.lua:4: an asset has no field \"titel\""), "\(error)")
      #expect("\(error)".contains("did you mean \"title\"?"))
    }
  }

  @Test func aDeclarationThatOthersCanWriteIsRefused() throws {
    #expect(chmod(world.folder.path("libraries/mine.lua"), 0o666) == 0)
    _ = kinds.path(of: "mine:\(world.path)")
    do {
      _ = try kinds.kind(of: LibraryPlace(path: world.path))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("others can write it"))
    }
  }
}
