import Foundation
import TestSupport
import Testing

@Suite struct TemporaryDirectoryTests {
  @Test func removesEvenWhatCannotBeRead() throws {
    var folder: TemporaryDirectory? = try TemporaryDirectory(goesAtOnce: true)
    let path = try #require(folder?.path)
    try folder?.write("text", to: "a/b/c.txt")
    chmod("\(path)/a/b", 0)
    chmod("\(path)/a", 0)
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func isPrivate() throws {
    let folder = try TemporaryDirectory()
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(facts[.posixPermissions] as? Int == 0o700)
  }

  @Test func setsTheTimeOfAFile() throws {
    let folder = try TemporaryDirectory()
    let date = Date(timeIntervalSince1970: 1_443_389_368)
    let path = try folder.write([1, 2, 3], to: "x/y.bin", modified: date)
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    #expect(facts[.modificationDate] as? Date == date)
    #expect(try folder.contents(of: "x/y.bin") == [1, 2, 3])
  }
}
