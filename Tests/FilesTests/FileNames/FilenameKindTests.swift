import Files
import Media
import Testing

/// The decision about a file by the extension of its name.
@Suite struct FilenameKindTests {
  private func kind(_ name: String) -> FilenameKind {
    Array(name.utf8).withUnsafeBytes { FilenameKind($0) }
  }

  @Test(arguments: [
    "a.jpg", "a.JPG", "a.JpEg", "a.b.heic", "IMG_1.MOV", "x.dng", "x.3fr", "ü.png", "a..webp",
    "a.jpg.png", "MVI.mts",
  ])
  func picturesAndMovies(_ name: String) { #expect(kind(name) == .media) }

  @Test(arguments: [
    "taxes.pdf", "Thumbs.db", "a.TXT", "a.json", "a.jpg.xmp", "a.jpg_original",
    "a.jpg_exiftool_tmp",
    "A.JPG_ORIGINAL", "film.mov.part", "film.mp4.crdownload", "a.jpg~", "~", "notes~", "a.m4a",
    "a.jpg.bak", "x.aae", "a.c",
  ])
  func otherFiles(_ name: String) { #expect(kind(name) == .other) }

  @Test(arguments: [
    "IMG_0001", "a.", "", ".", ".jpg", "a.unknownending", "a.ts", "a.mod", "a.raw", "a.dat", "jpg",
    "a.jpgg", "a.jp", "a.ogg",
  ])
  func undecidedNames(_ name: String) { #expect(kind(name) == .undecided) }

  /// Each extension of a format is known, and of no other kind.
  @Test func theTableHasEachExtensionOnce() {
    let media = MediaFormat.allCases.flatMap { "\($0.extensions)".split(separator: " ") }
    let others = FilenameKind.others.flatMap { "\($0.extensions)".split(separator: " ") }
    #expect(Set(media).count == media.count)
    #expect(Set(media + others).count == media.count + others.count)
    for name in media { #expect(kind("a.\(name)") == .media, "\(name)") }
    for name in others { #expect(kind("a.\(name)") == .other, "\(name)") }
  }
}
