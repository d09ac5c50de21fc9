import Samples
import TestSupport
import Testing

@testable import Engine
@testable import Runs

@Suite struct FetchSnapshotTests {
  static func name(_ library: Int, _ identifier: String) -> AssetKey {
    var identifier = identifier
    return identifier.withUTF8 {
      AssetKey(library: library, identifier: UnsafeRawBufferPointer($0))
    }
  }

  static func snapshot(_ identifiers: [String], question: UInt64 = 5) throws -> FetchSnapshot {
    let list = FetchList(libraries: [Array("/library".utf8), [0xFF]])
    for (index, identifier) in identifiers.enumerated() {
      #expect(list.append(name(index % 2, identifier), version: UInt64(index) << 40))
    }
    return FetchSnapshot(
      identity: try FetchIdentity(rule: [1, 2], libraries: [[3]]), question: question,
      marks: [LibraryMark(files: 7), LibraryMark(files: nil)], list: list)
  }

  @Test(arguments: [
    "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/001", "0eba5a05-6E6B-4EF6-B264-8F3AE6B88379/L0/001",
    "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/002", "0EBA5A05x6E6B-4EF6-B264-8F3AE6B88379/L0/001",
    "folder/picture.jpg", "",
  ])
  func aNameIsReadAsItWasWritten(_ identifier: String) {
    for library in [0, 1, 127, 128, 100_000] {
      let read = AssetKey.read(Self.name(library, identifier).bytes[...])
      #expect(read.library == library)
      #expect(read.identifier == Array(identifier.utf8))
    }
  }

  @Test func anIdentifierOfPhotosTakesFewBytes() {
    let name = Self.name(0, "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/001")
    #expect(name.bytes.count == 18)
  }

  @Test func aSnapshotIsReadAsItWasWritten() throws {
    let written = try Self.snapshot(["a", "b/c", "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/001"])
    let read = try #require(FetchSnapshot(written.bytes))
    #expect(read.identity == written.identity)
    #expect(read.question == 5)
    #expect(read.marks == written.marks)
    #expect(read.list.libraries == written.list.libraries)
    #expect(read.list.versions == written.list.versions)
    #expect(read.list.identity(2).library == Array("/library".utf8))
    #expect(
      String(decoding: read.list.identity(2).identifier, as: UTF8.self)
        == "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/001")
    #expect(read.bytes == written.bytes)
  }

  /// A snapshot from before knows files that are no assets any more; they don't count as removed.
  @Test func anOlderSnapshotForgetsOtherFiles() throws {
    let names = [
      "a.jpg", "taxes.pdf", "trip/Thumbs.db", "gone", "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/001",
    ]
    var bytes = try Self.snapshot(names).bytes
    let digit = try #require(bytes.firstIndex(of: UInt8(ascii: "2")))
    bytes[digit] = UInt8(ascii: "1")
    let list = try #require(FetchSnapshot(bytes)).list
    let kept = (0..<list.count).map {
      String(decoding: list.identity($0).identifier, as: UTF8.self)
    }
    #expect(kept == [names[0], names[3], names[4]])
    #expect(list.versions == [0, 3 << 40, 4 << 40])
  }

  @Test func whatIsCutOffOrWrongIsNoSnapshot() throws {
    let bytes = try Self.snapshot(["a", "b", "0EBA5A05-6E6B-4EF6-B264-8F3AE6B88379/L0/001"]).bytes
    for count in 0..<bytes.count { #expect(FetchSnapshot(Array(bytes[..<count])) == nil) }
    #expect(FetchSnapshot(bytes + [0]) == nil)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      var wrong = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        wrong[Int.random(in: 0..<wrong.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      // Whatever is in it, it is refused or can be asked about all that it says is there.
      guard let list = FetchSnapshot(wrong)?.list else { continue }
      for index in 0..<list.count { _ = list.identity(index) }
    }
  }

  @Test func anAssetIsFoundWhereverItIsAndAsOftenAsItIsThere() throws {
    let list = FetchList()
    let identifiers = (0..<300).map { "\($0 % 290)" }
    for identifier in identifiers { #expect(list.append(Self.name(0, identifier), version: 0)) }
    var generator = SeededGenerator(seed: 4)
    var lookup = FetchLookup(list)
    var found: [Int] = []
    for identifier in identifiers.shuffled(using: &generator) {
      let taken = lookup.take(Self.name(0, identifier))
      let index = try #require(taken)
      #expect(identifiers[index] == identifier)
      found.append(index)
    }
    #expect(found.sorted() == Array(0..<300))
    let again = lookup.take(Self.name(0, "5"))
    let elsewhere = lookup.take(Self.name(1, "5"))
    #expect(again == nil && elsewhere == nil)
  }
}
