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
  /// The databases that are read with the file, such as darktable's `data.db`.
  public var attached: [Attachment] = []
  /// The columns that some releases of the program lack, by their tables; NULL stands in for them. A
  /// table that is missing altogether has no rows.
  public var optional: [String: [String]] = [:]
  /// The tables that every database of the program has.
  public var needs: [Need] = []
  /// True if all rows are read before the first asset is given, because the program writes to the
  /// database at any time, and locks would hinder it.
  public var readsAtOnce = false
  /// The fields that are read from the original's file if the catalogue has no value.
  public var fieldsOfFiles: Set<Field> = []
  /// The value of `creationDateSource` for an asset whose date is the catalogue's.
  public var dateSource = LibraryDateSource.catalogue.text
  /// True if an original counts as missing when its path is not absolute, or has "." or ".." in it.
  public var takesOddPathsAsMissing = false
  /// The small pictures that the program made; nil if there are none.
  public var previews: Previews?
  /// An SQL expression for the version, NULL or 0 in another database; nil to check none.
  public var version: String?
  /// The newest version that the declaration was tried with; nil to accept newer ones silently.
  public var newestVersion: Int64?
  public var assets: Assets
  /// The sorts of albums, such as folders and tags, in the order in which they are read.
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
    /// The database's name in SQL, such as `data` in `data.tags`.
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
    /// The word for the table's rows in messages, such as `photos`.
    public var rows: String

    public init(table: String, columns: [String], rows: String) {
      self.table = table
      self.columns = columns
      self.rows = rows
    }
  }

  /// The small pictures of assets that the program made.
  public struct Previews: Hashable, Sendable {
    /// The folder's path: absolute, as in `~/thumbs`, or relative to the catalogue's folder.
    public var folder: String
    /// The folder instead of ``folder`` if the catalogue is in a usual place; nil for the same.
    public var usualFolder: String?
    /// The pictures' paths in the folder, the largest picture first; `*` is the asset's identifier.
    public var files: [String]

    public init(folder: String, usualFolder: String? = nil, files: [String]) {
      self.folder = folder
      self.usualFolder = usualFolder
      self.files = files
    }
  }

  /// The rows of joined tables that count, and their order, in SQL.
  public struct Rows: Hashable, Sendable {
    /// The tables and their joins, as they are written behind `FROM`.
    public var from: String
    /// The condition behind `WHERE`; nil for all rows.
    public var condition: String?
    /// The terms behind `ORDER BY`; nil for any order.
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
    /// An SQL expression for the whole number or the text that identifies an asset.
    public var row: String
    /// An SQL expression for the original's path: absolute, or relative to its root.
    public var path: String
    /// An SQL expression that equals the root's ``Roots/id``; nil for the catalogue's folder.
    public var root: String?
    /// The columns of fields with one value. The original's file is read for one only if
    /// ``CatalogueDeclaration/fieldsOfFiles`` has it.
    public var fields: [Field: CatalogueColumn]
    /// The rows of fields with several texts, such as `keywords`.
    public var lists: [Field: List]
    /// The fields that the catalogue adds to the standard ones, in the order of a record's members.
    public var own: [CatalogueOwnField] = []
    /// The form of identifiers made of ``row``, such as `photo%08d`; nil for ``row`` itself.
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

  /// SQL expressions for the versions of an original; paths are absolute or relative to its root.
  public struct Versions: Hashable, Sendable {
    /// A condition for edits that the program shows and that are in no file; nil if it has none.
    public var unsaved: String?
    /// The path of the file that another program edited; nil if there are none.
    public var edited: String?
    /// The path of the picture shown for the original, such as a RAW picture's JPEG; nil for none.
    public var shown: String?
    /// The path of the picture that the camera took with a RAW picture; nil if there are none.
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

  /// The rows that have the texts of a field, such as keywords, one text in each row.
  public struct List: Hashable, Sendable {
    public var rows: Rows
    /// An SQL expression for a row's asset, by its ``Assets/row``; see ``Assets/others`` for
    /// several tables.
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
    /// The word before an album's ``id`` in its identifier, such as `tag` in `tag-5`.
    public var kind: String
    /// The title of the folder that has the albums; nil for none.
    public var folder: String?
    public var rows: Rows
    /// An SQL expression for the number or text that identifies an album among those of its sort.
    public var id: String
    /// An SQL expression for the title, with ``separator`` behind outer albums' titles before it.
    public var title: String
    public var separator: String?
    /// An SQL expression for the outer album's ``id``; nil if no album has an outer one.
    public var parent: String?
    public var caption: String?
    /// The form of the albums' identifiers, such as `tag-%08d`; nil for `KIND-ID`, such as `tag-5`.
    public var identifier: String?
    /// True if only titles that begin with ``separator``, such as `/Trip/Rome`, name outer albums.
    public var isRooted = false
    /// The field that sorts an album's assets if a rule names no order; nil for the catalogue's
    /// order.
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
    /// An SQL expression that equals ``Albums/id`` of the row's album.
    public var album: String
    /// An SQL expression for a row's asset, by its ``Assets/row``; see ``Assets/others`` for
    /// several tables.
    public var asset: String
    /// True if ``asset`` is a text of the identifiers of several assets, with commas between them.
    public var isOfSeveral = false

    public init(rows: Rows, album: String, asset: String) {
      self.rows = rows
      self.album = album
      self.asset = asset
    }
  }

  /// The base folders of the originals, at which their relative paths begin.
  public struct Roots: Hashable, Sendable {
    public var rows: Rows
    /// An SQL expression for a root's identifier, by which ``Assets/root`` names it.
    public var id: String
    /// An SQL expression for a root's path: absolute, or relative to the catalogue's folder.
    public var path: String

    public init(rows: Rows, id: String, path: String) {
      self.rows = rows
      self.id = id
      self.path = path
    }
  }
}

/// The SQL for a field with one value in a catalogue.
public enum CatalogueColumn: Hashable, Sendable {
  /// An SQL expression for a flag, a number or a text, as the field's type requires.
  case value(String)
  /// An SQL expression for a date, and the form in which the catalogue stores it.
  case date(String, CatalogueDateForm)
  /// SQL expressions for degrees: latitude north, -90 to 90, and longitude east, -180 to 180.
  case place(latitude: String, longitude: String)

  /// The expressions in SQL: one, or two for a place.
  var expressions: [String] {
    switch self {
    case .value(let sql), .date(let sql, _): [sql]
    case .place(let latitude, let longitude): [latitude, longitude]
    }
  }
}
