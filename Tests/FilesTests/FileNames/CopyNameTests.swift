import Media
import Testing

@testable import Files

@Suite struct CopyNameTests {
  private static func certainty(_ name: String) -> Int {
    withName(name) { CopyName.certainty(of: $0) }
  }

  @Test(arguments: [
    "IMG.jpg", "IMG_0001.HEIC", "IMG-20240101-WA0001.jpg", "Party (2019).jpg", "copy.jpg",
    "Copyright.png", "(1).jpg", "photocopy.jpg", "2024-12-31 23.59.59.jpg", "", ".jpg", "a",
    "Rome (day two).jpg", "my best copy ever.jpg",
  ])
  func anOrdinaryNameHasNoMark(_ name: String) {
    #expect(Self.certainty(name) == 0)
  }

  @Test(arguments: [
    "IMG (copy).jpg", "IMG(1).jpg", "IMG (1).jpg", "IMG (12).jpg", "IMG copy.jpg", "IMG copy 2.jpg",
    "Copy of IMG.jpg", "IMG - Copy.jpg", "IMG - Copy (2).jpg", "IMG (another copy).jpg",
    "IMG (3rd copy).jpg", "IMG_copy.jpg", "IMG-COPY.JPG", "IMG Kopie 3.png", "Kopie von IMG.jpg",
    "IMG (cópia).jpg", "IMG (co\u{301}pia).jpg", "IMG 副本.jpg", "IMG - コピー.jpg", "IMG (copie 2)",
  ])
  func whatCopyingLeavesInANameIsAMark(_ name: String) {
    #expect(Self.certainty(name) >= 2)
  }

  @Test func aNumberAloneIsLessThanAMark() {
    #expect(Self.certainty("Holiday 2.jpg") == 1)
    #expect(Self.certainty("Holiday 2024.jpg") == 0)
    #expect(Self.certainty("2.jpg") == 0)
  }

  @Test func aCopyOfACopyHasMoreMarks() {
    let marks = ["IMG.jpg", "IMG (copy).jpg", "IMG (copy) (copy).jpg", "IMG copy copy 2 (1).jpg"]
      .map(Self.certainty)
    #expect(marks == marks.sorted() && Set(marks).count == marks.count)
  }

  @Test func noNameTakesLong() {
    let name = String(repeating: "(copy) ", count: 30) + String(repeating: "(", count: 40)
    #expect(Self.certainty(name) >= 0)
    #expect(
      ([0xFF, 0x28, 0x31, 0x29] as [UInt8]).withUnsafeBytes { CopyName.certainty(of: $0) } >= 0)
  }
}
