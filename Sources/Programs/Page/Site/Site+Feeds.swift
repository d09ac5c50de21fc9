internal import Assets
internal import Platform

struct PageAlbum {
  let number: Int
  let title: String
  let count: Int
  /// The subtype of the album, as records have it, such as `smartAlbumVideos`.
  let kind: String
  var isSmart: Bool { kind.hasPrefix("smartAlbum") }
  /// The titles of the folders around the album, outermost first.
  let folders: [String]
}

extension Site {
  /// Returns the albums in the tool's order; one for a run's records, none if no assets are shown.
  func albums(for client: HTTPConnection) throws(FeedProblem) -> [PageAlbum] {
    switch pageState.kind {
    case .waiting, .question: return []
    case .records:
      let answer = try FeedAnswer.of("\"range\":[0,0]", from: feed, for: client)
      return [
        PageAlbum(
          number: PageState.records, title: title, count: answer.end?.count ?? 0,
          kind: CollectionSubtype.smartAlbumUserLibrary.rawValue, folders: [])
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
        let title = element[first: "title"]?.string ?? ""
        let folders = element[first: "folderPath"]?.elements.compactMap(\.string) ?? []
        return PageAlbum(
          number: albums.number(of: identifier ?? subtype, path: (folders + [title])),
          title: title, count: Int(element[first: "count"]?.whole ?? 0), kind: subtype,
          folders: folders)
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
      json.append(key: "kind")
      json.append(string: album.kind)
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
    let isLibrary = pageState.kind == .library
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
          if isLibrary { assets.note(asset.identifier) }
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

  /// Returns JSON with the days, months or years of the fetch's assets, `null` if it has none.
  func periods(_ fetch: String, for client: HTTPConnection) throws(FeedProblem) -> HTTPResponse {
    let end = try FeedAnswer.of(fetch + "\"periods\":true", from: feed, for: client).end
    var json = ByteBuffer()
    json.append("{")
    json.append(key: "state")
    json.append(end?.state ?? 0)
    json.append(key: "periods")
    if let periods = end?.periods { json.append(text: periods) } else { json.append("null") }
    json.append("}")
    return HTTPResponse(json: json)
  }

  /// Returns the Lua rule for the assets of album number `word` that pass the request's tests; nil
  /// for an unknown number, or if the page shows no library.
  func rule(
    _ word: String, _ request: HTTPRequest, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse? {
    guard pageState.kind == .library, let number = Int(word) else { return nil }
    // An album's title is known once the albums were listed.
    if albums.name(number) == nil { _ = try albums(for: client) }
    guard let identifier = albums.identifier(number), let name = albums.name(number) else {
      return nil
    }
    return HTTPResponse(
      .okay,
      text: AlbumFetch(identifier: identifier, query: ListQuery(request.parameters)).rule(name))
  }

  /// Returns the facts about the asset at the request's `place` as pairs of a name and a text;
  /// status 410 if its `version` differs, as another asset is at the place now.
  func facts(
    _ fetch: String, _ request: HTTPRequest, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse {
    let place = Self.place("place", in: request)
    let answer = try FeedAnswer.of(
      fetch + "\"load\":{\"metadata\":true},\"descriptive\":true,\"range\":[\(place),\(place + 1)]",
      from: feed,
      for: client)
    switch answer.lines.first {
    case .record(let bytes)?:
      return bytes.withUnsafeBytes { text in
        guard let element = try? JSONElement(checking: text, deepest: FeedLine.deepest),
          PageAsset(element).version == request.value("version")
        else { return HTTPResponse(.gone, text: "another picture is at this place now") }
        var json = ByteBuffer()
        json.append(facts: AssetFacts(element).rows.map { ($0.name, $0.text) })
        return HTTPResponse(json: json)
      }
    case .unreadable(let reason)?: return HTTPResponse(.unreadable, text: PublicReason.of(reason))
    default: return HTTPResponse(.gone, text: "the album has no such place any more")
    }
  }

  /// Returns the position of a listed asset in a fetch, as `{"place":7}`; `{}` if it is not there.
  func position(
    _ fetch: String, of key: String, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse {
    var place: Int?
    if let identifier = assets.identifier(key) {
      var members = ByteBuffer()
      members.append(string: identifier)
      let index = String(decoding: members.bytes, as: UTF8.self)
      place = try FeedAnswer.of(fetch + "\"index\":\(index)", from: feed, for: client).end?.place
    }
    var json = ByteBuffer()
    json.append("{")
    if let place {
      json.append(key: "place")
      json.append(Int64(place))
    }
    json.append("}")
    return HTTPResponse(json: json)
  }
}
