internal import SQLite

/// The tags of a library, and which photos and videos have which.
///
/// A tag within another is named by its way, `/Trips/Italy`, and what has it has `/Trips`, too:
/// Shotwell writes both lists.
struct ShotwellTags: Sendable {
  struct Tag: Hashable, Sendable {
    let number: Int64
    /// The names from the outermost tag on; never empty.
    let path: [String]
    /// As the library lists them.
    let members: [ShotwellIdentifier]

    var name: String { path.last ?? "" }
  }

  /// In the order of the sidebar: by name, tags within a tag behind it.
  let tags: [Tag]
  private let places: [ShotwellIdentifier: [Int32]]

  static let none = ShotwellTags([])

  private init(_ tags: [Tag]) {
    self.tags = tags.sorted {
      $0.path == $1.path
        ? $0.number < $1.number : $0.path.lexicographicallyPrecedes($1.path)
    }
    var places: [ShotwellIdentifier: [Int32]] = [:]
    for (place, tag) in self.tags.enumerated() {
      for member in tag.members where places[member]?.last != Int32(place) {
        places[member, default: []].append(Int32(place))
      }
    }
    self.places = places
  }

  init(_ connection: SQLiteConnection, _ schema: ShotwellSchema, withMembers: Bool) throws {
    var tags: [Tag] = []
    if schema.has("TagTable", "id", "name", "photo_id_list") {
      let list = withMembers ? "photo_id_list" : "NULL"
      let sql = SQLText("SELECT id, name, \(list) FROM TagTable")
      try connection.forEachRow(of: sql) { row in
        guard let number = row.integer(0), let name = row.text(1) else { return }
        let path = Self.path(name)
        guard !path.isEmpty else { return }
        tags.append(
          Tag(
            number: number, path: path, members: ShotwellIdentifier.list(row.text(2) ?? "")))
      }
    }
    self.init(tags)
  }

  /// A name that does not begin with a slash is one tag's, whatever is in it.
  private static func path(_ name: String) -> [String] {
    guard name.hasPrefix("/") else { return name.isEmpty ? [] : [name] }
    return name.split(separator: "/").map(String.init)
  }

  /// The names of an asset's tags, each once; those of the tags around them are among them.
  func keywords(of identifier: ShotwellIdentifier) -> [String] {
    var names: [String] = []
    for place in places[identifier] ?? [] {
      let name = tags[Int(place)].name
      if !names.contains(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// The assets that have a tag whose name passes.
  func members(_ passes: (String) -> Bool) -> Set<ShotwellIdentifier> {
    tags.reduce(into: []) { found, tag in
      if passes(tag.name) { found.formUnion(tag.members) }
    }
  }

  /// The assets that have any tag.
  var members: Set<ShotwellIdentifier> { Set(places.keys) }
}
