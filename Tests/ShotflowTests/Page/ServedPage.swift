import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The tool while it serves a page, and a browser's part in that.
final class ServedPage {
  let program: RunningProgram
  let port: UInt16
  let token: String

  convenience init(_ arguments: [String], in world: ProgramWorld, input: String = "") async throws {
    var program = world.program(arguments + ["--page", "--no-open"], input: input.utf8)
    // However late the test gets to ask.
    program.environment["SHOTFLOW_PAGE_TIME"] = "86400"
    try await self.init(of: try program.start())
  }

  /// Waits until a program that runs serves a page, and tells its address.
  init(of program: RunningProgram) async throws {
    self.program = program
    _ = await program.showed("token=")
    let found = try #require(
      self.program.errorOutput.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/\?token=(\w+)/),
      "\(self.program.errorOutput)")
    port = try #require(UInt16(found.1))
    token = String(found.2)
  }

  deinit { program.signal(SIGKILL) }

  var host: String { "127.0.0.1:\(port)" }

  func client() throws -> RawClient { try RawClient(port: port) }

  /// Trades the token for a cookie.
  func cookie() throws -> String {
    let answer = try client().ask("GET /?token=\(token) HTTP/1.1\r\nHost: \(host)")
    let header = try #require(answer?.headers["set-cookie"])
    return String(header.prefix { $0 != ";" })
  }

  /// The answer to a request with the cookie.
  func get(
    _ path: String, cookie: String, _ headers: String...
  ) throws -> RawClient.Answer {
    let lines = ["GET \(path) HTTP/1.1", "Host: \(host)", "Cookie: \(cookie)"] + headers
    return try #require(try client().ask(lines.joined(separator: "\r\n")))
  }

  /// Sends a choice as the page does.
  func choose(
    _ body: String, in scene: Int = 1, cookie: String, origin: String? = nil
  ) throws -> RawClient.Answer {
    try post("/scenes/\(scene)/choice", body, cookie: cookie, origin: origin)
  }

  /// Sends the number of a button as the page does.
  func answer(
    _ number: Int, in scene: Int = 1, cookie: String
  ) throws -> RawClient.Answer {
    try post("/scenes/\(scene)/answer", "{\"answer\":\(number)}", cookie: cookie)
  }

  func post(
    _ path: String, _ body: String, cookie: String, origin: String? = nil,
    type: String = "application/json", length: Int? = nil
  ) throws -> RawClient.Answer {
    let client = try client()
    client.send(
      """
      POST \(path) HTTP/1.1\r
      Host: \(host)\r
      Cookie: \(cookie)\r
      Origin: \(origin ?? "http://\(host)")\r
      Content-Type: \(type)\r
      Content-Length: \(length ?? body.utf8.count)\r
      \r
      \(body)
      """)
    return try #require(client.answer())
  }

  /// Follows what the page shows, as a browser that has it open.
  func watch(cookie: String) throws -> RawClient {
    let client = try client()
    client.send("GET /feed/events HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
    return client
  }

  /// The cookie, once the page shows something: the tool tells what, right behind the address.
  func cookieOnceShown() async throws -> String {
    let cookie = try cookie()
    _ = try await about(cookie: cookie) { $0.kind != "waiting" }
    return cookie
  }

  /// Waits until the page shows a question or an asset, and returns it.
  func about(cookie: String, isScene: (ListedScene) -> Bool) async throws -> ListedScene {
    while true {
      let answer = try get("/feed/about", cookie: cookie)
      let scene = try JSONDecoder().decode(ListedScene.self, from: Data(answer.body))
      if isScene(scene) { return scene }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

struct ListedScene: Decodable {
  let scene: Int
  let kind: String
  let title: String
  let facts: [[String]]?
  let answers: [String]
  let milliseconds: Int?
  let width, height: Int?
}

struct ListedAlbum: Decodable {
  let id: Int
  let title: String
  let count: Int
}

struct ListedAssets: Decodable {
  struct Item: Decodable {
    let key, version, name, problem: String?
    let motion: String?
  }

  let count: Int
  let assets: [Item]
}
