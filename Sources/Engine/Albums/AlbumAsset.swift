/// An album on its way through a run, as one of the things that a source gives.
///
/// It knows its assets once an ``AlbumMembersStep`` counted them.
///
/// `@unchecked Sendable`: confined like every ``Asset`` to the lane that holds its batch.
package final class AlbumAsset: Asset, @unchecked Sendable {
  private let facts: AlbumFacts
  private let contents: any AlbumContents
  private let place: Int
  private var members: AlbumMembers?

  /// - Parameter place: of the album in the list of `contents`.
  package init(_ facts: AlbumFacts, in contents: any AlbumContents, at place: Int) {
    self.facts = facts
    self.contents = contents
    self.place = place
    super.init()
  }

  package override func sourceValue(of field: Field) -> FieldValue {
    switch field {
    case .localIdentifier: .text(facts.localIdentifier.span)
    case .library: .text(facts.library.span)
    case .title: facts.title.map(FieldValue.string) ?? .absent
    case .caption: facts.caption.map(FieldValue.string) ?? .absent
    case .folderPath: facts.folderPath.isEmpty ? .absent : .texts(facts.folderPath)
    default: .absent
    }
  }

  /// Counts the assets of the album.
  package func countMembers(_ counting: AlbumCounting) throws -> Int {
    let found = try contents.members(of: place, counting: counting)
    members = found
    return found.count
  }

  /// The asset that stands for the album, once its assets were counted.
  package var cover: Asset? { members?.cover }

  package var subtype: CollectionSubtype { facts.subtype }

  /// How many of its assets count; nil until they were counted.
  package var count: Int? { members?.count }

  /// Nil for an album that was not counted, or whose cover is not as it was.
  package override func another() -> Asset? {
    guard let members else { return nil }
    var cover: Asset?
    if let known = members.cover {
      cover = known.another()
      if cover == nil { return nil }
    }
    let album = AlbumAsset(facts, in: contents, at: place)
    album.members = AlbumMembers(count: members.count, cover: cover)
    return album
  }

  /// Title, place among folders, count, and what the cover is and shows.
  package override func addVersion(to fingerprint: inout Fingerprint) {
    super.addVersion(to: &fingerprint)
    fingerprint.add(Int64(members?.count ?? 0))
    guard let cover else { return }
    fingerprint.add(cover.string(of: .localIdentifier))
    cover.addVersion(to: &fingerprint)
  }

  package override func writeRecord(into writer: inout RecordWriter) {
    writer.begin(kind: "album")
    writer.write(.localIdentifier, .text(facts.localIdentifier.span))
    writer.write(.library, .text(facts.library.span))
    writer.write("subtype", facts.subtype.rawValue)
    if let title = facts.title { writer.write("title", title) }
    if let caption = facts.caption { writer.write("description", caption) }
    writer.write("folderPath", facts.folderPath)
    if let members {
      writer.write("count", Int64(members.count))
      if let cover = members.cover { write(cover, into: &writer) }
    }
    if let findings { writer.write(findings) }
    writer.end()
  }

  private func write(_ cover: Asset, into writer: inout RecordWriter) {
    writer.beginObject("cover")
    for field in [Field.localIdentifier, .filename, .mediaType, .creationDate] {
      writer.write(field, cover.sourceValue(of: field))
    }
    if let findings = cover.findings { writer.write(findings) }
    if let failure = cover.failure { writer.write("error", failure.reason) }
    writer.endObject()
  }

  package override var displayName: String {
    guard facts.subtype.title == nil, let title = facts.title else {
      return "album \(facts.subtype.rawValue)"
    }
    return "album \((facts.folderPath + [title]).joined(separator: "/"))"
  }
}

extension Asset {
  /// The asset that stands for an album; nil for all other assets.
  package var coverAsset: Asset? { (self as? AlbumAsset)?.cover }
}
