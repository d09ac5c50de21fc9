internal import Assets
internal import JSON
internal import Platform
internal import Synchronization

/// What is where: the page itself, the feeds behind it, pictures, and the picker's answer.
///
/// Safe from any thread.
package final class Site: Sendable {
  let subject: PageSubject
  let feed: Feed
  let desk: PictureDesk
  let albums = AlbumBook()
  let presence: Presence
  private let session: PageSession
  private let isChosen = Lock(false)

  /// How many assets one answer holds at most.
  static let mostAssets = 256

  package init(_ subject: PageSubject, _ session: PageSession, _ feed: Feed, _ presence: Presence) {
    self.subject = subject
    self.session = session
    self.feed = feed
    self.presence = presence
    desk = PictureDesk(feed)
  }

  /// Answers a request.
  package func answer(_ request: HTTPRequest, for client: HTTPConnection) -> HTTPResponse {
    switch session.admit(request) {
    case .answered(let response): return response
    case .granted: presence.note()
    }
    do throws(HTTPProblem) {
      if request.method == .post { return try choose(request) }
    } catch {
      return HTTPResponse(error)
    }
    do throws(FeedProblem) {
      let words = request.path.dropFirst().split(
        separator: "/", omittingEmptySubsequences: false
      ).map(String.init)
      return try answer(words, request, for: client)
        ?? HTTPResponse(.notFound, text: "there is nothing here")
    } catch {
      return HTTPResponse(error)
    }
  }

  private func answer(
    _ words: [String], _ request: HTTPRequest, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse? {
    switch (words.first, words.count) {
    case ("alive", 1): return HTTPResponse(.okay, text: "yes")
    case ("feed", 2) where words[1] == "about": return about
    case ("feed", 2) where words[1] == "albums": return try albumList(for: client)
    case ("feed", 2) where words[1] == "events": return events(request)
    case ("feed", 3) where words[1] == "albums":
      return try fetch(words[2]).map { (fetch) throws(FeedProblem) in
        try assetList(fetch, Self.range(request), for: client)
      }
    case ("pictures", 5): return try picture(words, request, for: client)
    case ("plain", 1): return try plainAlbums(for: client)
    case ("plain", 2):
      return try fetch(words[1]).map { (fetch) throws(FeedProblem) in
        try plainAssets(words[1], fetch, Self.range(request), for: client)
      }
    case (let name?, 1): return PageFile(name.isEmpty ? "index.html" : name)?.response
    default: return nil
    }
  }

  /// The members of a request for an album; nil for a word that names none.
  func fetch(_ word: String) -> String? {
    guard let number = Int(word), String(number) == word else { return nil }
    switch subject.kind {
    case .records: return number == PageSubject.records ? "" : nil
    case .library: return albums.identifier(number).map { AlbumFetch(identifier: $0).members + "," }
    }
  }

  private static func range(_ request: HTTPRequest) -> Range<Int> {
    func place(_ name: String) -> Int {
      min(max(0, request.value(name).flatMap { Int($0) } ?? 0), 1 << 40)
    }
    let first = place("from")
    return first..<max(first, min(place("to"), first + mostAssets))
  }

  private var about: HTTPResponse {
    var json = ByteBuffer()
    json.append("{")
    json.append(key: "kind")
    json.append(string: subject.kind.rawValue)
    json.append(key: "title")
    json.append(string: HTMLText.spelledOut(subject.title))
    if let limit = subject.limit {
      json.append(key: "limit")
      json.append(Int64(limit))
      json.append(key: "selected")
      json.append(text: "[\(subject.selected.map(String.init).joined(separator: ","))]")
    }
    json.append("}")
    return HTTPResponse(json: json)
  }

  private func events(_ request: HTTPRequest) -> HTTPResponse {
    let album = subject.kind == .library ? request.value("album") : nil
    let followed = album.flatMap { fetch($0) }
    return HTTPResponse(
      .okay, type: "text/event-stream",
      .events { [self] client in
        presence.openStream()
        defer { presence.closeStream() }
        let stream = ChangeStream(for: client)
        guard let followed else { return stream.run() }
        let name = "changes-\(Secret().text)"
        feed.follow(name, String(followed.dropLast())) { stream.take($0) }
        defer { feed.unfollow(name) }
        stream.run()
      })
  }

  private func choose(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPResponse {
    guard request.path == "/choice" else { throw HTTPProblem(.wrongMethod, "GET is answered here") }
    guard let limit = subject.limit else { throw HTTPProblem(.notFound, "nothing is chosen here") }
    guard request.headers["content-type"] == "application/json" else {
      throw HTTPProblem(.wrongType, "a choice is JSON")
    }
    let choice = try Choice(request.body, limit: limit)
    let isFirst = isChosen.withLock { isChosen in
      defer { isChosen = true }
      return !isChosen
    }
    guard isFirst else { throw HTTPProblem(.gone, "a choice was made already") }
    var response = HTTPResponse(.okay, type: "application/json", .bytes(Array("{}".utf8)))
    response.afterwards = { [feed] in feed.write(choice.line) }
    return response
  }
}
