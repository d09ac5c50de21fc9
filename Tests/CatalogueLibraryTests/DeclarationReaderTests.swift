import Engine
import TestSupport
import Testing

@testable import CatalogueLibrary

/// A declaration is data, and what is wrong with it is said with its line.
@Suite struct DeclarationReaderTests {
  private static let right = """
    return library {
      name = "mine", api = 1, summary = "my catalogue", file = "mine.db", folder = true,
      adds = { score = { "number", "the score" }, moods = { "texts", "the moods" } },
      attach = { more = "more.db" }, is = "SELECT 1", newest = 2, usual = { "~/mine.db" },
      assets = {
        from = "photo p", where = "p.shown", row = "p.id", path = "p.path", root = "p.root",
        fields = {
          score = "p.score", rating = "p.stars", creationDate = { "p.taken", date = "clock" },
          location = { latitude = "p.lat", longitude = "p.lon" },
        },
        lists = { moods = { value = "m.name", asset = "m.photo", from = "mood m" }, keywords = { value = "t.name", asset = "t.photo", from = "tag t" } },
      },
      albums = { { kind = "tag", from = "tag t", id = "t.id", title = "t.name",
        members = { from = "tag t", album = "t.id", asset = "t.photo" } } },
      roots = { id = "r.id", path = "r.path", from = "root r" },
    }
    """

  @Test func everyPartIsRead() throws {
    let read = try DeclarationReader.declaration(Self.right, path: "mine.lua")
    #expect(read.signature.companions == ["more.db"])
    #expect(read.signature.usualPlaces == ["~/mine.db"])
    #expect(read.folders == [""])
    #expect(read.newestVersion == 2)
    #expect(read.assets.rows == .init(from: "photo p", condition: "p.shown"))
    #expect(read.assets.fields[.creationDate] == .date("p.taken", .clock))
    #expect(read.assets.fields[.location] == .place(latitude: "p.lat", longitude: "p.lon"))
    #expect(read.assets.own.map(\.field.name) == ["moods", "score"])
    #expect(read.signature.adds.map(\.type) == [.texts, .number])
    #expect(read.assets.own[1].source == .column(.value("p.score")))
    #expect(read.assets.lists[.keywords]?.value == "t.name")
    #expect(read.albums.first?.members.asset == "t.photo")
    #expect(read.roots?.path == "r.path")
  }

  @Test(arguments: [
    (
      "rating =", "ratng =", "mine.lua:8: an asset has no field \"ratng\"; did you mean \"rating\"?"
    ),
    ("rating =", "sha1 =", "mine.lua:8: a catalogue can't have \"sha1\" here"),
    ("where =", "wehre =", "mine.lua:6: assets has no \"wehre\""),
    ("\"clock\"", "\"clok\"", "mine.lua:8: a date is written as \"seconds since 1970\""),
    ("api = 1", "api = 9", "mine.lua:2: a library says which version"),
    ("\"p.path\"", "\"p.path; DELETE FROM photo\"", "mine.lua:6: assets.path has a \";\""),
    ("\"p.path\"", "\"p.path -- x\"", "assets.path has a comment"),
    ("\"p.path\"", "\"p.path)\"", "assets.path closes a parenthesis"),
    ("\"p.path\"", "\"p.path || ?\"", "assets.path has a parameter"),
    ("\"p.path\"", "7", "mine.lua:6: path of assets is a text, not 7"),
    ("\"p.path\"", "function() end", "can't be a function"),
    ("return library", "return libary", "did you mean \"library\"?"),
    ("return library", "local x =", "the file returns"),
    ("mine.db\", f", "../mine.db\", f", "file is a name without folders"),
    ("\"more.db\"", "\"../more.db\"", "attach takes files beside the catalogue"),
    ("\"number\", ", "\"numbr\", ", "not \"numbr\"; did you mean \"number\"?"),
    ("score = { \"number\", \"the score\" }", "score = 7", "score of adds is a type and a summary"),
    ("score = { \"n", "title = { \"n", "mine.lua:3: every asset has a field \"title\""),
    ("score = { \"n", "kind = { \"n", "\"kind\" is a name that every rule knows already"),
    ("score = \"p.score\", ", "", "assets.fields says where the values of \"score\" are"),
    ("score = \"p.score\"", "score = \"p.score;\"", "assets.fields.score has a \";\""),
    ("row = \"p.id\", ", "", "assets needs row"),
    (
      "row = \"p.id\", ", "row = \"p.id\", identifier = \"p%s\", ",
      "identifier is a text and the form"
    ),
    ("folder = true", "folder = \"../x\"", "folder is a name in the library's folder"),
    ("folder = true", "orFile = \"titel\"", "an asset has no field \"titel\""),
    ("folder = true", "dateSource = \"exf\"", "not \"exf\"; did you mean \"exif\"?"),
    (
      "folder = true", "previews = { folder = \"x\", files = \"a.jpg\" }",
      "a file of previews has * for the asset's identifier"
    ),
    (
      "asset = \"m.photo\"", "asset = \"m.photo\", assets = \"m.all\"",
      "moods takes asset or assets"
    ),
  ])
  func mistakesAreNamed(old: String, new: String, message: String) throws {
    let text = Self.right.replacing(old, with: new, maxReplacements: 1)
    #expect(text != Self.right)
    do {
      _ = try DeclarationReader.declaration(text, path: "mine.lua")
      Issue.record("\(new) was read")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test func aDeclarationThatNeverEndsIsEnded() {
    #expect(throws: (any Error).self) {
      try DeclarationReader.declaration("while true do end", path: "mine.lua")
    }
  }
}
