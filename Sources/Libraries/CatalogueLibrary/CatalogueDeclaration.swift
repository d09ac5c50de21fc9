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
  /// True if the folder that has the file is recognised as well.
  public var includesFolder = false
  /// The paths where the catalogue usually is, which the word `NAME:` looks at in turn.
  public var usualPlaces: [String] = []
  /// Further databases beside the file, by the names that they get in SQL.
  public var attached: [Attachment] = []
  /// The columns that some releases of the program lack, by their tables; NULL stands in for them. A
  /// table that is missing altogether has no rows.
  public var optional: [String: [String]] = [:]
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
      includesFolder: includesFolder, usualPlaces: usualPlaces, adds: assets.own.map(\.field))
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

  /// The assets: one for each row.
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

  /// The texts of a field, one in each row.
  public struct List: Hashable, Sendable {
    public var rows: Rows
    /// The asset, as ``Assets/row`` identifies it.
    public var asset: String
    public var value: String

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
