internal import LuaBridge
internal import Platform

/// A reader of a declaration in Lua, which collects all problems in it.
///
/// ```lua
/// return library { name = "digikam", api = 1, file = "digikam4.db", … }
/// ```
struct DeclarationReader {
  /// The version of the format of declarations, which each declares as `api`.
  static let contract = 1

  var tables: DeclarationTables

  private static let known = [
    "name", "api", "program", "summary", "file", "folder", "usual", "attach", "needs", "optional",
    "is", "newest", "atOnce", "dateSource", "adds", "assets", "orFile", "previews", "albums",
    "roots",
  ]

  /// Reads a declaration from the text of a file.
  ///
  /// - Throws: ``RuleProblems`` with every mistake in the declaration, each with its line.
  static func declaration(_ source: String, path: String) throws(RuleProblems)
    -> CatalogueDeclaration
  {
    let file = try DeclarationFile(
      RuleFile(path: path, source: source), word: "library", printer: RulePrinter { _ in })
    var reader = DeclarationReader(tables: DeclarationTables(path: path, line: file.line))
    let declaration = reader.declaration(.table(file.members))
    if let declaration, let (subject, reason) = declaration.problem {
      let name = subject.split(separator: ".").last.map(String.init) ?? subject
      reader.tables.note("\(subject) \(reason)", token: name)
    }
    guard let declaration, reader.tables.problems.isEmpty else {
      throw RuleProblems(reader.tables.problems.map { $0.located(in: source) })
    }
    return declaration
  }

  private mutating func declaration(_ value: ArgumentValue) -> CatalogueDeclaration? {
    guard let table = tables.table(value, "library", Self.known) else { return nil }
    guard case .integer(let api)? = table["api"], api == Self.contract else {
      tables.note(
        "a library says which version of its form it has: api = \(Self.contract)",
        token: table["api"] == nil ? "library" : "api")
      return nil
    }
    let name = tables.text(table, "name", of: "library")
    if let name, !Plugin.isName(name) {
      tables.note("a library's name is made of a-z, 0-9 and _, not \"\(name)\"", token: name)
    }
    let summary = tables.text(table, "summary", of: "library")
    let files = tables.texts(table, "file", of: "library")
    if files.isEmpty { tables.note("a library has a file, which is a name", token: "library") }
    if let odd = files.first(where: { $0.utf8.contains(UInt8(ascii: "/")) }) {
      tables.note("file is a name without folders, not \"\(odd)\"", token: "file")
    }
    let attached = self.attached(table["attach"])
    let optional = tables.textsByName(table, "optional", of: "library")
    let version = tables.text(table, "is", of: "library", isNeeded: false)
    let added = tables.addedFields(table["adds"])
    let assets = self.assets(table["assets"], adding: added)
    let albums = self.albums(table["albums"])
    let roots = self.roots(table["roots"])
    guard let name, let summary, let assets else { return nil }
    var declaration = CatalogueDeclaration(
      name: name, program: tables.text(table, "program", of: "library", isNeeded: false) ?? name,
      summary: summary, files: files, assets: assets)
    declaration.folders = folders(table)
    declaration.usualPlaces = tables.texts(table, "usual", of: "library")
    declaration.attached = attached
    declaration.optional = optional
    declaration.version = version
    declaration.newestVersion = tables.whole(table, "newest", of: "library")
    declaration.albums = albums
    declaration.roots = roots
    declaration.needs = needs(table["needs"])
    declaration.readsAtOnce = tables.flag(table, "atOnce", of: "library")
    declaration.fieldsOfFiles = fieldsOfFiles(table)
    declaration.previews = previews(table["previews"])
    if let word = dateSource(table) { declaration.dateSource = word }
    if case .table(let members)? = table["roots"] {
      let named = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
      declaration.takesOddPathsAsMissing = tables.flag(named, "lenient", of: "roots")
    }
    // A single root needs no identifier.
    if let roots {
      if declaration.assets.root == nil { declaration.assets.root = roots.id }
      for place in declaration.assets.others.indices
      where declaration.assets.others[place].root == nil {
        declaration.assets.others[place].root = roots.id
      }
    }
    return declaration
  }

  private mutating func attached(_ value: ArgumentValue?) -> [CatalogueDeclaration.Attachment] {
    guard let value else { return [] }
    guard case .table(let members) = value else {
      tables.note("attach takes names of files: attach = { data = \"data.db\" }", token: "attach")
      return []
    }
    return members.compactMap { member in
      guard case .text(let file) = member.value, !file.isEmpty,
        file.utf8.first != UInt8(ascii: "/"), !file.pathNames.contains("..")
      else {
        tables.note(
          "attach takes files beside the catalogue, not \(member.value.quoted)", token: member.name)
        return nil
      }
      return CatalogueDeclaration.Attachment(name: member.name, file: file)
    }.sorted { $0.name < $1.name }
  }

