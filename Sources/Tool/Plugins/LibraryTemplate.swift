internal import LuaBridge

/// The template of a new kind of library, which works as it is.
public struct LibraryTemplate: Sendable {
  /// The name of the kind.
  public let name: String

  /// Creates the template of a kind; throws ``PluginProblem`` for a name that no kind can have.
  public init(_ name: String) throws(PluginProblem) {
    guard Plugin.isName(name) else {
      throw PluginProblem("a library's name is made of a-z, 0-9 and _, not \"\(name)\"", .usage)
    }
    guard !"\(name).lua".hasSuffix(RuleFile.testSuffix) else {
      throw PluginProblem("\"\(name).lua\" would be a file of tests; use another name", .usage)
    }
    self.name = name
  }

  /// The text of the declaration.
  public var text: String {
    """
    -- Say here which program writes the catalogue. It is read so:
    --
    --     shotflow find --library \(name):PATH

    return library {
      name = "\(name)", api = 1, summary = "a catalogue of a program",
      file = "\(name).db",
      -- The version of the catalogue; nothing if the database is another one.
      is = "SELECT version FROM info", newest = 1,
      assets = {
        from = "photo p LEFT JOIN folder f ON f.id = p.folder",
        row = "p.id",
        -- From the folder of the database. For pictures that are elsewhere, or whole paths, add behind
        -- "assets" a line such as: roots = { path = "'../originals'" } or roots = { path = "'/'" }.
        path = "f.name || '/' || p.name",
        fields = {
          title = "p.title",
          rating = "p.stars",
          creationDate = { "p.taken", date = "seconds since 1970" },
        },
        lists = {
          keywords = { value = "t.name", asset = "j.photo", order = "t.name",
            from = "photo_tag j JOIN tag t ON t.id = j.tag" },
        },
      },
      albums = {
        { kind = "tag", folder = "Tags", from = "tag t", id = "t.id", title = "t.name", order = "t.name",
          members = { from = "photo_tag j", album = "j.tag", asset = "j.photo", order = "j.photo" } },
      },
    }

    """
  }

  /// The text of the file of tests, which pass as long as the declaration is unchanged.
  public var tests: String {
    """
    -- Tests of the library: a catalogue as SQL, as "sqlite3 FILE .dump" prints it, and what comes of it.
    return {
      catalogue = [[
        CREATE TABLE info (version INTEGER);
        CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE photo (id INTEGER PRIMARY KEY, folder INTEGER, name TEXT, title TEXT, stars INTEGER,
          taken INTEGER);
        CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE photo_tag (photo INTEGER, tag INTEGER);
        INSERT INTO info VALUES (1);
        INSERT INTO folder VALUES (1, '2019');
        INSERT INTO photo VALUES (1, 1, 'forum.jpg', 'The forum', 5, 1556964000);
        INSERT INTO photo VALUES (2, 1, 'untitled.jpg', NULL, NULL, NULL);
        INSERT INTO tag VALUES (1, 'Rome');
        INSERT INTO photo_tag VALUES (1, 1);
      ]],
      tests = {
        {
          name = "values are those of the catalogue",
          expect = {
            { filename = "forum.jpg", title = "The forum", rating = 5, keywords = { "Rome" },
              creationDate = "2019-05-04T10:00:00.000Z" },
            { filename = "untitled.jpg" },
          },
        },
        {
          name = "tags are albums",
          stage = 'filter { albumPaths = has("Tags/Rome") }',
          expect = { { filename = "forum.jpg" } },
        },
      },
    }

    """
  }
}
