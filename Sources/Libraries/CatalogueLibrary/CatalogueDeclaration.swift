/// The description of a photo manager's database: where its assets, their values and its albums are.
///
/// It is data. All SQL in it is a single expression, or the part of a statement behind `FROM` or
/// `WHERE`, which the engine puts into statements of its own.
package struct CatalogueDeclaration: Hashable, Sendable {
  /// The kind's name in rules and messages, such as `digikam`.
  package var name: String
  /// The name of the program that writes the catalogue, for messages.
  package var program: String
  /// A summary for `shotflow libraries`.
  package var summary: String
  /// The names of the database's file, in which `*` matches any characters.
  package var files: [String]
  /// The folders in a library's folder that may have the file; "" for that folder itself. Empty if
  /// only the file's own path is recognised.
  package var folders: [String] = []
  /// The paths where the catalogue usually is, which the word `NAME:` looks at in turn.
  package var usualPlaces: [String] = []
  /// The databases that are read with the file, such as darktable's `data.db`.
  package var attached: [Attachment] = []
  /// The columns that some releases of the program lack, by their tables; NULL stands in for them. A
  /// table that is missing altogether has no rows.
  package var optional: [String: [String]] = [:]
  /// The tables that every database of the program has.
  package var needs: [Need] = []
  /// True if all rows are read before the first asset is given, because the program writes to the
  /// database at any time, and locks would hinder it.
  package var readsAtOnce = false
  /// The fields that are read from the original's file if the catalogue has no value.
  package var fieldsOfFiles: Set<Field> = []
  /// The value of `creationDateSource` for an asset whose date is the catalogue's.
  package var dateSource = LibraryDateSource.catalogue.text
  /// True if an original counts as missing when its path is not absolute, or has "." or ".." in it.
  package var takesOddPathsAsMissing = false
  /// The small pictures that the program made; nil if there are none.
  package var previews: Previews?
  /// An SQL expression for the version, NULL or 0 in another database; nil to check none.
  package var version: String?
  /// The newest version that the declaration was tried with; nil to accept newer ones silently.
  package var newestVersion: Int64?
  package var assets: Assets
  /// The sorts of albums, such as folders and tags, in the order in which they are read.
  package var albums: [Albums] = []
  /// The folders below which the originals are; nil for the folder of the catalogue.
  package var roots: Roots?

  /// The names by which the kind recognises its libraries.
  var signature: CatalogueSignature {
    CatalogueSignature(
      name: name, summary: summary, files: files, companions: attached.map(\.file),
      folders: folders, usualPlaces: usualPlaces, adds: assets.own.map(\.field))
  }

  /// A database that is read with the catalogue.
  package struct Attachment: Hashable, Sendable {
    /// The database's name in SQL, such as `data` in `data.tags`.
    package var name: String
    /// The path of the file, relative to the folder of the catalogue.
    package var file: String
  }

  /// A table that every release of the program has.
  package struct Need: Hashable, Sendable {
    package var table: String
    package var columns: [String]
    /// The word for the table's rows in messages, such as `photos`.
    package var rows: String
  }

  /// The small pictures of assets that the program made.
  package struct Previews: Hashable, Sendable {
    /// The folder's path: absolute, as in `~/thumbs`, or relative to the catalogue's folder.
    package var folder: String
    /// The folder instead of ``folder`` if the catalogue is in a usual place; nil for the same.
    package var usualFolder: String?
    /// The pictures' paths in the folder, the largest picture first; `*` is the asset's identifier.
    package var files: [String]
  }

  /// The rows of joined tables that count, and their order, in SQL.
  package struct Rows: Hashable, Sendable {
    /// The tables and their joins, as they are written behind `FROM`.
    package var from: String
    /// The condition behind `WHERE`; nil for all rows.
    package var condition: String?
    /// The terms behind `ORDER BY`; nil for any order.
    package var order: String?
  }

  /// The assets: one for each row of one table, or of several.
  package struct Assets: Hashable, Sendable {
    package var rows: Rows
    /// An SQL expression for the whole number or the text that identifies an asset.
    package var row: String
    /// An SQL expression for the original's path: absolute, or relative to its root.
    package var path: String
    /// An SQL expression that equals the root's ``Roots/id``; nil for the catalogue's folder.
    package var root: String?
    /// The columns of fields with one value. The original's file is read for one only if
    /// ``CatalogueDeclaration/fieldsOfFiles`` has it.
    package var fields: [Field: CatalogueColumn] = [:]
    /// The rows of fields with several texts, such as `keywords`.
    package var lists: [Field: List] = [:]
    /// The fields that the catalogue adds to the standard ones, in the order of a record's members.
    package var own: [CatalogueOwnField] = []
    /// The form of identifiers made of ``row``, such as `photo%08d`; nil for ``row`` itself.
    package var identifier: String?
    /// The versions of the original that the program keeps; nil if it keeps none.
    package var versions: Versions?
    /// Further tables that have assets, each with rows, fields and versions of its own. An asset is
    /// then identified, in lists and albums, by its row times the number of tables, and the number of
    /// its table from 0 on.
    package var others: [Assets] = []
  }

  /// SQL expressions for the versions of an original; paths are absolute or relative to its root.
  package struct Versions: Hashable, Sendable {
    /// A condition for edits that the program shows and that are in no file; nil if it has none.
    package var unsaved: String?
    /// The path of the file that another program edited; nil if there are none.
    package var edited: String?
    /// The path of the picture shown for the original, such as a RAW picture's JPEG; nil for none.
    package var shown: String?
    /// The path of the picture that the camera took with a RAW picture; nil if there are none.
    package var pair: String?
  }

  /// The rows that have the texts of a field, such as keywords, one text in each row.
  package struct List: Hashable, Sendable {
    package var rows: Rows
    /// An SQL expression for a row's asset, by its ``Assets/row``; see ``Assets/others`` for
    /// several tables.
    package var asset: String
    /// True if ``asset`` is a text of the identifiers of several assets, with commas between them.
    package var isOfSeveral = false
    package var value: String
    /// True if the texts of an asset are sorted, false for the order of the rows.
    package var isSorted = false
  }

  /// The albums of one sort, such as the user's tags.
  package struct Albums: Hashable, Sendable {
    /// The word before an album's ``id`` in its identifier, such as `tag` in `tag-5`.
    package var kind: String
    /// The title of the folder that has the albums; nil for none.
    package var folder: String?
    package var rows: Rows
    /// An SQL expression for the number or text that identifies an album among those of its sort.
    package var id: String
    /// An SQL expression for the title, with ``separator`` behind outer albums' titles before it.
    package var title: String
    package var separator: String?
    /// An SQL expression for the outer album's ``id``; nil if no album has an outer one.
    package var parent: String?
    package var caption: String?
    /// The form of the albums' identifiers, such as `tag-%08d`; nil for `KIND-ID`, such as `tag-5`.
    package var identifier: String?
    /// True if only titles that begin with ``separator``, such as `/Trip/Rome`, name outer albums.
    package var isRooted = false
    /// The field that sorts an album's assets if a rule names no order; nil for the catalogue's
    /// order.
    package var order: Field?
    package var members: Members
  }

  /// The members of albums, one in each row.
  package struct Members: Hashable, Sendable {
    package var rows: Rows
    /// An SQL expression that equals ``Albums/id`` of the row's album.
    package var album: String
    /// An SQL expression for a row's asset, by its ``Assets/row``; see ``Assets/others`` for
    /// several tables.
    package var asset: String
    /// True if ``asset`` is a text of the identifiers of several assets, with commas between them.
    package var isOfSeveral = false
  }

  /// The base folders of the originals, at which their relative paths begin.
  package struct Roots: Hashable, Sendable {
    package var rows: Rows
    /// An SQL expression for a root's identifier, by which ``Assets/root`` names it.
    package var id: String
    /// An SQL expression for a root's path: absolute, or relative to the catalogue's folder.
    package var path: String
  }
}

/// The SQL for a field with one value in a catalogue.
package enum CatalogueColumn: Hashable, Sendable {
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
