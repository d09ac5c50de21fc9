/// The description of a photo manager's database: where its assets, their values and its albums are.
///
/// It is data. All SQL in it is a single expression, or the part of a statement behind `FROM` or
/// `WHERE`, which the engine puts into statements of its own.
public struct CatalogueDeclaration: Hashable, Sendable {
  /// The kind's name in rules and messages, such as `digikam`.
  public var name: String
  /// The name of the program that writes the catalogue, for messages.
  public var program: String
  /// A summary for `shotflow libraries`.
  public var summary: String
  /// The names of the database's file, in which `*` matches any characters.
  public var files: [String]
  /// The folders in a library's folder that may have the file; "" for that folder itself. Empty if
  /// only the file's own path is recognised.
  public var folders: [String] = []
  /// The paths where the catalogue usually is, which the word `NAME:` looks at in turn.
  public var usualPlaces: [String] = []
  /// Further databases beside the file, by the names that they get in SQL.
  public var attached: [Attachment] = []
  /// The columns that some releases of the program lack, by their tables; NULL stands in for them. A
  /// table that is missing altogether has no rows.
  public var optional: [String: [String]] = [:]
  /// The tables that every database of the program has.
  public var needs: [Need] = []
  /// True if all rows are read before the first asset is given, because the program writes to the
  /// database at any time, and locks would hinder it.
  public var readsAtOnce = false
  /// The fields whose value is that of the file where the catalogue has none.
  public var fieldsOfFiles: Set<Field> = []
  /// The word that `creationDateSource` has for a date of the catalogue.
  public var dateSource = "catalogue"
  /// True if an original counts as missing when its path is not absolute, or has "." or ".." in it.
  public var takesOddPathsAsMissing = false
  /// The small pictures that the program made; nil if there are none.
  public var previews: Previews?
  /// An expression for the version of the catalogue; NULL or 0 if the database is no such catalogue.
  public var version: String?
  /// The newest version that the declaration was tried with; nil to accept newer ones silently.
  public var newestVersion: Int64?
  public var assets: Assets
  /// The albums, in the order of the list.
  public var albums: [Albums] = []
  /// The folders below which the originals are; nil for the folder of the catalogue.
  public var roots: Roots?

  /// The names by which the kind recognises its libraries.
  var signature: CatalogueSignature {
    CatalogueSignature(
      name: name, summary: summary, files: files, companions: attached.map(\.file),
      folders: folders, usualPlaces: usualPlaces, adds: assets.own.map(\.field))
  }

  public init(
    name: String, program: String, summary: String, files: [String], assets: Assets
  ) {
    self.name = name
    self.program = program
    self.summary = summary
    self.files = files
    self.assets = assets
  }

  /// A database that is read with the catalogue.
  public struct Attachment: Hashable, Sendable {
    /// The name in SQL.
    public var name: String
    /// The path of the file, relative to the folder of the catalogue.
    public var file: String

    public init(name: String, file: String) {
      self.name = name
      self.file = file
    }
  }

  /// A table that every release of the program has.
  public struct Need: Hashable, Sendable {
    public var table: String
    public var columns: [String]
    /// The word for its rows, in messages, such as `photos`.
    public var rows: String

    public init(table: String, columns: [String], rows: String) {
      self.table = table
      self.columns = columns
      self.rows = rows
    }
  }

  /// The small pictures of assets that the program made.
  public struct Previews: Hashable, Sendable {
    /// The folder, from that of the catalogue.
    public var folder: String
    /// The folder of the catalogue that is in its usual place; nil for the same.
    public var usualFolder: String?
    /// The paths in that folder, the largest picture first; `*` represents the asset's identifier.
    public var files: [String]

    public init(folder: String, usualFolder: String? = nil, files: [String]) {
      self.folder = folder
      self.usualFolder = usualFolder
      self.files = files
    }
  }

  /// Tables, and the condition of their rows.
  public struct Rows: Hashable, Sendable {
    /// The tables and how they are joined.
    public var from: String
    /// The condition of the rows that count; nil for all.
    public var condition: String?
    /// The order of the rows; nil for any.
    public var order: String?

    public init(from: String, where condition: String? = nil, order: String? = nil) {
      self.from = from
      self.condition = condition
      self.order = order
    }
  }

  /// The assets: one for each row of one table, or of several.
  public struct Assets: Hashable, Sendable {
    public var rows: Rows
    /// The whole number or the text that identifies an asset.
    public var row: String
    /// The path of the original: absolute, or from the asset's root.
    public var path: String
    /// The root of the original, as ``Roots/id`` has it; nil for the folder of the catalogue.
    public var root: String?
    /// The values of fields. The file is not asked for them.
    public var fields: [Field: CatalogueColumn]
    /// The fields with several texts.
    public var lists: [Field: List]
    /// The fields of the catalogue's own, in the order of records.
    public var own: [CatalogueOwnField] = []
    /// The form of the assets' identifiers, such as `photo%08d`; nil for ``row`` itself.
    public var identifier: String?
    /// The versions of the original that the program keeps; nil if it keeps none.
    public var versions: Versions?
    /// Further tables that have assets, each with rows, fields and versions of its own. An asset is
    /// then identified, in lists and albums, by its row times the number of tables, and the number of
    /// its table from 0 on.
    public var others: [Assets] = []

