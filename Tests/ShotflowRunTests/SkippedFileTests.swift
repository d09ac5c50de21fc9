import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files and folders that a run does not take, with a reason each.
@Suite struct SkippedFileTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.directory.write("<x/>", to: "pictures/a.png.xmp")
    try world.picture(".b.png", seed: 2)
    try world.picture("c.png", seed: 3, in: "pictures/.cache")
    try world.directory.write("words", to: "pictures/notes.txt")
    try world.directory.write("words", to: "pictures/letter")
    try world.directory.write("bytes", to: "pictures/d.png.crdownload")
    try world.picture("e.png", seed: 4, in: "pictures/deep/@eaDir")
    try world.picture("f.png", seed: 5, in: "pictures/deep/My.photoslibrary")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("pictures/link.png"), withDestinationPath: "a.png")
  }

  private func find(_ words: String...) async throws -> [String] {
    let result = try await world.program(
      ["find", "pictures", "--skipped", "--format", "tsv", "--fields", "localIdentifier,skipped"]
        + words
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.lines.dropFirst().map { $0.replacingOccurrences(of: "\t", with: ": ") }
  }

  @Test func findListsWhatIsSkippedWithReasons() async throws {
    #expect(
      try await find() == [
        ".b.png: hidden", ".cache: hidden", "a.png.xmp: belongs to a.png",
        "d.png.crdownload: being written", "letter: no picture or movie", "link.png: link",
        "notes.txt: no picture or movie",
        "deep/@eaDir: folder of another program", "deep/My.photoslibrary: another library",
      ])
    #expect(try await find("--filename", "*.txt") == ["notes.txt: no picture or movie"])
    let all = try await find("--include-hidden")
    #expect(!all.contains { $0.hasPrefix(".") } && all.count == 7)
    let counts = try await world.run("find", "pictures", "--skipped", "--count-by", "skipped")
    #expect(counts.text.contains("\"key\":\"hidden\",\"count\":2"), "\(counts.text)")
  }

  @Test func partsOfOtherAssetsNameThem() async throws {
    try world.livePhoto("IMG_1")
    for number in 1...2 {
      try world.picture(
        "0000\(number)IMG_0000\(number)_BURST20230813121948123.png", seed: UInt64(10 + number))
    }
    for name in ["IMG_1.AAE", "other.xmp", "clip.MP4", "clip.THM"] {
      try world.directory.write("words", to: "pictures/\(name)")
    }
    let found = try await find()
    #expect(found.contains("IMG_1.AAE: belongs to IMG_1.JPG"), "\(found)")
    #expect(found.contains("clip.THM: belongs to clip.MP4"), "\(found)")
    #expect(found.contains("other.xmp: no picture or movie"), "\(found)")
    #expect(found.contains("IMG_1.MOV: movie of the live photo IMG_1.JPG"), "\(found)")
    let burst = ": frame of a burst that another represents"
    #expect(found.filter { $0.hasSuffix(burst) }.map { $0.prefix(5) } == ["00002"], "\(found)")
    let all = try await find("--include-all-burst-assets")
    #expect(!all.contains { $0.hasSuffix(burst) }, "\(all)")
  }

  @Test func thumbnailsOfShotwellAreNamed() async throws {
    try world.picture("t.png", seed: 6, in: "pictures/Shotwell/thumbs/thumbs128")
    try world.directory.write("words", to: "pictures/Shotwell/data/photo.db")
    let found = try await find()
    #expect(found.contains("Shotwell/thumbs: thumbnails of Shotwell"), "\(found)")
    #expect(found.contains("Shotwell/data/photo.db: no picture or movie"), "\(found)")
  }

  @Test func whySaysWhatAFileIs() async throws {
    try world.livePhoto("IMG_1")
    func why(_ file: String) async throws -> String {
      let result = try await world.run("why", "pictures/\(file)", "find", "pictures", "--videos")
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(result.lines.first == "asset    \(file)")
      #expect(result.lines.last == "result   left out by source")
      return result.lines.first { $0.hasPrefix("source ") } ?? ""
    }
    let movie = try await why("IMG_1.MOV")
    #expect(movie == "source   does not give it: movie of the live photo IMG_1.JPG")
    #expect(try await why("a.png.xmp") == "source   does not give it: belongs to a.png")
    #expect(try await why("deep/@eaDir/e.png").hasSuffix("\", folder of another program"))
    let other = try await why("deep/My.photoslibrary/f.png")
    #expect(other.contains("another library; name it to read it: --library"), "\(other)")
    let nothing = try await world.run("why", "pictures/nothing.png", "find", "pictures")
    #expect(nothing.status == .exited(66))
  }

  @Test func statisticsCountThem() async throws {
    let result = try await world.run("find", "pictures", "--stats")
    #expect(result.lines.count == 1)
    #expect(
      result.errorText.contains(
        "not taken: 2 hidden, 2 no picture or movie, 1 another library, 1 being written, "
          + "1 folder of another program, 1 link\n"), "\(result.errorText)")
  }

  @Test func onlyALibrarysFoldersHaveThem() async throws {
    let rule = try world.rule("return pipeline { source { stdin = true, skipped = true } }")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("neither stdin"), "\(result.errorText)")
  }
}
