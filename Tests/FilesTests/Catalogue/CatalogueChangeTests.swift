import AssetSupport
import Files
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Every way in which a file can change between two runs is noticed.
@Suite struct CatalogueChangeTests {
  private let bench: CatalogueBench
  private let name = "changing.jpg"

  init() throws {
    bench = try CatalogueBench()
    try bench.folder.write(picture(width: 40), to: "pictures/\(name)")
  }

  private var path: String { "\(bench.library)/\(name)" }

  /// Pictures of the same number of bytes, whatever their width.
  private func picture(width: Int) -> [UInt8] {
    var bytes = JPEGPicture(width: width, height: 8).encoded()
    bytes += [UInt8](repeating: 0, count: 4096 - bytes.count)
    return bytes
  }

  private func width(_ catalogue: Catalogue? = nil) throws -> Int? {
    let outcome = try bench.run(catalogue ?? bench.settled())
    return try outcome.records.first { $0["filename"] as? String == name }?["pixelWidth"] as? Int
  }

  /// Waits until a write gets another time than one before.
  private func waitForAnotherTick() {
    usleep(30_000)
  }

  private func overwrite(_ bytes: [UInt8]) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  @Test func aRewriteOfTheSameSizeWithItsOldTime() throws {
    #expect(try width() == 40)
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    let modified = try #require(facts[.modificationDate] as? Date)
    waitForAnotherTick()
    try overwrite(picture(width: 48))
    try bench.folder.setModified(modified, of: "pictures/\(name)")
    #expect(try width() == 48)
    #expect(try width() == 48)
  }

  @Test func aReplacementByRenaming() throws {
    #expect(try width() == 40)
    try bench.folder.write(picture(width: 48), to: "new.jpg")
    #expect(rename(bench.folder.path("new.jpg"), path) == 0)
    #expect(try width() == 48)
  }

  @Test func twoFilesThatSwapTheirNames() throws {
    try bench.folder.write(picture(width: 48), to: "pictures/other.jpg")
    #expect(try width() == 40)
    let other = "\(bench.library)/other.jpg"
    #expect(rename(path, bench.folder.path("aside")) == 0)
    #expect(rename(other, path) == 0)
    #expect(rename(bench.folder.path("aside"), other) == 0)
    #expect(try width() == 48)
  }

  @Test func aRemovalAndANewFile() throws {
    #expect(try width() == 40)
    waitForAnotherTick()
    unlink(path)
    try bench.folder.write(picture(width: 48), to: "pictures/\(name)")
    #expect(try width() == 48)
  }

  @Test func aShorterFile() throws {
    #expect(try width() == 40)
    waitForAnotherTick()
    truncate(path, 2)
    #expect(try width() == nil)
  }

  @Test func aTouchIsReadAnewAndSaysTheSame() throws {
    #expect(try width() == 40)
    waitForAnotherTick()
    utimes(path, nil)
    #if canImport(Glibc)
      let watch = OpenWatch(bench.library)
      #expect(try width() == 40)
      #expect(watch.names == [name])
    #endif
  }

  /// A file that was written just now is not kept: the next write could bear the same time.
  @Test func aFileWrittenJustNowIsReadEachTime() throws {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    let written = try #require(facts[.modificationDate] as? Date)
    let moment = Int64(written.timeIntervalSince1970 * 1e9) + 1_000_000_000
    let clock = CatalogueClock { moment }
    #expect(try width(bench.catalogue(clock: clock)) == 40)
    #if canImport(Glibc)
      let watch = OpenWatch(bench.library)
      #expect(try width(bench.catalogue(clock: clock)) == 40)
      #expect(watch.names.contains(name))
    #endif
    try overwrite(picture(width: 48))
    #expect(try width(bench.catalogue(clock: clock)) == 48)
  }

  @Test func aFileFromTheFutureIsReadEachTime() throws {
    try bench.folder.setModified(Date(timeIntervalSinceNow: 1e8), of: "pictures/\(name)")
    #expect(try width() == 40)
    #if canImport(Glibc)
      let watch = OpenWatch(bench.library)
      #expect(try width() == 40)
      #expect(watch.names == [name])
    #endif
  }

  /// Facts that were read before the clock was set back are not believed.
  @Test func nothingIsKeptWhileTheClockIsBehind() throws {
    let behind = CatalogueClock { 1_000_000_000 }
    _ = try bench.run(bench.catalogue(clock: behind))
    #if canImport(Glibc)
      let watch = OpenWatch(bench.library)
      _ = try bench.run(bench.catalogue(clock: behind))
      #expect(try Set(watch.names) == Set(bench.openedNames))
    #endif
  }
}
