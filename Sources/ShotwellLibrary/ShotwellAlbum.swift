internal import Media

@testable import Pipeline

/// An event or a tag of a library.
struct ShotwellAlbum: Sendable {
  /// `event-0000000000000001` or `tag-0000000000000001`, with the row's number in hexadecimal.
  let localIdentifier: String
  let title: String
  /// The user's comment on an event.
  let caption: String?
  /// `Events`, or `Tags` and the tags that the tag is in, as the sidebar shows them.
  let folderPath: [String]
  let contents: ShotwellSelection.Album
  /// The asset that stands for an event in Shotwell.
  let keyAsset: ShotwellIdentifier?

  /// The folders and the title, as a person would write them.
  var pathTitle: String { (folderPath + [title]).joined(separator: "/") }

  func facts(in library: OwnedBytes) -> AlbumFacts {
    AlbumFacts(
      library: library, localIdentifier: OwnedBytes(localIdentifier.utf8),
      subtype: .albumRegular, title: title, caption: caption, folderPath: folderPath)
  }
}

/// The albums of a library, in the order of Shotwell's sidebar: events, the latest first, then tags
/// by name.
struct ShotwellAlbums {
  let albums: [ShotwellAlbum]

  static let events = "Events"
  static let tags = "Tags"

  init(_ state: ShotwellState, zone: LocalTimeZone) throws {
    albums = try Self.events(state, zone) + Self.tags(state)
  }

  private static func tags(_ state: ShotwellState) -> [ShotwellAlbum] {
    state.tags.tags.map { tag in
      ShotwellAlbum(
        localIdentifier: "tag-\(ShotwellIdentifier.digits(tag.number))", title: tag.name,
        caption: nil, folderPath: [tags] + tag.path.dropLast(), contents: .members(tag.members),
        keyAsset: nil)
    }
  }

  /// Shotwell shows no event of which everything is in the trash, and neither is it one here.
  private static func events(
    _ state: ShotwellState, _ zone: LocalTimeZone
  ) throws -> [ShotwellAlbum] {
    let schema = state.schema
    guard schema.has("EventTable", "id", "name") else { return [] }
    func column(_ name: String) -> String { schema.column("EventTable", name, of: "e") }
    let sql = SQLText(
      "SELECT e.id, e.name, \(column("comment")), \(column("primary_source_id")), "
        + "\(column("primary_photo_id")), min(a.created), max(a.created) "
        + "FROM \(ShotwellColumn.table(schema)) JOIN EventTable e ON e.id = a.event "
        + "WHERE NOT a.isTrashed GROUP BY e.id ORDER BY min(a.created) DESC, e.id")
    var albums: [ShotwellAlbum] = []
    try state.connection.forEachRow(of: sql) { row in
      guard let number = row.integer(0) else { return }
      let name = row.text(1) ?? ""
      var dates: ClosedRange<Int64>?
      if let first = row.integer(5), let last = row.integer(6) { dates = first...last }
      let caption = row.text(2) ?? ""
      albums.append(
        ShotwellAlbum(
          localIdentifier: "event-\(ShotwellIdentifier.digits(number))",
          title: name.isEmpty
            ? ShotwellEventName(dates, number: number, zone: zone).text : name,
          caption: caption.isEmpty ? nil : caption, folderPath: [events],
          contents: .event(number),
          keyAsset: row.text(3).flatMap { ShotwellIdentifier($0) }
            ?? row.integer(4).flatMap { ShotwellIdentifier("\($0)") }))
    }
    return albums
  }

  /// The albums that a rule calls so: by identifier, title, or path of titles with or without the
  /// first folder; those of a folder when that is called so.
  ///
  /// - Throws: ``LibraryProblem`` when there is none, or several have the name.
  func named(_ name: String, library: String) throws -> [ShotwellAlbum] {
    if let found = albums.first(where: { $0.localIdentifier == name }) { return [found] }
    for paths in [\ShotwellAlbum.title, \.pathTitle, \.innerPathTitle] {
      let found = albums.filter { $0[keyPath: paths] == name }
      if found.count == 1 { return found }
      if found.count > 1 { throw Self.ambiguous(name, found, library) }
    }
    let inside = albums.filter {
      $0.folderPath.joined(separator: "/") == name
    }
    if !inside.isEmpty { return inside }
    let near = NearestName.of(name, among: albums.flatMap { [$0.title, $0.pathTitle] })
    throw LibraryProblem.noAlbum(
      "\"\(library)\" has no album \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
  }

  private static func ambiguous(
    _ name: String, _ candidates: [ShotwellAlbum], _ library: String
  ) -> LibraryProblem {
    let list = candidates.map { "\"\($0.localIdentifier)\" (\($0.pathTitle))" }
      .joined(separator: ", ")
    return .noAlbum(
      "\"\(library)\" has several albums \"\(name)\"; name one by its identifier: \(list)")
  }
}

extension ShotwellAlbum {
  /// The path of titles without the folder that all events or all tags are in.
  fileprivate var innerPathTitle: String {
    (folderPath.dropFirst() + [title]).joined(separator: "/")
  }
}
