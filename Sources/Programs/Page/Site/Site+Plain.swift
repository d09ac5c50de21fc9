internal import Assets
internal import Platform

/// The pages for browsers without scripts: lists of links.
extension Site {
  private static let mostOnPage = 60

  func plainAlbums(for client: HTTPConnection) throws(FeedProblem) -> HTTPResponse {
    let pageState = pageState
    if pageState.kind == .question {
      return HTTPResponse(
        page: title, "<p>There is a question, which needs a browser with scripts.</p>")
    }
    if pageState.kind == .waiting {
      return HTTPResponse(
        page: title, "<p>There is nothing to see yet. Load this page again later.</p>")
    }
    let items = try albums(for: client).map { album in
      """
      <li><a href="/plain/\(album.number)">\(HTMLText.escaped(album.title))</a> \(album.count)</li>
      """
    }
    return HTTPResponse(page: title, "<ul>\(items.joined())</ul>")
  }

  func plainAssets(
    _ album: String, _ fetch: String, _ range: Range<Int>, for client: HTTPConnection
  ) throws(FeedProblem) -> HTTPResponse {
    let first = range.lowerBound
    let last = first + Self.mostOnPage
    let answer = try FeedAnswer.of(fetch + "\"range\":[\(first),\(last)]", from: feed, for: client)
    let count = answer.end?.count ?? 0
    let items = answer.lines.enumerated().map { place, line in
      let picture = "/pictures/\(album)/\(first + place)/-"
      switch line {
      case .record(let bytes):
        let name = bytes.withUnsafeBytes { text in
          (try? JSONElement(checking: text, deepest: FeedLine.deepest))?[first: "filename"]?.string
        }
        let shown = HTMLText.escaped(name ?? "")
        return """
          <li><a href="\(picture)/preview"><img src="\(picture)/thumbnail" alt="" loading="lazy">\
          \(shown)</a></li>
          """
      case .unreadable(let reason): return "<li>\(HTMLText.escaped(PublicReason.of(reason)))</li>"
      default: return ""
      }
    }
    func link(_ from: Int, _ text: String) -> String {
      "<a href=\"/plain/\(album)?from=\(from)\">\(text)</a> "
    }
    let links =
      (first > 0 ? link(max(0, first - Self.mostOnPage), "Earlier") : "")
      + (last < count ? link(last, "Later") : "")
    return HTTPResponse(
      page: title,
      """
      <p><a href="/plain">Albums</a></p><p>\(count) items</p>\
      <ul class="plain">\(items.joined())</ul><p>\(links)</p>
      """)
  }
}

extension HTTPResponse {
  /// Creates a page without scripts, of a title as text and a body as HTML.
  init(_ status: HTTPStatus = .okay, page title: String, _ body: String) {
    let title = HTMLText.escaped(title)
    let text = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="stylesheet" href="/plain.css"><h1>\(title)</h1>\(body)</html>

      """
    self.init(status, type: "text/html; charset=utf-8", .bytes(Array(text.utf8)))
  }
}
