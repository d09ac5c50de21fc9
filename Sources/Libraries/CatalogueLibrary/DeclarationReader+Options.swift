internal import LuaBridge
internal import Platform

/// The parts of a declaration that most catalogues need not have.
extension DeclarationReader {
  /// Reads `folder`, the library's folders that may have the file; empty for none, "" for its own.
  mutating func folders(_ table: [String: ArgumentValue]) -> [String] {
    switch table["folder"] {
    case nil, .flag(false): return []
    case .flag(true): return [""]
    default:
      let names = tables.texts(table, "folder", of: "library")
      if let odd = names.first(where: { $0.hasPrefix("/") || $0.pathNames.contains("..") }) {
        tables.note("folder is a name in the library's folder, not \"\(odd)\"", token: "folder")
      }
      return [""] + names
    }
  }

  /// Reads the tables that every release has: `needs = { PhotoTable = { "photos", "id", "path" } }`.
  mutating func needs(_ value: ArgumentValue?) -> [CatalogueDeclaration.Need] {
    guard let value else { return [] }
    let lists = tables.textsByName(["needs": value], "needs", of: "library")
    return lists.sorted { $0.key < $1.key }.map { table, words in
      CatalogueDeclaration.Need(
        table: table, columns: Array(words.dropFirst()), rows: words.first ?? table)
    }
  }

  /// Reads `orFile`, the fields that are read from the file if the catalogue has no value.
  mutating func fieldsOfFiles(_ table: [String: ArgumentValue]) -> Set<Field> {
    let names = tables.texts(table, "orFile", of: "library")
    return Set(names.compactMap { tables.field($0, among: CatalogueFields.singles) })
  }

  /// Reads `dateSource`, the word for where dates come from; nil if it is missing or unknown.
  mutating func dateSource(_ table: [String: ArgumentValue]) -> String? {
    guard let word = tables.text(table, "dateSource", of: "library", isNeeded: false) else {
      return nil
    }
    let known = Field.creationDateSource.knownTexts ?? []
    if known.contains(word) { return word }
    tables.note(
      "dateSource is one of \(known.joined(separator: ", ")), not \"\(word)\"", token: word,
      nearest: NearestName.of(word, among: known))
    return nil
  }

  /// Reads `previews`, the program's small pictures; nil if they or their folder are missing.
  mutating func previews(_ value: ArgumentValue?) -> CatalogueDeclaration.Previews? {
    guard let value,
      let table = tables.table(value, "previews", ["folder", "usual", "files"]),
      let folder = tables.text(table, "folder", of: "previews")
    else { return nil }
    let files = tables.texts(table, "files", of: "previews")
    if let odd = files.first(where: { !$0.contains("*") || $0.pathNames.contains("..") }) {
      tables.note(
        "a file of previews has * for the asset's identifier, and no \"..\": not \"\(odd)\"",
        token: "files")
    }
    return CatalogueDeclaration.Previews(
      folder: folder,
      usualFolder: tables.text(table, "usual", of: "previews", isNeeded: false), files: files)
  }

  /// Reads `versions`, the SQL for versions of originals; nil if there is no such table.
  mutating func versions(_ value: ArgumentValue?) -> CatalogueDeclaration.Versions? {
    guard let value,
      let table = tables.table(value, "versions", ["unsaved", "edited", "shown", "pair"])
    else { return nil }
    func text(_ name: String) -> String? {
      tables.text(table, name, of: "versions", isNeeded: false)
    }
    return CatalogueDeclaration.Versions(
      unsaved: text("unsaved"), edited: text("edited"), shown: text("shown"), pair: text("pair"))
  }
}
