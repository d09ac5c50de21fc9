internal import Platform

/// The page's access control: only browsers that opened the address with its token are served. The
/// token is valid while the program runs, and exchanged for a cookie that scripts can't read and
/// other sites' pages don't send.
package struct PageSession: Sendable {
  /// The address of the page, with the token.
  package var address: String { "\(place)?token=\(token.text)" }
  private let host: String
  private let cookieName: String
  private let cookie = Secret()
  private let token = Secret()

  /// The outcome of the check of a request.
  package enum Admission: Sendable {
    case granted
    /// The request gets this response at once.
    case answered(HTTPResponse)
  }

  /// Creates the token; `port` is the local port of the page.
  package init(port: UInt16) {
    host = "127.0.0.1:\(port)"
    // A browser sends a cookie to all ports of a host.
    cookieName = "shotflow-\(port)"
  }

  private var place: String { "http://\(host)/" }

  /// Checks the host, the origin and the cookie or token of a request before it is processed.
  package func admit(_ request: HTTPRequest) -> Admission {
    // A page of another site could reach this computer by another host name.
    guard request.headers["host"] == host else {
      let words = "open \(place), and no other name or port; ssh -L has to keep the port"
      return .answered(HTTPResponse(.misdirected, text: words))
    }
    guard isOfThisPage(request) else {
      return .answered(HTTPResponse(.forbidden, text: "pages of other sites get no answer"))
    }
    let isKnown = request.cookie(cookieName).map { cookie.matches($0) } ?? false
    if request.method == .get, request.path == "/", let word = request.value("token") {
      if token.matches(word) { return .answered(welcome) }
      // A browser with the cookie may have the address of an earlier run at this port.
      if isKnown { return .answered(Self.toPage) }
    }
    guard isKnown else { return .answered(refusal(of: request)) }
    return .granted
  }

  /// Returns false if the browser's headers show a request of another site.
  private func isOfThisPage(_ request: HTTPRequest) -> Bool {
    let origin = request.headers["origin"]
    if let origin, origin != "http://\(host)" { return false }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return false
    }
    return request.method == .get || origin != nil
  }

  private var welcome: HTTPResponse {
    var response = Self.toPage
    response.headers.append(
      ("Set-Cookie", "\(cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/"))
    return response
  }

  private static let toPage = HTTPResponse(.seeOther, headers: [("Location", "/")])

  /// The response to processes of other users of this computer, whatever they ask.
  static let otherUser = HTTPResponse(
    .forbidden,
    text:
      "This page belongs to another user of this computer. Start shotflow browse --page yourself.")

  /// Returns the response to a browser without the cookie: how it gets in.
  private func refusal(of request: HTTPRequest) -> HTTPResponse {
    if request.path == "/plain.css", let style = PageFile("plain.css") {
      return style.response(to: request)
    }
    let remedy = """
      Open the whole link that shotflow printed where it was started: it begins with \
      \(place)?token= and works in each of your browsers while the command runs.
      """
    guard request.headers["accept"]?.contains("text/html") == true else {
      return HTTPResponse(.forbidden, text: remedy)
    }
    let again = "If it is not on the screen any more, press Ctrl-C there and start shotflow again."
    return HTTPResponse(
      .forbidden, page: "This browser needs the link of the page", "<p>\(remedy)</p><p>\(again)</p>"
    )
  }
}

/// A random text that can't be guessed: 128 bits from the system, in hexadecimal digits.
struct Secret: Hashable, Sendable {
  let text: String

  init() {
    var numbers = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(numbers.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Compares texts in constant time, which doesn't reveal the number of correct characters.
  func matches(_ other: some StringProtocol) -> Bool {
    let (own, others) = (Array(text.utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
