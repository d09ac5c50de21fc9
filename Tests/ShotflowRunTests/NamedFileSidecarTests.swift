import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The values of an XMP file count as well if the picture is named, not its folder.
@Suite struct NamedFileSidecarTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (index, name) in ["a.JPG", "b.JPG", "c.JPG"].enumerated() {
      try world.directory.write(JPEGPicture(width: 16, height: 8 + index), to: "pictures/\(name)")
    }
    try write("a.JPG.xmp") {
      $0.subjects = ["Urlaub"]
      $0.regions = [("Oma", "Face")]
      $0.attributes = ["xmp:Rating": "3", "exif:DateTimeOriginal": "2019-07-01T12:00:00Z"]
    }
    // The sidecar of the whole name comes first.
    try write("a.xmp") { $0.attributes = ["xmp:Rating": "1"] }
    try write("b.xmp") { $0.attributes = ["xmp:Rating": "4"] }
  }

  private func write(_ name: String, _ fill: @escaping (inout XMPSidecarFile) -> Void) throws {
    try world.directory.write(XMPSidecarFile(fill), to: "pictures/\(name)")
  }

  @Test(arguments: [
    "$shotflow find pictures/a.JPG pictures/b.JPG pictures/c.JPG QUERY",
    "cd pictures && $shotflow find *.JPG QUERY",
    "printf '%s\\n' pictures/*.JPG | $shotflow find - QUERY",
    "find pictures -name '*.JPG' -print0 | $shotflow find -0 - QUERY",
    "$shotflow find pictures QUERY",
  ])
  func aQueryFindsTheSameByEveryName(line: String) async throws {
    for (query, names) in [
      ("--rating 3..", ["a.JPG", "b.JPG"]), ("--rating 3", ["a.JPG"]), ("--rating 1", []),
      ("--keywords Urlaub", ["a.JPG"]), ("--persons Oma", ["a.JPG"]), ("--taken 2019", ["a.JPG"]),
      ("--no-rating", ["c.JPG"]),
    ] {
      let line = line.replacing("$shotflow", with: "\"$shotflow\"")
        .replacing("QUERY", with: "\(query) --template '{filename}'")
      let result = try await world.shell(line).result()
      let found = result.text.split { $0 == "\n" || $0 == "\0" }.map(String.init)
      #expect(found.sorted() == names, "\(line): \(result.errorText)")
    }
  }

  @Test func theFactsOfAFileHaveThem() async throws {
    let result = try await world.run("show", "pictures/a.JPG")
    for line in ["keywords  Urlaub", "people    Oma", "rating    3"] {
      #expect(result.text.contains(line), "\(result.text)")
    }
    #expect(result.text.contains("2019-07-01 12:00:00"), "\(result.text)")
    let other = try await world.run("show", "pictures/c.JPG")
    #expect(!other.text.contains("rating"), "\(other.text)")
  }

  @Test func anExportTakesTheStarsOfNamedFiles() async throws {
    let result = try await world.shell(
      "\"$shotflow\" export pictures/*.JPG --rating 3.. --to out --allow write"
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
    #expect(names.filter { $0.hasSuffix(".JPG") }.sorted() == ["a.JPG", "b.JPG"])
  }

  @Test func aRecordKeepsWhatItSays() async throws {
    let line = #"{"v":1,"kind":"asset","path":"pictures/a.JPG","filename":"a.JPG","rating":5}"#
    let result = try await world.run(
      "find", "-", "--rating", "5", "--template", "{filename}", input: line + "\n")
    #expect(result.lines == ["a.JPG"], "\(result.errorText)")
  }
}
