import Media
import Testing

@testable import Files

@Suite struct FilenameStemTests {
  static func stem(_ name: String) -> String {
    withName(name) { bytes in
      String(decoding: bytes[..<FilenameStem.length(of: bytes)], as: UTF8.self)
    }
  }

  static func matches(_ left: String, _ right: String) -> Bool {
    withName(left) { left in withName(right) { FilenameStem.matches(left, $0) } }
  }

  @Test(arguments: [
    ("IMG_0001.HEIC", "IMG_0001"), ("a.b.jpg", "a.b"), ("noext", "noext"), (".hidden", ".hidden"),
    (".hidden.jpg", ".hidden"), ("a.", "a"), ("", ""), (".", "."), ("PXL_1.MP.jpg", "PXL_1.MP"),
  ])
  func endsAtTheLastDot(_ name: String, _ expected: String) {
    #expect(Self.stem(name) == expected)
  }

  @Test(arguments: [
    ("IMG_0001.HEIC", "IMG_0001.MOV"), ("IMG_0001.HEIC", "img_0001.mov"), ("Été.jpg", "Été.mov"),
    ("\u{C9}t\u{E9}.jpg", "E\u{301}te\u{301}.mov"), ("\u{E9}.jpg", "\u{C9}.mov"),
    ("Ж.jpg", "ж.mov"),
  ])
  func pairsShareStemAndHash(_ left: String, _ right: String) {
    #expect(Self.matches(left, right))
    #expect(
      withName(left) { FilenameStem.hash(of: $0) } == withName(right) { FilenameStem.hash(of: $0) })
  }

  @Test(arguments: [
    ("IMG_0001.HEIC", "IMG_0002.MOV"), ("IMG_0001.HEIC", "IMG_0001 (1).MOV"),
    ("IMG_0001.HEIC", "IMG_E0001.MOV"), ("Cafe.jpg", "Caf\u{E9}.mov"), ("IMG@.HEIC", "IMG`.MOV"),
  ])
  func strangersDoNot(_ left: String, _ right: String) {
    #expect(!Self.matches(left, right))
    #expect(
      withName(left) { FilenameStem.hash(of: $0) } != withName(right) { FilenameStem.hash(of: $0) })
  }
}
