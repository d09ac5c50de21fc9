internal import Assets
internal import Platform
internal import Synchronization

/// The handler of a page's requests, for files, lists and pictures, and of the user's answers; safe
/// from any thread.
package final class Site: Sendable {
  struct State {
    var pageState = PageState()
    var isDecided = false
    var isSeen = false
    /// The streams to which changes of the page's state are sent.
    var streams: [ObjectIdentifier: ChangeStream] = [:]
  }

  let title: String
  let feed: Feed
  let scheduler: ThumbnailScheduler
  let albums = AlbumTable()
  let assets = AssetTable()
  let presence: Presence
  private let session: PageSession
  /// A random text that identifies this run, as a browser may see several runs at one address.
  private let run = Secret().text
  let state = Lock(State())

  /// The greatest number of assets in one response.
  static let mostAssets = 256
  /// The number of assets that a search shows before it has found all.
  private static let mostFirst = 48

  package init(_ title: String, _ session: PageSession, _ feed: Feed, _ presence: Presence) {
    self.title = title
    self.session = session
    self.feed = feed
    self.presence = presence
    scheduler = ThumbnailScheduler(feed)
    feed.listen { [weak self] line in
      if case .pageState(let pageState) = line { self?.show(pageState) }
    }
  }

  var pageState: PageState { state.withLock { $0.pageState } }

  private func show(_ pageState: PageState) {
    let streams = state.withLock { state in
      (state.pageState, state.isDecided) = (pageState, false)
      return state.streams.values
    }
    feed.forgetRequests()
    for stream in streams { stream.tell(pageState.number) }
    if pageState.kind == .library { readAhead() }
  }

  /// Lets the tool read the album that a page opens with, while the browser still starts.
  private func readAhead() {
    guard let fetch = fetch("0", RequestParameters(text: "")) else { return }
    feed.send(fetch + "\"range\":[0,0]") { _ in }
  }

  /// Returns the response to a request, also to one that is refused, invalid or unknown.
  package func answer(_ request: HTTPRequest, for client: HTTPConnection) -> HTTPResponse {
    switch session.admit(request) {
    case .answered(let response): return response
    case .granted: presence.note()
    }
    do throws(HTTPProblem) {
      if request.method == .post { return try decide(request) }
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
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try assetList(fetch, Self.range(request), for: client)
      }
    case ("feed", 4) where words[1] == "albums" && words[3] == "first":
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try assetList(fetch + "\"quick\":true,", 0..<Self.mostFirst, for: client)
      }
    case ("feed", 4) where words[1] == "albums" && words[3] == "facts":
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try facts(fetch, request, for: client)
      }
    case ("feed", 4) where words[1] == "albums" && words[3] == "periods":
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try periods(fetch, for: client)
      }
    case ("feed", 4) where words[1] == "albums" && words[3] == "period":
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try period(fetch, request, for: client)
      }
    case ("feed", 4) where words[1] == "albums" && words[3] == "cameras":
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try cameras(fetch, for: client)
      }
    case ("feed", 4) where words[1] == "albums" && words[3] == "rule":
      return try rule(words[2], request, for: client)
    case ("feed", 4) where words[1] == "albums" && words[3] == "place":
      return try fetch(words[2], request.parameters).map { (fetch) throws(FeedProblem) in
        try position(fetch, of: request.value("key") ?? "", for: client)
      }
    case ("scenes", 3) where words[2] == "picture": return questionPicture(words[1])
    case ("pictures", 5): return try picture(words, request, for: client)
    case ("plain", 1): return try plainAlbums(for: client)
    case ("plain", 2):
      return try fetch(words[1], request.parameters).map { (fetch) throws(FeedProblem) in
        try plainAssets(words[1], fetch, Self.range(request), for: client)
      }
    case (let name?, 1): return PageFile(name.isEmpty ? "index.html" : name)?.response(to: request)
    default: return nil
    }
  }

  /// Returns the members, with a comma at the end, of a request for album number `word` with the
  /// order and tests of `query`; empty for a run's records, nil for an unknown album.
  func fetch(_ word: String, _ query: RequestParameters? = nil) -> String? {
    guard let number = Int(word), String(number) == word else { return nil }
    switch pageState.kind {
    case .records: return number == PageState.records ? "" : nil
    case .library:
      return albums.identifier(number).map {
        AlbumFetch(identifier: $0, query: query.map(ListQuery.init)).members + ","
      }
    case .waiting, .question: return nil
    }
  }

  private static func range(_ request: HTTPRequest) -> Range<Int> {
    let first = place("from", in: request)
    return first..<max(first, min(place("to", in: request), first + mostAssets))
  }

  /// Returns the position in a request's parameter `name`, 0 if it is missing or negative.
  static func place(_ name: String, in request: HTTPRequest) -> Int {
    min(max(0, request.value(name).flatMap { Int($0) } ?? 0), 1 << 40)
  }

  private var about: HTTPResponse {
    var json = ByteBuffer()
    let pageState = pageState
    let selected =
      pageState.kind == .library ? pageState.selected.map { assets.note($0) } : pageState.selected
    pageState.write(titled: title, selected: selected, run: run, into: &json)
    return HTTPResponse(json: json)
  }

  private func questionPicture(_ word: String) -> HTTPResponse? {
    let pageState = pageState
    guard word == "\(pageState.number)", let picture = pageState.question?.picture else {
      return nil
    }
    return HTTPResponse(.okay, type: "application/octet-stream", .bytes(picture.pixels))
  }

  /// Passes the user's answer to the tool, once for each state of the page, or notes that the page
  /// was closed. Throws ``HTTPProblem`` for an answer that is invalid or late.
  private func decide(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPResponse {
    if request.path == "/leave" {
      presence.leave()
      return HTTPResponse(.okay, text: "goodbye")
    }
    let words = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 4, words[1] == "scenes", ["answer", "choice"].contains(words[3]) else {
      throw HTTPProblem(.wrongMethod, "GET is answered here")
    }
    let pageState = pageState
    guard words[2] == "\(pageState.number)" else { throw HTTPProblem(.gone, "that is over") }
    guard request.headers["content-type"] == "application/json" else {
      throw HTTPProblem(.wrongType, "an answer is JSON")
    }
    let choice: Choice
    if words[3] == "answer" {
      guard !pageState.answers.isEmpty else {
        throw HTTPProblem(.notFound, "nothing is asked here")
      }
      choice = try Choice(answer: request.body, of: pageState.answers.count)
    } else {
      guard let limit = pageState.limit else {
        throw HTTPProblem(.notFound, "nothing is chosen here")
      }
      choice = try Choice(
        request.body, limit: limit,
        identifier: pageState.kind == .library ? { [assets] in assets.identifier($0) } : nil)
    }
    let isFirst = state.withLock { state in
      guard state.pageState.number == pageState.number, !state.isDecided else { return false }
      state.isDecided = true
      return true
    }
    guard isFirst else { throw HTTPProblem(.gone, "that was answered already") }
    var response = HTTPResponse(.okay, type: "application/json", .bytes(Array("{}".utf8)))
    let line = "{\"scene\":\(pageState.number),\(choice.members)}"
    response.afterwards = { [feed] in feed.write(line) }
    return response
  }
}