    public init(
      rows: Rows, row: String, path: String, root: String? = nil,
      fields: [Field: CatalogueColumn] = [:], lists: [Field: List] = [:]
    ) {
      self.rows = rows
      self.row = row
      self.path = path
      self.root = root
      self.fields = fields
      self.lists = lists
    }
  }

  /// The versions of an original, in SQL. Paths are as ``Assets/path``.
  public struct Versions: Hashable, Sendable {
    /// A condition that holds if the program shows changes that are in no file.
    public var unsaved: String?
    /// The path of the file that another program edited.
    public var edited: String?
    /// The path of the picture that represents the original, such as that of a RAW picture.
    public var shown: String?
    /// The path of the picture that the camera took with a RAW picture.
    public var pair: String?

    public init(
      unsaved: String? = nil, edited: String? = nil, shown: String? = nil, pair: String? = nil
    ) {
      self.unsaved = unsaved
      self.edited = edited
      self.shown = shown
      self.pair = pair
    }
  }

  /// The texts of a field, one in each row.
  public struct List: Hashable, Sendable {
    public var rows: Rows
    /// The asset, as ``Assets/row`` identifies it.
    public var asset: String
    /// True if ``asset`` is a text of the identifiers of several assets, with commas between them.
    public var isOfSeveral = false
    public var value: String
    /// True if the texts of an asset are sorted, false for the order of the rows.
    public var isSorted = false

    public init(rows: Rows, asset: String, value: String) {
      self.rows = rows
      self.asset = asset
      self.value = value
    }
  }

  /// The albums of one sort, such as the user's tags.
  public struct Albums: Hashable, Sendable {
    /// The word before the identifiers, such as `tag`.
    public var kind: String
    /// The title of the folder that has the albums; nil for none.
    public var folder: String?
    public var rows: Rows
    /// The whole number or text that identifies an album among those of its sort.
    public var id: String
    /// The title or, with a separator, the titles of the outer albums before it.
    public var title: String
    public var separator: String?
    /// The identifier of the outer album; nil where there are none.
    public var parent: String?
    public var caption: String?
    /// The form of the albums' identifiers, such as `tag-%08d`; nil for the kind and ``id``.
    public var identifier: String?
    /// True if only a title that begins with the separator has those of outer albums.
    public var isRooted = false
    /// The field that the assets of an album are sorted by, where a rule names no order.
    public var order: Field?
    public var members: Members

    public init(
      kind: String, folder: String? = nil, rows: Rows, id: String, title: String,
      separator: String? = nil, parent: String? = nil, caption: String? = nil, members: Members
    ) {
      self.kind = kind
      self.folder = folder
      self.rows = rows
      self.id = id
      self.title = title
      self.separator = separator
      self.parent = parent
      self.caption = caption
      self.members = members
    }
  }

  /// The members of albums, one in each row.
  public struct Members: Hashable, Sendable {
    public var rows: Rows
    /// The album, as ``Albums/id`` identifies it.
    public var album: String
    /// The asset, as ``Assets/row`` identifies it.
    public var asset: String
    /// True if ``asset`` is a text of the identifiers of several assets, with commas between them.
    public var isOfSeveral = false

    public init(rows: Rows, album: String, asset: String) {
      self.rows = rows
      self.album = album
      self.asset = asset
    }
  }

  /// The folders that the catalogue says its originals are below.
  public struct Roots: Hashable, Sendable {
    public var rows: Rows
    /// The identifier of a root.
    public var id: String
    /// The path: absolute, or relative to the folder of the catalogue.
    public var path: String

    public init(rows: Rows, id: String, path: String) {
      self.rows = rows
      self.id = id
      self.path = path
    }
  }
}

/// The value of a field in a catalogue.
public enum CatalogueColumn: Hashable, Sendable {
  /// An expression for the field's value, in the form that the field's type has.
  case value(String)
  /// An expression for a date, and how it is written.
  case date(String, CatalogueDateForm)
  /// Expressions for a place in degrees.
  case place(latitude: String, longitude: String)

  /// The expressions in SQL: one, or two for a place.
  var expressions: [String] {
    switch self {
    case .value(let sql), .date(let sql, _): [sql]
    case .place(let latitude, let longitude): [latitude, longitude]
    }
  }
}
