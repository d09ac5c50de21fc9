internal import Files

/// The tags of a library, and the photos and videos that have them. A nested tag is named by its
/// path, `/Trips/Italy`. Its assets have `/Trips` too: Shotwell writes both lists.
struct ShotwellTags: Sendable {
  struct Tag: Hashable, Sendable {
    let number: Int64
    /// The names, beginning with the outermost tag; never empty.
    let path: [String]
    let members: [ShotwellIdentifier]

    var name: String { path.last ?? "" }
  }

  /// The tags in the order of the sidebar: by name, each followed by its nested tags.
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

  /// Returns the path of a name; one without a leading slash is a single tag's.
  private static func path(_ name: String) -> [String] {
    guard name.hasPrefix("/") else { return name.isEmpty ? [] : [name] }
    return name.split(separator: "/").map(String.init)
  }

  /// Returns the names, each once, with those of outer tags.
  func keywords(of identifier: ShotwellIdentifier) -> [String] {
    var names: [String] = []
    for place in places[identifier] ?? [] {
      let name = tags[Int(place)].name
      if !names.contains(name) { names.append(name) }
    }
    return names.sorted()
  }

  func members(_ passes: (String) -> Bool) -> Set<ShotwellIdentifier> {
    tags.reduce(into: []) { found, tag in
      if passes(tag.name) { found.formUnion(tag.members) }
    }
  }

  var members: Set<ShotwellIdentifier> { Set(places.keys) }
}
