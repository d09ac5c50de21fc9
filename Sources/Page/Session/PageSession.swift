internal import Platform
internal import Synchronization

/// Who may ask for anything: the one browser that opened the address with its token.
///
/// The token holds once. It is traded for a cookie that scripts can't read and other sites' pages don't
/// send. Safe from any thread.
package final class PageSession: Sendable {
  /// The address of the page, with the token.
  package let address: String
  private let host: String
  private let cookieName: String
  private let cookie = Secret()
  private let token: Lock<Secret?>

  /// What becomes of a request.
  package enum Admission: Sendable {
    case granted
    /// It is answered here.
    case answered(HTTPResponse)
  }

  /// - Parameter port: the port of this computer that the page is served on.
  package init(port: UInt16) {
    host = "127.0.0.1:\(port)"
    // A browser gives a cookie to all ports of a host.
    cookieName = "shotflow-\(port)"
    let secret = Secret()
    token = Lock(secret)
    address = "http://\(host)/?token=\(secret.text)"
  }

  /// Decides about a request before anything else looks at it.
  package func admit(_ request: HTTPRequest) -> Admission {
    // Another name for this computer is what a page of another site would come with.
    guard request.headers["host"] == host else {
      return .answered(HTTPResponse(.misdirected, text: "this is \(host), and nothing else"))
    }
    guard isOfThisPage(request) else {
      return .answered(HTTPResponse(.forbidden, text: "pages of other sites get no answer"))
    }
    let isKnown = request.cookie(cookieName).map { cookie.matches($0) } ?? false
    if request.method == .get, request.path == "/", let word = request.value("token") {
      if redeem(word) { return .answered(welcome) }
      // The browser that has the cookie may come back to its first address.
      if isKnown { return .answered(Self.toPage) }
    }
    guard isKnown else { return .answered(Self.stranger) }
    return .granted
  }

  /// Whether a browser says that the request is not one of another site.
  private func isOfThisPage(_ request: HTTPRequest) -> Bool {
    let origin = request.headers["origin"]
    if let origin, origin != "http://\(host)" { return false }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return false
    }
    return request.method == .get || origin != nil
  }

  private func redeem(_ word: String) -> Bool {
    token.withLock { token in
      guard let known = token, known.matches(word) else { return false }
      token = nil
      return true
    }
  }

  private var welcome: HTTPResponse {
    var response = Self.toPage
    response.headers.append(
      ("Set-Cookie", "\(cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/"))
    return response
  }

  private static let toPage = HTTPResponse(.seeOther, headers: [("Location", "/")])

  private static let stranger = HTTPResponse(
    .forbidden,
    text: """
      This page opens once, in one browser, by the address that shotflow printed.
      If that was not you, end shotflow with Ctrl-C and start it again.
      """)
}