  private mutating func assets(
    _ value: ArgumentValue?, adding added: [AddedField]
  ) -> CatalogueDeclaration.Assets? {
    guard case .table(let members)? = value, members.contains(where: { $0.name == "1" }) else {
      if case .list(let parts)? = value, !parts.isEmpty {
        return self.assets(of: parts, lists: nil, adding: added)
      }
      return source(value, adding: added, isSingle: true)
    }
    // Several tables with assets, and their lists.
    var parts: [ArgumentValue] = []
    while let part = members.first(where: { $0.name == "\(parts.count + 1)" }) {
      parts.append(part.value)
    }
    for member in members where member.name != "lists" && Int(member.name) == nil {
      tables.note("assets of several tables have lists alone beside them", token: member.name)
    }
    let lists = members.first { $0.name == "lists" }?.value
    return self.assets(of: parts, lists: lists, adding: added)
  }

  /// Reads assets from several tables, and the lists that all of them share.
  private mutating func assets(
    of parts: [ArgumentValue], lists: ArgumentValue?, adding added: [AddedField]
  ) -> CatalogueDeclaration.Assets? {
    let sources = parts.compactMap { source($0, adding: added, isSingle: false) }
    guard sources.count == parts.count, var assets = sources.first else { return nil }
    assets.others = Array(sources.dropFirst())
    var own: [String: CatalogueOwnField.Source] = [:]
    self.lists(lists, &assets.lists, &own, adding: added)
    let named = Dictionary(
      assets.others.flatMap(\.own).map { ($0.field.name, $0.source) }
    ) { first, _ in first }
    for field in added where !assets.own.contains(where: { $0.field == field }) {
      if let list = own[field.name] {
        assets.own.append(CatalogueOwnField(field: field, source: list))
      } else if let column = named[field.name] {
        // The first table has no values of it.
        assets.own.append(CatalogueOwnField(field: field, source: column.withoutValues))
      } else {
        noteMissing(field)
      }
    }
    assets.own.sort { $0.field.name < $1.field.name }
    return assets
  }

  private mutating func noteMissing(_ field: AddedField) {
    let place = field.type == .texts ? "lists" : "fields"
    tables.note(
      "assets.\(place) says where the values of \"\(field.name)\" are", token: field.name)
  }

  /// Reads one table with assets; nil, and a problem, if a part that it needs is missing.
  ///
  /// - Parameter isSingle: True if no other table has assets.
  private mutating func source(
    _ value: ArgumentValue?, adding added: [AddedField], isSingle: Bool
  ) -> CatalogueDeclaration.Assets? {
    let known =
      ["from", "where", "row", "identifier", "path", "root", "fields", "versions"]
      + (isSingle ? ["lists"] : [])
    guard let table = tables.table(value, "assets", known) else { return nil }
    let rows = tables.rows(table, "assets")
    let row = tables.text(table, "row", of: "assets")
    let path = tables.text(table, "path", of: "assets")
    var fields: [Field: CatalogueColumn] = [:]
    var own: [String: CatalogueOwnField.Source] = [:]
    for member in tables.members(table["fields"], "fields") {
      if let field = added.first(where: { $0.name == member.name }), field.type != .texts {
        own[field.name] = column(member.value, field.name, CatalogueFields.Kind(field.type))
          .map { .column($0) }
        continue
      }
      guard let field = tables.field(member.name, among: CatalogueFields.singles) else { continue }
      fields[field] = column(member.value, field.name, CatalogueFields.Kind(field))
    }
    var lists: [Field: CatalogueDeclaration.List] = [:]
    self.lists(table["lists"], &lists, &own, adding: added)
    if isSingle {
      for field in added where own[field.name] == nil { noteMissing(field) }
    }
    let root = tables.text(table, "root", of: "assets", isNeeded: false)
    let identifier = tables.text(table, "identifier", of: "assets", isNeeded: false)
    let versions = versions(table["versions"])
    guard let rows, let row, let path else { return nil }
    var assets = CatalogueDeclaration.Assets(
      rows: rows, row: row, path: path, root: root, fields: fields, lists: lists)
    assets.identifier = identifier
    assets.versions = versions
    assets.own = added.compactMap { field in
      own[field.name].map { CatalogueOwnField(field: field, source: $0) }
    }
    return assets
  }

  /// Reads the lists of standard fields into `lists`, and those of added fields into `own`.
  private mutating func lists(
    _ value: ArgumentValue?, _ lists: inout [Field: CatalogueDeclaration.List],
    _ own: inout [String: CatalogueOwnField.Source], adding added: [AddedField]
  ) {
    for member in tables.members(value, "lists") {
      let isOwn = added.contains { $0.name == member.name && $0.type == .texts }
      let field = isOwn ? nil : tables.field(member.name, among: CatalogueFields.lists)
      guard isOwn || field != nil,
        let list = tables.table(
          member.value, member.name,
          ["value", "asset", "assets", "sorted", "from", "where", "order"]),
        let rows = tables.rows(list, member.name),
        let (asset, isOfSeveral) = asset(list, of: member.name),
        let value = tables.text(list, "value", of: member.name)
      else { continue }
      var found = CatalogueDeclaration.List(rows: rows, asset: asset, value: value)
      found.isOfSeveral = isOfSeveral
      found.isSorted = tables.flag(list, "sorted", of: member.name)
      if let field { lists[field] = found } else { own[member.name] = .list(found) }
    }
  }

