import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// The folder of a sheet beside what other runs left or are about to make.
@Suite struct SheetFolderTests {
  private let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
  }

  private func begin(_ name: String = "sheet") throws -> SheetFolder {
    try SheetFolder(at: SheetTarget(base: place.path, [name]))
  }

  private func make(_ title: String) throws {
    let sheet = try begin()
    try sheet.add(SheetPage(title: title, number: 1, side: 64).html(isLast: true), as: "index.html")
    try sheet.place()
  }

  private func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path + "/" + folder).sorted()
  }

  @Test func whatNoSheetMadeStaysInAnAbandonedFolder() throws {
    let left = ".shotflow-sheet-left"
    try place.write("x", to: "\(left)/pictures/00001.jpg")
    try place.write("x", to: "\(left)/pictures/.shotflow-1.part")
    try place.write("mine", to: "\(left)/pictures/mine.txt")
    try place.write("x", to: "\(left)/page-2.html")
    try place.write("mine", to: "\(left)/.shotflow-mine")
    try make("new")
    #expect(try names() == [left, "sheet"])
    #expect(try names(left) == [".shotflow-mine", "pictures"])
    #expect(try names("\(left)/pictures") == ["mine.txt"])
  }

  @Test func aSheetThatWasAboutToBeReplacedComesBack() throws {
    try make("first")
    let old = SheetFolder.oldName(of: "sheet", "x")
    try FileManager.default.moveItem(
      atPath: "\(place.path)/sheet", toPath: "\(place.path)/\(old)")
    // Another sheet's run leaves it alone; one that ends early still puts it back.
    do { _ = try begin("other") }
    #expect(try names() == [old])
    do { _ = try begin() }
    #expect(try names() == ["sheet"])
    #expect(try place.text(of: "sheet/index.html").contains("first"))
  }

  @Test func aSheetThatWasReplacedGoes() throws {
    try make("first")
    let old = SheetFolder.oldName(of: "sheet", "x")
    try FileManager.default.moveItem(
      atPath: "\(place.path)/sheet", toPath: "\(place.path)/\(old)")
    try place.write("mine", to: "sheet")
    #expect(throws: (any Error).self) { try begin() }
    // The place is someone else's, so the sheet may be the only one.
    #expect(try names() == [old, "sheet"])
    try FileManager.default.removeItem(atPath: "\(place.path)/sheet")
    try make("second")
    #expect(try names() == ["sheet"])
    #expect(try place.text(of: "sheet/index.html").contains("second"))
  }

  @Test func noSheetTakesThePlaceOfOneThatIsHeld() throws {
    let first = try begin()
    let second = try begin()
    for (sheet, title) in [(first, "first"), (second, "second")] {
      try sheet.add(
        SheetPage(title: title, number: 1, side: 64).html(isLast: true), as: "index.html")
    }
    try first.place()
    #expect(throws: (any Error).self) { try second.place() }
    #expect(try place.text(of: "sheet/index.html").contains("first"))
    withExtendedLifetime(first) {}
  }

  @Test func sheetsThatBeginAtOnceDoNotTakeEachOtherForAbandoned() throws {
    let target = SheetTarget(base: place.path, ["sheet"])
    let failures = (0..<4).map { _ in LockedCount() }
    DispatchQueue.concurrentPerform(iterations: failures.count) { worker in
      for _ in 0..<200 {
        do {
          let sheet = try SheetFolder(at: target)
          try sheet.add("x", as: "index.html")
        } catch {
          failures[worker].add()
        }
      }
    }
    #expect(failures.map(\.count) == [0, 0, 0, 0])
    #expect(try names() == [])
  }
}

/// A count of one worker.
private final class LockedCount: @unchecked Sendable {
  private(set) var count = 0

  func add() { count += 1 }
}
