import Pictures
import TestSupport
import Testing

/// The spellings are those of GLib 2.74's `g_filename_to_uri`.
@Suite struct FileURITests {
  @Test func theStandardsExample() throws {
    let uri = try #require(FileURI(path: Array("/home/jens/photos/me.png".utf8)))
    #expect(uri.text == "file:///home/jens/photos/me.png")
    #expect(uri.thumbnailName == "c6ee772d9e49320e97ec29a7eb5b1697.png")
  }

  @Test func everyASCIICharacter() throws {
    let bytes = Array(0x20...0x7F as ClosedRange<UInt8>).filter { $0 != UInt8(ascii: "/") }
    let uri = try #require(FileURI(path: [UInt8(ascii: "/")] + bytes))
    let expected =
      "file:///%20!%22%23$%25&'()*+,-.0123456789:%3B%3C=%3E%3F@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      + "%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~%7F"
    #expect(uri.text == expected)
  }

  @Test func bytesThatAreNoUTF8() throws {
    let path = Array("/a/".utf8) + [0xFF, 0xFE, 0x01] + Array(".jpg".utf8)
    #expect(FileURI(path: path)?.text == "file:///a/%FF%FE%01.jpg")
    #expect(FileURI(path: Array("/größe".utf8))?.text == "file:///gr%C3%B6%C3%9Fe")
  }

  @Test func theSameFileBySeveralPaths() throws {
    let folder = try TemporaryDirectory()
    try folder.makeFolder("a/b")
    let plain = FileURI(path: Array(folder.path("a.png").utf8))
    for path in ["//a.png", "./a.png", "a/../a.png", "a/b/../../a.png"] {
      #expect(FileURI(path: Array(folder.path(path).utf8)) == plain, "\(path)")
    }
    #expect(FileURI(path: []) == nil)
    #expect(FileURI(path: Array(folder.path("missing/../a.png").utf8)) == nil)
  }

  @Test func pathsFromTheWorkingFolder() throws {
    let uri = try #require(FileURI(path: Array("some picture.png".utf8)))
    #expect(uri.text.hasPrefix("file:///"))
    #expect(uri.text.hasSuffix("/some%20picture.png"))
  }
}