  /// Reads `asset`, or `assets`, a text that names several; notes a problem without either.
  private mutating func asset(
    _ table: [String: ArgumentValue], of subject: String
  ) -> (sql: String, isOfSeveral: Bool)? {
    guard table["assets"] != nil else {
      return tables.text(table, "asset", of: subject).map { ($0, false) }
    }
    if table["asset"] != nil {
      tables.note("\(subject) takes asset or assets, not both", token: "assets")
    }
    return tables.text(table, "assets", of: subject).map { ($0, true) }
  }

  /// Reads a field's SQL, as its kind requires; nil, and a problem, if it has another form.
  private mutating func column(
    _ value: ArgumentValue, _ name: String, _ kind: CatalogueFields.Kind?
  ) -> CatalogueColumn? {
    switch kind {
    case .place:
      guard let table = tables.table(value, name, ["latitude", "longitude"]),
        let latitude = tables.text(table, "latitude", of: name),
        let longitude = tables.text(table, "longitude", of: name)
      else { return nil }
      return .place(latitude: latitude, longitude: longitude)
    case .date:
      guard case .table(let members) = value, members.contains(where: { $0.name == "date" }),
        let table = tables.table(value, name, ["1", "date"]),
        let sql = tables.text(table, "1", of: name),
        let word = tables.text(table, "date", of: name)
      else {
        tables.note(
          "\(name) takes SQL, and how the date is written:"
            + " { \"a.taken\", date = \"seconds since 1970\" }", token: name)
        return nil
      }
      if let form = CatalogueDateForm(rawValue: word) { return .date(sql, form) }
      let forms = CatalogueDateForm.allCases.map(\.rawValue)
      tables.note(
        "a date is written as \(forms.map { "\"\($0)\"" }.joined(separator: ", ")),"
          + " not as \"\(word)\"", token: word, nearest: NearestName.of(word, among: forms))
      return nil
    default:
      if case .text(let sql) = value { return .value(sql) }
      tables.note("\(name) takes SQL, not \(value.quoted)", token: name)
      return nil
    }
  }

  private mutating func albums(_ value: ArgumentValue?) -> [CatalogueDeclaration.Albums] {
    let known = [
      "kind", "folder", "id", "identifier", "title", "separator", "rooted", "parent", "caption",
      "from", "where", "order", "sortedBy", "members",
    ]
    guard let value else { return [] }
    guard case .list(let values) = value else {
      tables.note("albums takes a list of tables, one for each sort of albums", token: "albums")
      return []
    }
    return values.compactMap { value in
      guard let table = tables.table(value, "albums", known),
        let kind = tables.text(table, "kind", of: "albums"),
        let rows = tables.rows(table, "albums"), let id = tables.text(table, "id", of: "albums"),
        let title = tables.text(table, "title", of: "albums"),
        let list = tables.table(
          table["members"], "members", ["album", "asset", "assets", "from", "where", "order"]),
        let members = tables.rows(list, "members"),
        let album = tables.text(list, "album", of: "members"),
        let (asset, isOfSeveral) = asset(list, of: "members")
      else { return nil }
      func optional(_ name: String) -> String? {
        tables.text(table, name, of: "albums", isNeeded: false)
      }
      var found = CatalogueDeclaration.Albums(
        kind: kind, folder: optional("folder"), rows: rows, id: id, title: title,
        separator: optional("separator"), parent: optional("parent"), caption: optional("caption"),
        members: CatalogueDeclaration.Members(rows: members, album: album, asset: asset))
      found.members.isOfSeveral = isOfSeveral
      found.identifier = optional("identifier")
      found.isRooted = tables.flag(table, "rooted", of: "albums")
      found.order = optional("sortedBy").flatMap {
        tables.field($0, among: CatalogueFields.singles)
      }
      return found
    }
  }

  private mutating func roots(_ value: ArgumentValue?) -> CatalogueDeclaration.Roots? {
    guard let value else { return nil }
    guard
      let table = tables.table(
        value, "roots", ["id", "path", "lenient", "from", "where", "order"]),
      let path = tables.text(table, "path", of: "roots")
    else { return nil }
    if table["from"] == nil, table["id"] == nil {
      return CatalogueDeclaration.Roots(rows: .init(from: "(SELECT 1)"), id: "1", path: path)
    }
    guard let rows = tables.rows(table, "roots"), let id = tables.text(table, "id", of: "roots")
    else { return nil }
    return CatalogueDeclaration.Roots(rows: rows, id: id, path: path)
  }
}
