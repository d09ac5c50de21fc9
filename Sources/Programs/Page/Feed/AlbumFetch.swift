internal import Assets
internal import Platform

/// The request for an album's assets, in the members that the tool reads.
struct AlbumFetch {
  let identifier: String
  var query: ListQuery?

  /// The members of the request for the album's assets, in their order.
  var members: String {
    var json = ByteBuffer()
    json.append("\"source\":")
    json.append(.table([ArgumentMember("album", .text(identifier))]))
    json.append(",\"filter\":")
    json.append(.list(filters.map(ArgumentValue.table)))
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns the text of the rule that gives the same assets; `name` is a name of the album.
  func rule(_ name: String) -> String {
    let stages =
      [LuaText.table([ArgumentMember("album", .text(name))], of: "source")]
      + filters.map { LuaText.table($0, of: "filter") }
    return "return pipeline {\n\(stages.joined(separator: "\n"))\n}\n"
  }

  private var filters: [[ArgumentMember]] {
    var filters = query?.filters ?? [[ArgumentMember("mediaType", Self.kinds)]]
    filters[filters.count - 1].append(ArgumentMember("sortedBy", .text(order.key)))
    return filters
  }

  private var order: ListQuery.Order {
    let isByAddition = identifier == CollectionSubtype.smartAlbumRecentlyAdded.rawValue
    return query?.order ?? (isByAddition ? .added : .date)
  }

  private static let kinds = ArgumentValue.list([.text("image"), .text("video")])

  /// The members of the request for all albums, smart ones first.
  static var albums: String {
    // What a user hides is not to be seen by others in front of the page.
    let smart = CollectionSubtype.allCases.filter {
      $0.title != nil && $0 != .smartAlbumAllHidden
    }
    let others = CollectionSubtype.allCases.filter { $0.title == nil }
    // The album of all assets comes first.
    let order = [.smartAlbumUserLibrary] + smart.filter { $0 != .smartAlbumUserLibrary } + others
    var json = ByteBuffer()
    json.append("\"source\":")
    json.append(
      .table([ArgumentMember("albums", .list(order.map { .text($0.rawValue) }))]))
    json.append(",\"filter\":")
    json.append(
      .table([
        ArgumentMember("mediaType", kinds), ArgumentMember("sortedBy", .text("-creationDate")),
      ]))
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
