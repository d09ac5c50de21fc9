import Engine
import Files
import Foundation
import TestSupport
import Testing

/// Texts that stages keep of files.
@Suite struct CatalogueTextTests {
  private let bench: CatalogueBench
  private let place: String

  init() throws {
    bench = try CatalogueBench()
    place = try bench.folder.write("content", to: "pictures/kept.txt")
  }

  private func status() throws -> FileStatus {
    try #require(FileStatus(directory: AT_FDCWD, name: place))
  }

  private func keep(_ text: String, by maker: String, in catalogue: Catalogue) throws {
    let status = try status()
    Array("kept.txt".utf8).withUnsafeBytes {
      catalogue.keep(text, by: maker, of: status, name: $0, at: catalogue.clock.now)
    }
  }

  private func text(by maker: String, in catalogue: Catalogue) throws -> String? {
    let status = try status()
    let key = Array("kept.txt".utf8).withUnsafeBytes { CatalogueKey(status, name: $0) }
    return catalogue.text(by: maker, of: key)
  }

  @Test func aTextIsKeptForTheFileAsItIsAndForItsMaker() throws {
    try keep("one\u{0} two\n", by: "a", in: bench.settled())
    #expect(try text(by: "a", in: bench.settled()) == "one\u{0} two\n")
    #expect(try text(by: "b", in: bench.settled()) == nil)
    try bench.folder.write("content that changed", to: "pictures/kept.txt")
    #expect(try text(by: "a", in: bench.settled()) == nil)
    try keep("new", by: "a", in: bench.settled())
    #expect(try text(by: "a", in: bench.settled()) == "new")
  }

  @Test func whatWasWrittenAMomentAgoIsNotKeptOf() throws {
    try keep("early", by: "a", in: bench.catalogue())
    #expect(try text(by: "a", in: bench.settled()) == nil)
  }

  @Test func aCatalogueOfAnEarlierVersionTakesTexts() throws {
    _ = try bench.run(bench.settled())
    try SQLiteConnection(path: bench.path).execute("DROP TABLE text")
    let count = bench.settled().status().count
    try keep("text", by: "a", in: bench.settled())
    #expect(try text(by: "a", in: bench.settled()) == "text")
    #expect(bench.settled().status().count == count)
    #expect(bench.reported.isEmpty)
  }

  @Test func clearingForgetsTexts() throws {
    try keep("text", by: "a", in: bench.settled())
    let busy = bench.settled()
    #expect(try text(by: "a", in: busy) == "text")
    try bench.settled().clear()
    #expect(try text(by: "a", in: bench.settled()) == nil)
  }

  @Test func whatWasNotUsedForLongestMakesRoom() throws {
    try keep(String(repeating: "x", count: 400_000), by: "old", in: bench.settled())
    try SQLiteConnection(path: bench.path).execute("UPDATE text SET used = 1")
    try keep("new", by: "new", in: bench.settled(limit: 300_000))
    #expect(try text(by: "old", in: bench.settled()) == nil)
    #expect(try text(by: "new", in: bench.settled()) == "new")
  }
}
