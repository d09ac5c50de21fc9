internal import Assets
internal import Platform

/// A request to the tool for an album's assets, and the Lua rule that lists the same assets.
struct AlbumFetch {
  let identifier: String
  var query: ListQuery?

  /// The members `source` and `filter` of the request, as JSON without braces.
  var members: String {
    var json = ByteBuffer()
    json.append("\"source\":")
    json.append(.table([ArgumentMember("album", .text(identifier))]))
    json.append(",\"filter\":")
    json.append(.list(filters.map(ArgumentValue.table)))
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns the Lua rule; `name` is the album's subtype, or its path such as `Trips/Rome`.
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

  /// The members of a request for all albums but the hidden one, smart ones first, without braces.
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
