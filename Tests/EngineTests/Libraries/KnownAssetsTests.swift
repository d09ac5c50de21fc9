import Engine
import Files
import Foundation
import TestSupport
import Testing

/// The assets that a rule knows, from start to start.
@Suite struct KnownAssetsTests {
  private let directory: TemporaryDirectory
  private let folder: PrivateFolder

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("state")
    folder = try PrivateFolder(["watch"], below: directory.path("state"), makes: true)
  }

  private func known() -> KnownAssets { KnownAssets("name", in: folder) }

  private func begin(_ keys: [UInt64]) {
    let first = known()
    first.note(keys)
    first.begin()
  }

  @Test func whatWasThereAndWhatWasNotedIsKnown() {
    #expect(known().isNew)
    begin([1, 2])
    let second = known()
    #expect(!second.isNew)
    #expect(second.knows([7, 2]) && !second.knows([7]))
    #expect(second.knows(1) && !second.knows(7))
    #expect(!second.isFirst)
    second.begin()
    #expect(!second.knows(1))
    second.recall()
    #expect(second.knows(1))
    second.begin()
    second.note([3])
    second.save()
    second.note([4])
    let third = known()
    #expect(third.knows([3]) && third.knows([1]) && !third.knows([4]))
  }

  @Test func whatWasNotSavedIsNotKnown() {
    let first = known()
    first.note([1])
    #expect(known().isNew)
  }

  /// A kill while keys were written.
  @Test func aKeyThatWasBrokenOffShiftsNoOther() throws {
    begin([1, 2])
    let path = folder.path + "/name"
    var bytes = try #require(FileManager.default.contents(atPath: path))
    bytes.removeLast(3)
    try bytes.write(to: URL(fileURLWithPath: path))
    let second = known()
    #expect(second.knows([1]) && !second.knows([2]))
    second.begin()
    second.note([5])
    second.save()
    let third = known()
    #expect(third.knows([1]) && third.knows([5]))
  }

  @Test(arguments: ["", "something else that is long enough"])
  func anotherFileIsNoMemory(text: String) throws {
    try directory.write(text, to: "state/watch/name")
    #expect(known().isNew)
    begin([1])
    #expect(known().knows([1]))
  }
}
