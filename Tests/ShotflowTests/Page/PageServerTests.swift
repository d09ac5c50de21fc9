import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The page is for the browsers of one user on this computer: each way in that a stranger may try, request by request.
@Suite struct PageServerTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("one.png", seed: 1)
    try world.picture("two.png", seed: 2)
  }

  private func served() async throws -> ServedPage {
    try await ServedPage(["browse", world.library], in: world)
  }

  @Test func theTokenIsTradedForACookieThatScriptsAndOtherSitesDoNotGet() async throws {
    let page = try await served()
    let client = try page.client()
    let first = try #require(client.ask("GET /?token=\(page.token) HTTP/1.1\r\nHost: \(page.host)"))
    #expect(first.status == 303)
    #expect(first.headers["location"] == "/")
    let cookie = try #require(first.headers["set-cookie"])
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    // Another browser of the same user.
    let again = client.ask("GET /?token=\(page.token) HTTP/1.1\r\nHost: \(page.host)")
    #expect(again?.status == 303 && again?.headers["set-cookie"] == cookie)
    let known = String(cookie.prefix { $0 != ";" })
    #expect(try page.get("/?token=0", cookie: known).status == 303)
    #expect(try page.get("/", cookie: known).status == 200)
  }

  @Test(arguments: ["/", "/page.js", "/feed/about", "/feed/albums", "/plain", "/alive", "/nothing"])
  func withoutTheCookieThereIsNothing(_ path: String) async throws {
    let page = try await served()
    let cookie = try page.cookie()
    let wrong = String(cookie.dropLast()) + (cookie.last == "0" ? "1" : "0")
    for line in ["", "\r\nCookie: \(wrong)", "\r\nCookie: \(cookie)0", "\r\nCookie: a=b"] {
      let answer = try page.client().ask("GET \(path) HTTP/1.1\r\nHost: \(page.host)\(line)")
      #expect(answer?.status == 403)
      #expect(answer?.text.contains("http://\(page.host)/?token= and works") == true)
    }
  }

  @Test func aBrowserWithoutTheCookieIsToldHowToGetIn() async throws {
    let page = try await served()
    let head = "HTTP/1.1\r\nHost: \(page.host)\r\nAccept: text/html,*/*"
    let answer = try #require(try page.client().ask("GET / \(head)"))
    #expect(answer.status == 403)
    #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
    #expect(answer.text.contains("http://\(page.host)/?token= and works"))
    #expect(!answer.text.contains(page.token))
    let style = try #require(answer.text.firstMatch(of: /href="(\/\w+\.css)"/)?.1)
    #expect(try page.client().ask("GET \(style) \(head)")?.status == 200)
  }

  @Test func aTokenIsNotGuessed() async throws {
    let page = try await served()
    for token in [
      "", "0", String(page.token.dropLast()), page.token + "0", page.token.uppercased(),
    ]
    where token != page.token {
      let answer = try page.client().ask("GET /?token=\(token) HTTP/1.1\r\nHost: \(page.host)")
      #expect(answer?.status == 403)
    }
    #expect(try !page.cookie().isEmpty)
  }

  @Test func anotherNameForThisComputerGetsNothing() async throws {
    let page = try await served()
    let cookie = try page.cookie()
    for host in [
      "evil.example", "localhost:\(page.port)", "127.0.0.1", "127.0.0.1:1", "[::1]:\(page.port)",
      "127.0.0.1:\(page.port).evil.example", "evil.example:\(page.port)",
    ] {
      let answer = try page.client().ask(
        "GET /feed/albums HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)")
      #expect(answer?.status == 421, "\(host)")
    }
    let nameless = try page.client().ask("GET / HTTP/1.1\r\nCookie: \(cookie)")
    #expect(nameless?.status == 421)
  }

  @Test func pagesOfOtherSitesGetNothing() async throws {
    let page = try await served()
    let cookie = try page.cookie()
    for header in [
      "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:1",
      "Origin: https://\(page.host)", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      let answer = try page.get("/feed/albums", cookie: cookie, header)
      #expect(answer.status == 403, "\(header)")
      #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
    }
    #expect(
      try page.get("/feed/albums", cookie: cookie, "Sec-Fetch-Site: same-origin").status == 200)
    // Not even the token, which a page may have seen.
    let other = try await served()
    let answer = try other.client().ask(
      "GET /?token=\(other.token) HTTP/1.1\r\nHost: \(other.host)\r\nSec-Fetch-Site: cross-site")
    #expect(answer?.status == 403)
  }

  #if os(Linux)
    @Test(
      .enabled(if: geteuid() == 0, "only root connects as another user"), arguments: [1000, 65534])
    func anotherUserGetsNothingWhateverItKnows(user: uid_t) async throws {
      let page = try await served()
      func ask(as user: uid_t?, _ head: String) throws -> RawClient.Answer? {
        try RawClient(port: page.port, user: user).ask(head)
      }
      let first = "GET /?token=\(page.token) HTTP/1.1\r\nHost: \(page.host)"
      let refused = try #require(try ask(as: user, first))
      #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
      #expect(refused.text.contains("another user"))
      // The token is still there for its own user.
      let cookie = try page.cookie()
      for path in ["/", "/feed/albums", "/feed/events", "/pictures/0/0/-/thumbnail"] {
        let head = "GET \(path) HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(cookie)"
        #expect(try ask(as: user, head)?.status == 403)
      }
      let albums = "GET /feed/albums HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(cookie)"
      #expect(try ask(as: nil, albums)?.status == 200)
    }
  #endif

  @Test func everyAnswerForbidsWhatPagesMayNot() async throws {
    let page = try await served()
    let cookie = try page.cookie()
    let stranger = try #require(try page.client().ask("GET / HTTP/1.1\r\nHost: \(page.host)"))
    let wrong = try #require(try page.client().ask("nonsense"))
    for answer in [try page.get("/", cookie: cookie), stranger, wrong] {
      #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'self'; ") == true)
      #expect(answer.headers["content-security-policy"]?.contains("unsafe") == false)
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(
        answer.headers["cache-control"] == "no-cache"
          || answer.headers["cache-control"] == "no-store")
    }
  }

  @Test func onlyGetIsAnswered() async throws {
    let page = try await served()
    let cookie = try page.cookie()
    for method in ["PUT", "DELETE", "OPTIONS", "CONNECT", "HEAD", "TRACE", "PATCH"] {
      let answer = try page.client().ask(
        "\(method) / HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(cookie)")
      #expect(answer?.status == 405, "\(method)")
    }
    // A browser has nothing to choose.
    #expect(try page.choose("{\"chosen\":[]}", cookie: cookie).status == 404)
  }

  @Test(arguments: [
    "/../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/etc/passwd", "//etc/passwd", "/./page.js",
    "/pictures/../../etc/passwd", "/pictures/0/0/-/..", "/pictures/0/-1/-/thumbnail",
    "/pictures/00/0/-/thumbnail", "/pictures/0/99999999999999999999/-/thumbnail",
    "/pictures/9/0/-/thumbnail", "/plain/9", "/plain/%00", "/feed/albums/0/1", "/page.js/",
    "/index.html/../page.js", "/PAGE.JS", "/one.png",
  ])
  func aPathIsOneOfThePageOrNothing(_ path: String) async throws {
    let page = try await served()
    #expect(try page.get(path, cookie: page.cookie()).status == 404)
  }

  @Test func tenMegabytesOfHeadersAreRefusedAndNotKept() async throws {
    let page = try await served()
    let client = try page.client()
    client.send("GET / HTTP/1.1\r\n")
    let line = "X-Filler: " + String(repeating: "a", count: 1000) + "\r\n"
    for _ in 0..<10_000 where client.send(line) {}
    #expect(client.answer()?.status == 431)
    let long = try page.client().ask("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1")
    #expect(long?.status == 431)
    #expect(try page.get("/alive", cookie: page.cookie()).status == 200)
  }

  @Test func aBodyIsBounded() async throws {
    let page = try await served()
    let client = try page.client()
    let answer = client.ask("POST /choice HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999")
    #expect(answer?.status == 413)
  }

  @Test func slowClientsKeepNobodyOut() async throws {
    let page = try await served()
    let cookie = try page.cookie()
    var silent: [RawClient] = []
    for number in 0..<200 {
      let client = try page.client()
      if number % 2 == 0 { client.send("GET / HTTP/1.1\r\nHost") }
      silent.append(client)
    }
    #expect(try page.get("/feed/albums", cookie: cookie).status == 200)
    #expect(silent[0].isEnded())
  }

  @Test func aHeadThatTakesTooLongIsEnded() async throws {
    let page = try await served()
    let client = try page.client()
    client.send("GET / HTTP/1.1\r\nHost: ")
    #expect(client.answer()?.status == 408)
    #expect(client.isEnded())
  }

  @Test func severalRequestsInOnePacketAreAnsweredInOrder() async throws {
    let page = try await served()
    let cookie = try page.cookie()
    let client = try page.client()
    let head = "HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(cookie)\r\n\r\n"
    client.send("GET /alive \(head)GET /nothing \(head)GET /alive \(head)")
    #expect((0..<3).map { _ in client.answer()?.status } == [200, 404, 200])
  }

  @Test func nothingButThisComputerReachesIt() async throws {
    let page = try await served()
    // Another address of this computer, as a network card has one.
    #expect(throws: POSIXError.self) { try RawClient(port: page.port, address: 0x7F00_0002) }
  }
}
