internal import Assets
internal import Platform

/// An album as a page lists it.
struct PageAlbum {
  let number: Int
  let title: String
  let count: Int
  let isSmart: Bool
  /// The titles of the folders around the album, outermost first.
  let folders: [String]
}

extension Site {
  /// Returns the albums with assets, in the feed's order.
  func albums(for client: HTTPConnection) throws(FeedProblem) -> [PageAlbum] {
    switch scene.kind {
    case .waiting, .question: return []
    case .records:
      let answer = try FeedAnswer.of("\"range\":[0,0]", from: feed, for: client)
      return [
        PageAlbum(
          number: PageState.records, title: title, count: answer.end?.count ?? 0,
          isSmart: true, folders: [])
      ]
    case .library: return try libraryAlbums(for: client)
    }
  }

  private func libraryAlbums(for client: HTTPConnection) throws(FeedProblem) -> [PageAlbum] {
    let answer = try FeedAnswer.of(AlbumFetch.albums, from: feed, for: client)
    return answer.lines.compactMap { line in
      guard case .record(let bytes) = line else { return nil }
      return bytes.withUnsafeBytes { text in
        guard let element = try? JSONElement(checking: text, deepest: FeedLine.deepest),
          let subtype = element[first: "subtype"]?.string
        else { return nil }
        let isSmart = subtype.hasPrefix("smartAlbum")
        let identifier = isSmart ? subtype : element[first: "localIdentifier"]?.string
        return PageAlbum(
          number: albums.number(of: identifier ?? subtype),
          title: element[first: "title"]?.string ?? "",
          count: Int(element[first: "count"]?.whole ?? 0), isSmart: isSmart,
          folders: element[first: "folderPath"]?.elements.compactMap(\.string) ?? [])
      }
    }
  }

  func albumList(for client: HTTPConnection) throws(FeedProblem) -> HTTPResponse {
    var json = ByteBuffer()
    json.append("[")
    for album in try albums(for: client) {
      json.separate(after: "[")
      json.append("{")
      json.append(key: "id")
      json.append(Int64(album.number))
      json.append(key: "title")
      json.append(string: HTMLText.spelledOut(album.title))
      json.append(key: "count")
      json.append(Int64(album.count))
      json.append(key: "isSmart")
      json.append(album.isSmart)
      if !album.folders.isEmpty {
        json.append(key: "folders")
        json.append(string: HTMLText.spelledOut(album.folders.joined(separator: " › ")))
      }
      json.append("}")
    }
    json.append("]")
    return HTTPResponse(json: json)
  }

  func assetList(
    _ fetch: String, _ range: Range<Int>, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse {
    let answer = try FeedAnswer.of(
      fetch + "\"range\":[\(range.lowerBound),\(range.upperBound)]", from: feed, for: client)
    let isPicking = scene.kind == .library && scene.limit != nil
    var json = ByteBuffer(capacity: 64 << 10)
    json.append("{")
    json.append(key: "state")
    json.append(answer.end?.state ?? 0)
    json.append(key: "count")
    json.append(Int64(answer.end?.count ?? 0))
    json.append(key: "assets")
    json.append("[")
    for line in answer.lines {
      json.separate(after: "[")
      switch line {
      case .record(let bytes):
        bytes.withUnsafeBytes { text in
          guard let element = try? JSONElement(checking: text, deepest: FeedLine.deepest) else {
            return json.append("{}")
          }
          let asset = PageAsset(element)
          if isPicking { assets.note(asset.identifier) }
          asset.write(into: &json)
        }
      case .unreadable(let reason):
        json.append("{")
        json.append(key: "problem")
        json.append(string: PublicReason.of(reason))
        json.append("}")
      default: break
      }
    }
    json.append("]}")
    return HTTPResponse(json: json)
  }
}

/// The request for an album's assets, in the members that the tool reads.
struct AlbumFetch {
  let identifier: String

  private static let kinds = "\"mediaType\":[\"image\",\"video\"]"

  /// The members of the request for the album's assets, the newest first.
  var members: String {
    var album = ByteBuffer()
    album.append(string: identifier)
    let order =
      identifier == CollectionSubtype.smartAlbumRecentlyAdded.rawValue
      ? "-addedDate" : "-creationDate"
    return "\"source\":{\"album\":\(String(decoding: album.bytes, as: UTF8.self))},"
      + "\"filter\":{\(Self.kinds),\"sortedBy\":\"\(order)\"}"
  }

  /// The members of the request for all albums, smart ones first.
  static var albums: String {
    let smart = CollectionSubtype.allCases.filter { $0.title != nil }
    let others = CollectionSubtype.allCases.filter { $0.title == nil }
    // The album of all assets comes first.
    let order = [.smartAlbumUserLibrary] + smart.filter { $0 != .smartAlbumUserLibrary } + others
    let names = order.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    return "\"source\":{\"albums\":[\(names)]},\"filter\":{\(kinds),\"sortedBy\":\"-creationDate\"}"
  }
}
