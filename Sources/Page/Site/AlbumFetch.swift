internal import Assets
internal import JSON

/// The requests of an album browser, as the tool reads them.
struct AlbumFetch {
  let identifier: String

  private static let kinds = "\"mediaType\":[\"image\",\"video\"]"

  /// The members for an album's assets, the newest first.
  var members: String {
    var album = ByteBuffer()
    album.append(string: identifier)
    let order =
      identifier == CollectionSubtype.smartAlbumRecentlyAdded.rawValue
      ? "-addedDate" : "-creationDate"
    return "\"source\":{\"album\":\(String(decoding: album.bytes, as: UTF8.self))},"
      + "\"filter\":{\(Self.kinds),\"sortedBy\":\"\(order)\"}"
  }

  /// The members for all albums that hold anything, smart ones first.
  static var albums: String {
    let smart = CollectionSubtype.allCases.filter { $0.title != nil }
    let others = CollectionSubtype.allCases.filter { $0.title == nil }
    // The one with everything comes first.
    let order = [.smartAlbumUserLibrary] + smart.filter { $0 != .smartAlbumUserLibrary } + others
    let names = order.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    return "\"source\":{\"albums\":[\(names)]},\"filter\":{\(kinds),\"sortedBy\":\"-creationDate\"}"
  }
}
