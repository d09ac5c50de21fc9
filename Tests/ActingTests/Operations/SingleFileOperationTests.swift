import CTestSupport
import Engine
import Foundation
import TestSupport
import Testing

@testable import Acting

@Suite struct SingleFileOperationTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("from")
    try folder.makeFolder("to")
  }

  private func copy(verified digest: ContentDigest?) throws -> SingleFileOperation {
    let from = try FileLocation(at: Array(folder.path("from/a").utf8))
    return SingleFileOperation(
      kind: .copy, file: try from.open(), from: from,
      to: try FileLocation(at: Array(folder.path("to/a").utf8)), digest: digest)
  }

  private func digest(_ text: String) throws -> ContentDigest {
    try ContentHasher.digest(.sha256, of: Array(text.utf8))
  }

  @Test func aVerifiedCopyKeepsDateAndAttributes() throws {
    try folder.write("picture", to: "from/a")
    let path = folder.path("from/a")
    // Not every file system has attributes.
    let isSupported = ctest_change("attribute", path) == 0
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    #expect(try copy(verified: digest("picture")).run() == .done)
    #expect(try folder.text(of: "to/a") == "picture")
    let kept = try FileManager.default.attributesOfItem(atPath: folder.path("to/a"))
    #expect(kept[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_000_000_000))
    if isSupported { #expect(ctest_change("read-attribute", folder.path("to/a")) == 0) }
  }

  @Test func aCopyThatDiffersWhenItIsReadBackGetsNoName() throws {
    try folder.write("picture", to: "from/a")
    let work = try copy(verified: digest("what the journal has"))
    #expect(throws: FileProblem.self) { try work.run() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("to")) == [])
    #expect(try folder.text(of: "from/a") == "picture")
  }

  @Test func aNameThatAnotherProgramTookIsLeftToIt() throws {
    try folder.write("picture", to: "from/a")
    let work = try copy(verified: digest("picture"))
    try folder.write("of another", to: "to/a")
    #expect(try work.run() == .taken)
    #expect(try folder.text(of: "to/a") == "of another")
  }
}
