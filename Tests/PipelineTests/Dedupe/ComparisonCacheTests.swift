import AssetSupport
import Assets
import Files
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Cached results of comparing files, which are believed until a file changes.
@Suite struct ComparisonCacheTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for index in 0..<12 { try write("other\(index)", size: 30_000 + index, seed: 7) }
    for name in ["a", "b", "c"] { try write(name, size: 20_000, seed: 1) }
    try write("d", size: 20_000, seed: 2)
    // Only a byte in the middle tells it from the first three.
    try write("e", size: 20_000, seed: 1) { $0[10_000] ^= 1 }
    for name in ["s", "t"] { try write(name, size: 100, seed: 3) }
  }

  private func write(
    _ name: String, size: Int, seed: UInt64, _ change: (inout [UInt8]) -> Void = { _ in }
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = generator.bytes(count: size)
    change(&bytes)
    try folder.write(bytes, to: "pictures/\(name)")
  }

  /// - Parameter ahead: how far in the future the clock is, in seconds.
  private func catalogue(ahead: Int64 = 10) -> Catalogue {
    Catalogue(
      at: folder.path("cache/catalogue.sqlite"),
      clock: CatalogueClock { CatalogueClock.systemTime() + ahead * 1_000_000_000 })
  }

  private func run(
    _ catalogue: Catalogue?, _ dedupe: ArgumentValue = [:], lanes: Int = 2
  ) throws -> [String] {
    var scenario = Scenario(
      [StageCall("source", ["everything": true]), StageCall("dedupe", dedupe)],
      library: folder.path("pictures"))
    scenario.catalogue = catalogue
    scenario.lanes = lanes
    let names = try scenario.run().names.filter { !$0.hasPrefix("other") }
    catalogue?.close()
    return names
  }

  private func status(_ name: String) throws -> FileStatus {
    try OpenFile(directory: AT_FDCWD, name: folder.path("pictures/\(name)")).status
  }

  private func compared(_ name: String) throws -> ComparedContent? {
    let status = try status(name)
    let catalogue = catalogue()
    catalogue.expect(files: 100)
    return Array(name.utf8).withUnsafeBytes { catalogue.compared(CatalogueKey(status, name: $0)) }
  }

  private func note(_ compared: ComparedContent, of name: String) throws {
    let catalogue = catalogue()
    catalogue.expect(files: 100)
    let status = try status(name)
    Array(name.utf8).withUnsafeBytes {
      catalogue.note(compared, of: status, name: $0, at: catalogue.clock.now)
    }
    catalogue.close()
  }

  @Test(arguments: [1, 2, 4]) func equalFilesGetOneName(_ lanes: Int) throws {
    #expect(try run(catalogue(), lanes: lanes) == ["a", "d", "e", "s"])
    let name = try #require(try compared("a")?.name)
    #expect(try compared("b")?.name == name)
    #expect(try compared("c")?.name == name)
    #expect(try compared("d")?.name == nil)
    #expect(try compared("e")?.name == nil)
    #expect(try compared("d")?.ends != compared("a")?.ends)
    #expect(try compared("e")?.ends == compared("a")?.ends)
    let small = try #require(try compared("s")?.name)
    #expect(try compared("t")?.name == small)
    #expect(small != name)
    // A file whose size is its own is never read.
    #expect(try compared("other1") == nil)
  }

  @Test(arguments: ["first", "newest"]) func theNextRunBelievesIt(_ keep: String) throws {
    let dedupe: ArgumentValue = ["keep": .text(keep)]
    let found = try run(catalogue(), dedupe)
    #expect(try run(catalogue(), dedupe) == found)
    // Only what is kept can make a file with other bytes equal.
    try note(try #require(try compared("a")), of: "d")
    #expect(try run(catalogue(), dedupe).count == found.count - 1)
    #expect(try run(nil, dedupe) == found)
  }

  @Test func otherEndsTellFilesApart() throws {
    _ = try run(catalogue())
    try note(ComparedContent(ends: 1, name: ComparedContent.Name()), of: "b")
    #expect(try run(catalogue()) == ["a", "b", "d", "e", "s"])
  }

  @Test func aChangedFileIsReadAgain() throws {
    _ = try run(catalogue())
    try note(try #require(try compared("a")), of: "d")
    #expect(try run(catalogue()) == ["a", "e", "s"])
    try write("d", size: 20_000, seed: 4)
    #expect(try run(catalogue(ahead: 20)) == ["a", "d", "e", "s"])
    // The one that the others were compared with.
    try write("a", size: 20_000, seed: 5)
    #expect(try run(catalogue(ahead: 20)) == ["a", "b", "d", "e", "s"])
    try write("d", size: 20_000, seed: 5)
    #expect(try run(catalogue(ahead: 20)) == ["a", "b", "e", "s"])
  }

  @Test func aNewFileJoinsItsContent() throws {
    _ = try run(catalogue())
    let name = try compared("b")?.name
    // It comes first, and represents the content from now on.
    try write("Z", size: 20_000, seed: 1)
    #expect(try run(catalogue(ahead: 20)) == ["Z", "d", "e", "s"])
    #expect(try compared("Z")?.name == name)
    #expect(try compared("b")?.name == name)
  }

  /// A verified copy got the time of its source, so that a write since would show.
  @Test(arguments: [true, false]) func aVerifiedCopyHasTheContentOfItsSource(_ isSame: Bool) throws
  {
    try write("copy", size: 20_000, seed: 1)
    let day = Date(timeIntervalSince1970: 1_000_000_000)
    try folder.setModified(day, of: "pictures/a")
    try folder.setModified(isSame ? day : day + 1, of: "pictures/copy")
    let catalogue = catalogue()
    catalogue.expect(files: 100)
    catalogue.note(
      copy: try status("copy"), named: Array("copy".utf8),
      of: try OpenFile(directory: AT_FDCWD, name: folder.path("pictures/a")),
      named: Array("a".utf8), at: catalogue.clock.now)
    catalogue.close()
    let copy = try compared("copy")
    #expect((copy?.name != nil) == isSame)
    #expect(try copy == compared("a"))
  }

  @Test func filesThatWereJustWrittenAreNotKept() throws {
    #expect(try run(catalogue(ahead: 0)) == ["a", "d", "e", "s"])
    #expect(try compared("a") == nil)
  }
}
