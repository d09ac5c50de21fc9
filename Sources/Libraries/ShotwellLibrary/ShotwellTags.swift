internal import Files

/// The tags of a library, and the photos and videos that have them. A nested tag is named by its
/// path, `/Trips/Italy`. Its assets have `/Trips` too: Shotwell writes both lists.
struct ShotwellTags: Sendable {
  struct Tag: Hashable, Sendable {
    let number: Int64
    /// The names, beginning with the outermost tag; never empty.
    let path: [String]
    /// The numbers of its photos and videos, see ``ShotwellIdentifier/code``.
    let members: [Int64]

    var name: String { path.last ?? "" }
  }

  /// The part of the members that is read.
  enum Part {
    case none, all
    /// Those of a few photos and videos.
    case of(Set<Int64>)
  }

  /// A tag of a photo or a video.
  private struct Link: Comparable {
    let member: Int64
    let place: Int32

    static func < (left: Link, right: Link) -> Bool {
      (left.member, left.place) < (right.member, right.place)
    }
  }

  /// The tags in the order of the sidebar: by name, each followed by its nested tags.
  let tags: [Tag]
  /// The tags of all members, in order.
  private let links: [Link]

  static let none = ShotwellTags([])

  private init(_ tags: [Tag]) {
    self.tags = tags.sorted {
      $0.path == $1.path
        ? $0.number < $1.number : $0.path.lexicographicallyPrecedes($1.path)
    }
    var links: [Link] = []
    links.reserveCapacity(tags.reduce(0) { $0 + $1.members.count })
    for (place, tag) in self.tags.enumerated() {
      for member in tag.members { links.append(Link(member: member, place: Int32(place))) }
    }
    links.sort()
    self.links = links
  }

  init(_ connection: SQLiteConnection, _ schema: ShotwellSchema, reading part: Part) throws {
    var tags: [Tag] = []
    if schema.has("TagTable", "id", "name", "photo_id_list") {
      var list = "photo_id_list"
      if case .none = part { list = "NULL" }
      let sql = SQLText("SELECT id, name, \(list) FROM TagTable")
      try connection.forEachRow(of: sql) { row in
        guard let number = row.integer(0), let name = row.text(1) else { return }
        let path = Self.path(name)
        guard !path.isEmpty else { return }
        var members: [Int64] = []
        if let list = row.textBytes(2) {
          ShotwellIdentifier.forEach(in: list) { member in
            if case .of(let wanted) = part, !wanted.contains(member.code) { return }
            members.append(member.code)
          }
        }
        tags.append(Tag(number: number, path: path, members: members))
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
    let code = identifier.code
    var (first, end) = (0, links.count)
    while first < end {
      let middle = (first + end) / 2
      if links[middle].member < code { first = middle + 1 } else { end = middle }
    }
    var names: [String] = []
    while first < links.count, links[first].member == code {
      let name = tags[Int(links[first].place)].name
      if !names.contains(name) { names.append(name) }
      first += 1
    }
    return names.sorted()
  }

  func members(_ passes: (String) -> Bool) -> Set<Int64> {
    tags.reduce(into: []) { found, tag in
      if passes(tag.name) { found.formUnion(tag.members) }
    }
  }

  var members: Set<Int64> { Set(links.map(\.member)) }
}
