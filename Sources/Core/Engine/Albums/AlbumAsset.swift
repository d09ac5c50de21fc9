/// An album as an element of a run, from a source that lists albums. Its count and cover are known
/// once an ``AlbumMembersStep`` counted its assets. `@unchecked Sendable`: like every ``Asset``,
/// used only by the worker that holds its batch.
package final class AlbumAsset: Asset, @unchecked Sendable {
  private let facts: AlbumFacts
  private let contents: any AlbumContents
  private let place: Int
  private var members: AlbumMembers?

  /// - Parameter place: The index of the album in the list of `contents`.
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

  /// Counts the assets of the album, stores the count and the cover, and returns the count.
  package func countMembers(_ counting: AlbumCounter) throws -> Int {
    let found = try contents.members(of: place, counting: counting)
    members = found
    return found.count
  }

  /// The asset that represents the album; nil until its assets were counted, and if it has none.
  package var cover: Asset? { members?.cover }

  /// The kind of the album.
  package var subtype: CollectionSubtype { facts.subtype }

  /// The number of its assets that pass the rule's tests; nil until they were counted.
  package var count: Int? { members?.count }

  /// Returns a copy for another thread; nil if it was not counted or its cover has changed.
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

  /// Adds the title, the folders, the count and the cover's identity and version to a fingerprint.
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
  /// The asset that represents a counted album; nil for all other assets.
  package var coverAsset: Asset? { (self as? AlbumAsset)?.cover }
}
