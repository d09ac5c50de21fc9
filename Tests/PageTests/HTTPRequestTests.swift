import Testing

@testable import Page

@Suite struct HTTPRequestTests {
  private func request(_ head: String) throws -> HTTPRequest {
    try HTTPRequest(head: Array(head.utf8))
  }

  @Test func aRequestHasMethodPathQueryAndHeaders() throws {
    let request = try request(
      "GET /feed/albums/3?from=0&to=60 HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nCookie: a=1; b=2")
    #expect(request.method == .get)
    #expect(request.path == "/feed/albums/3")
    #expect(request.value("to") == "60")
    #expect(request.value("t") == nil)
    #expect(request.headers["host"] == "127.0.0.1:4000")
    #expect(request.cookie("b") == "2")
    #expect(request.bodyLength == 0)
  }

  @Test(arguments: [
    ("", 400), ("GET", 400), ("GET / HTTP/1.1 x", 400), ("GET  / HTTP/1.1", 400),
    ("GET / HTTP/1.0", 505), ("GET / HTTP/2", 505), ("PUT / HTTP/1.1", 405),
    ("HEAD / HTTP/1.1", 405), ("get / HTTP/1.1", 405), ("GET http://a/ HTTP/1.1", 400),
    ("GET * HTTP/1.1", 400), ("GET /\u{7F} HTTP/1.1", 400), ("GET /é HTTP/1.1", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nhost: b", 400), ("GET / HTTP/1.1\r\nHost", 400),
    ("GET / HTTP/1.1\r\n: a", 400), ("GET / HTTP/1.1\r\nHost : a", 400),
    ("GET / HTTP/1.1\r\nA: b\r\n c", 400), ("GET / HTTP/1.1\nHost: a", 400),
    ("GET / HTTP/1.1\r\nA: b\u{0}c", 400), ("GET / HTTP/1.1\r\nA: b\nC: d", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", 501),
    ("POST / HTTP/1.1\r\nContent-Length: -1", 400), ("POST / HTTP/1.1\r\nContent-Length: +1", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 0x1", 400), ("POST / HTTP/1.1\r\nContent-Length:", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 4194305", 413),
    ("GET / HTTP/1.1\r\nContent-Length: 1", 400),
  ])
  func whatNoBrowserSendsIsRefused(_ head: String, _ status: Int) {
    #expect {
      try request(head)
    } throws: {
      ($0 as? HTTPProblem)?.status.rawValue == status
    }
  }
}

@Suite struct ByteRangeTests {
  @Test(arguments: [
    (nil, ByteRange.whole), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)),
    ("bytes=90-500", .part(90..<100)), ("bytes=-10", .part(90..<100)),
    ("bytes=-500", .part(0..<100)), ("bytes=100-", .none), ("bytes=-0", .none),
    ("bytes=9-1", .none), ("bytes=0-1,4-5", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole),
    ("lines=0-1", .whole), ("bytes=99999999999999999999-", .whole),
  ])
  func partsOfAFile(_ header: String?, _ range: ByteRange) {
    #expect(ByteRange(header, of: 100) == range)
  }
}
