import Platform
import Testing

@testable import Sessions

/// Paths in columns that are too narrow for them.
@Suite struct TablePathTests {
  private let path = TablePath("/media/card/DCIM/100CANON/IMG_0001.JPG")

  @Test(arguments: [
    ("/media/card/DCIM/100CANON/IMG_0001.JPG", 38), ("/medi…CANON/IMG_0001.JPG", 24),
    ("…/IMG_0001.JPG", 14), ("…/IMG_…01.JPG", 13), ("…/IM…JPG", 8),
  ])
  func foldersAreLeftOutBeforeTheName(text: String, width: Int) {
    #expect(path.fitted(to: width) == text)
  }

  @Test(arguments: [
    ("/media/card/DCIM/100CANON", 25), ("…/card/DCIM/100CANON", 24), ("…/100CANON", 11),
    ("…/10…NON", 8),
  ])
  func aFolderIsCutAtItsFront(text: String, width: Int) throws {
    let folder = try Self.folder(of: path, named: "IMG_0001.JPG")
    #expect(folder?.fitted(toEndIn: width) == text)
  }

  @Test(
    arguments: [
      ("/a.jpg", "/"), ("a.jpg", "."), ("x/y/a.jpg", "x/y"), ("/x/b.jpg", nil), ("/x/ba.jpg", nil),
    ] as [(String, String?)])
  func theFolderIsThatOfTheFileByItsName(path: String, folder: String?) throws {
    #expect(try Self.folder(of: TablePath(path), named: "a.jpg")?.text == folder)
  }

  private static func folder(of path: TablePath, named name: String) throws -> TablePath? {
    try Array("{\"filename\":\"\(name)\"}".utf8).withUnsafeBytes { bytes in
      path.folder(in: try JSONElement(checking: bytes, deepest: 2))
    }
  }

  @Test func aFileInTheRootKeepsItsSlash() {
    #expect(TablePath("/IMG_0001.JPG").fitted(to: 8) == "/IMG…JPG")
  }

  @Test func filesThatWouldLookAlikeBeginWhereTheyDiffer() {
    let other = TablePath("/media/card/DCIM/101CANON/IMG_0001.JPG")
    #expect(path.fitted(to: 24, beside: other) == "…/100CANON/IMG_0001.JPG")
    #expect(other.fitted(to: 24, beside: path) == "…/101CANON/IMG_0001.JPG")
    #expect(path.fitted(to: 24, beside: TablePath("/home/IMG_0001.JPG")).hasPrefix("/medi"))
    #expect(path.fitted(to: 24, beside: nil) == "/medi…CANON/IMG_0001.JPG")
  }
}
