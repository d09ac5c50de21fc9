import Foundation
import Testing

@testable import Page

@Suite struct SiteTests {
  private let requests = Pipe()
  private let answers = Pipe()

  private func site() -> (Site, Feed) {
    let feed = Feed(
      requests: requests.fileHandleForWriting.fileDescriptor,
      answers: answers.fileHandleForReading.fileDescriptor)
    let site = Site("Pictures", PageSession(port: 1), feed, Presence(patience: .zero))
    return (site, feed)
  }

  /// Shows contents, as the tool tells them, and returns what the page asks the tool for.
  private func asked(_ kinds: String...) throws -> [String] {
    let (site, feed) = site()
    let lines = kinds.enumerated().map { number, kind in
      #"{"id":"page","kind":"scene","number":\#(number + 1),"scene":"\#(kind)"}"# + "\n"
    }
    try answers.fileHandleForWriting.write(contentsOf: Data(lines.joined().utf8))
    try answers.fileHandleForWriting.close()
    feed.run()
    try requests.fileHandleForWriting.close()
    return try withExtendedLifetime(site) {
      let text = try requests.fileHandleForReading.readToEnd() ?? Data()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test func aLibraryIsReadBeforeABrowserAsks() throws {
    let lines = try asked("waiting", "library")
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""album":"smartAlbumUserLibrary""#) == true)
    #expect(lines.first?.hasSuffix(#""range":[0,0]}"#) == true)
  }

  @Test func nothingElseIsReadUnasked() throws {
    #expect(try asked("waiting", "question", "records") == [])
  }
}
