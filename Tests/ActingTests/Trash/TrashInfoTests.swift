import Engine
import Foundation
import TestSupport
import Testing

@testable import Acting

/// The notes in a trash folder, as other programs read them.
@Suite struct TrashInfoTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for trash in ["data/Trash", "disk/.Trash-7", "disk/.Trash/7"] {
      try folder.makeFolder("\(trash)/files")
      try folder.makeFolder("\(trash)/info")
    }
  }

  private func bytes(_ name: String) -> [UInt8] { Array(folder.path(name).utf8) }

  private func note(of origin: [UInt8], at path: String) throws -> String {
    let info = try #require(TrashInfo(for: bytes(path)))
    return String(
      decoding: info.text(of: origin, at: Instant(milliseconds: 1_443_389_368_999)),
      as: UTF8.self)
  }

  @Test func aPathIsEncodedByteByByte() throws {
    let note = try note(
      of: Array("/p/a b/100% caf".utf8) + [0xC3, 0xA9, 0xFF, 0x0A], at: "data/Trash/files/a")
    #expect(note.hasPrefix("[Trash Info]\nPath=/p/a%20b/100%25%20caf%C3%A9%FF%0A\nDeletionDate="))
  }

  @Test func theDateIsThatOfTheComputersClock() throws {
    let note = try note(of: Array("/a".utf8), at: "data/Trash/files/a")
    let moment = Instant(milliseconds: 1_443_389_368_000)
    let local = moment.advanced(byMilliseconds: ClockOffset.ofComputer(at: moment).seconds * 1000)
    #expect(note.hasSuffix("\nDeletionDate=\(local.description.prefix(19))\n"))
  }

  @Test(arguments: ["disk/.Trash-7", "disk/.Trash/7"])
  func pathsOnOtherDisksBeginAtTheirTop(_ trash: String) throws {
    let note = try note(of: bytes("disk/p/a.jpg"), at: "\(trash)/files/a.jpg")
    #expect(note.contains("\nPath=p/a.jpg\n"))
  }

  @Test func aNoteReservesItsNameAndGoesByItsPath() throws {
    let info = try #require(TrashInfo(for: bytes("data/Trash/files/a.jpg")))
    let moment = Instant(milliseconds: 0)
    #expect(!info.isThere)
    #expect(try info.write(Array("/p/a.jpg".utf8), at: moment))
    #expect(info.isThere)
    #expect(try !info.write(Array("/q/a.jpg".utf8), at: moment))
    #expect(try folder.text(of: "data/Trash/info/a.jpg.trashinfo").contains("Path=/p/a.jpg\n"))
    info.remove(of: Array("/q/a.jpg".utf8))
    #expect(info.isThere)
    info.remove(of: Array("/p/a.jpg".utf8))
    #expect(!info.isThere)
  }

  /// A run that is killed before it writes into its note leaves it empty.
  @Test func anEmptyNoteIsRemoved() throws {
    let info = try #require(TrashInfo(for: bytes("data/Trash/files/a.jpg")))
    try folder.write("", to: "data/Trash/info/a.jpg.trashinfo")
    info.remove(of: Array("/p/a.jpg".utf8))
    #expect(!info.isThere)
  }

  @Test(arguments: ["data/Trash/a.jpg", "data/Trash/files/b/a.jpg", "data/a.jpg"])
  func aFileInNoTrashFolderHasNone(_ path: String) {
    #expect(TrashInfo(for: bytes(path)) == nil)
  }
}
