import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow sample`: libraries to try things on.
@Suite struct SampleCommandTests {
  @Test func theNewestScreenshotIsTheOneThatRecentOffers() async throws {
    let world = try ProgramWorld()
    let made = try await world.run("sample", "my pictures")
    #expect(made.status == .exited(0) && made.text.isEmpty)
    #expect(
      made.errorText
        == "shotflow: made 13 files in my pictures; to look at them: shotflow find 'my pictures'\n")
    let offered = try await world.run("run", "recent", "-l", "my pictures", "--dry-run")
    #expect(offered.lines.count == 1)
  }

  /// One asset of a Takeout and of Shotwell is hidden, which no search shows.
  @Test(arguments: [("photos", 12), ("takeout", 11), ("shotwell", 11)])
  func aLibraryOfAnotherProgramHasItsAssets(_ kind: String, _ count: Int) async throws {
    let world = try ProgramWorld()
    for _ in 0..<2 {
      let made = try await world.run("sample", "library", "--kind", kind, "--count", "12")
      #expect(made.status == .exited(0), "\(made.errorText)")
      #expect(try await world.run("find", "library", "--count").text == "\(count)\n")
    }
  }

  @Test(arguments: ["photos", "takeout", "shotwell"])
  func anotherKindTakesThePlaceOfSamples(_ kind: String) async throws {
    let world = try ProgramWorld()
    for options in [["--kind", kind, "--count", "12"], []] {
      let made = try await world.program(["sample", "library"] + options).result()
      #expect(made.status == .exited(0), "\(made.errorText)")
    }
    #expect(try await world.run("find", "library", "--screenshots", "--count").text == "2\n")
    let files = FileManager.default
    for folder in ["database", "originals", "data", "Takeout"] {
      #expect(!files.fileExists(atPath: world.path("library/\(folder)")))
    }
  }

  @Test func aMessyHomeHoldsWhatOtherProgramsMake() async throws {
    let world = try ProgramWorld()
    for _ in 0..<2 {
      let made = try await world.run("sample", "home", "--kind", "messy")
      #expect(made.status == .exited(0), "\(made.errorText)")
    }
    func count(_ options: String...) async throws -> String {
      try await world.program(["find", "home", "--count"] + options).result().text
    }
    #expect(try await count("--in", "Camera card") == "34\n")
    #expect(try await count("--screenshots") == "16\n")
    let damaged = try await world.run("damaged", "home/Backup", "--format", "paths")
    #expect(damaged.lines.count == 3)
    let copies = try await world.run("duplicates", "home/Camera card", "home/Backup")
    #expect(copies.lines.count == 18)
    for library in ["Photos Library.photoslibrary", "Shotwell"] {
      let found = try await world.run("find", "home/Pictures/\(library)", "--count")
      #expect(found.text == (library == "Shotwell" ? "11\n" : "8\n"))
    }
  }

  @Test func textIsOnOneMoreScreenshot() async throws {
    let world = try ProgramWorld()
    _ = try await world.run("sample", "pictures", "--text", "GATE TEN", "--now", ProgramWorld.now)
    let found = try await world.run("find", "pictures", "--screenshots", "--count")
    #expect(found.text == "3\n")
  }

  @Test(arguments: [[], ["--kind", "photos"], ["--kind", "takeout"], ["--kind", "shotwell"]])
  func aFolderWithOtherFilesStaysAsItIs(_ options: [String]) async throws {
    let world = try ProgramWorld()
    try world.directory.write("mine", to: "full/database/Photos.sqlite")
    try world.directory.write("mine", to: "full/letter.txt")
    let made = try await world.program(["sample", "full"] + options).result()
    #expect(made.status == .exited(73))
    #expect(
      made.errorText == "shotflow: full is not empty and no sample library; give a new folder\n")
    #expect(try world.directory.text(of: "full/database/Photos.sqlite") == "mine")
  }

  @Test(arguments: [
    (["--count", "3"], "--count is for --kind photos, takeout and shotwell"),
    (["--kind", "messy", "--count", "3"], "--count is for --kind photos, takeout and shotwell"),
    (["--kind", "photos", "--now", "0"], "--now and --text are for a folder of pictures"),
    (["--kind", "photos", "--text", "A"], "--now and --text are for a folder of pictures"),
    (
      ["--kind", "photos", "--count", "1000001"], "--count takes 0 to 1000000, not 1000001"
    ),
  ])
  func wrongOptionsMakeNothing(_ options: [String], _ message: String) async throws {
    let world = try ProgramWorld()
    let made = try await world.program(["sample", "new"] + options).result()
    #expect(made.status == .exited(64))
    #expect(made.errorText.hasPrefix("shotflow: \(message)"))
    #expect(!FileManager.default.fileExists(atPath: world.path("new")))
  }
}
