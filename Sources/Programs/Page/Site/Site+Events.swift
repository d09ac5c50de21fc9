internal import Assets
internal import Platform
internal import Synchronization

/// An interest of a browser's tab: an album with an order and tests, and what to report of it, as
/// `album=3&compared=yes&removed=no&order=name`.
private struct StreamInterest {
  /// The members of the registration; nil for an unknown album, or if the page shows no library.
  let members: String?
  /// True if the changes are counted by type; false if only the fact of a change is reported.
  let compares: Bool
  /// True if the assets that are removed from the library are reported.
  let tellsRemovals: Bool

  init(_ query: RequestParameters, of site: Site) {
    let isLibrary = site.pageState.kind == .library
    let album = query.value("album") ?? ""
    members = isLibrary ? site.fetch(album, query).map { String($0.dropLast()) } : nil
    compares = query.value("compared") == "yes"
    tellsRemovals = query.value("removed") == "yes"
  }
}

extension Site {
  /// The greatest number of tabs whose interests one stream has.
  private static let mostInterests = 64

  /// Streams the changes that the tabs of a browser are interested in: each parameter `interest`
  /// encodes the parameters of one.
  func events(_ request: HTTPRequest) -> HTTPResponse {
    let interests = request.parameters.texts("interest").prefix(Self.mostInterests).map {
      StreamInterest(RequestParameters(text: $0), of: self)
    }
    // Chosen assets may belong to other albums.
    let tellsRemovals = pageState.limit != nil && interests.contains { $0.tellsRemovals }
    return HTTPResponse(
      .okay, type: "text/event-stream",
      .events { [self] client in
        presence.openStream()
        let stream = ChangeStream(for: client)
        let name = "changes-\(Secret().text)"
        var names: [String] = []
        for (number, interest) in interests.enumerated() {
          guard let members = interest.members else { continue }
          names.append("\(name)-\(number)")
          feed.follow(names[names.count - 1], members, compares: interest.compares) {
            stream.take($0, of: number)
          }
        }
        if tellsRemovals, let everything = fetch("0") {
          names.append(name)
          feed.follow(name, String(everything.dropLast()), compares: true) {
            stream.takeRemovals($0)
          }
        }
        // The browser closes its former stream when it has the state from this one.
        begin(stream)
        stream.run()
        for name in names { feed.unfollow(name) }
        state.withLock { $0.streams[ObjectIdentifier(stream)] = nil }
        presence.closeStream()
      })
  }

  /// Sends the page's state to a stream; reports the first one to the tool, as the page is open.
  private func begin(_ stream: ChangeStream) {
    let (number, isFirst) = state.withLock { state in
      defer { state.isSeen = true }
      state.streams[ObjectIdentifier(stream)] = stream
      return (state.pageState.number, !state.isSeen)
    }
    stream.tell(number)
    if isFirst { feed.write("{\"seen\":true}") }
  }
}
