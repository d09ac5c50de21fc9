import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `load` seen from outside: what lies in the folder, what the record says.
@Suite struct LoadTests {
  @Test func makesNoSecondCopyOfTheSame() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    let rule = try world.libraryRule("load { file = \"copy\" }")
    for _ in 1...2 {
      let result = try await world.run(
        "run", rule, "--library", world.library, "--out", world.path("out"))
      #expect(try result.records().map(\.file?.path) == [world.path("out/a.png")])
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
    #expect(made == ["a.png"])
  }

  @Test(arguments: ["copy", "hardLink"])
  func putsFilesIntoAFolder(transfer: String) async throws {
    let world = try ProgramWorld()
    let date = Date(timeIntervalSince1970: 1_443_389_368)
    for (seed, folder) in ["pictures", "pictures/b", "pictures/c"].enumerated() {
      try world.picture("a.png", seed: UInt64(seed), in: folder)
    }
    try world.directory.setModified(date, of: "pictures/a.png")
    let rule = try world.libraryRule("load { file = \"\(transfer)\" }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    let records = try result.records()
    let names = ["a.png", "a 2.png", "a 3.png"]
    #expect(records.map(\.file?.path) == names.map { world.path("out/\($0)") })
    #expect(records.map(\.file?.origin) == [transfer, transfer, transfer])
    let made = try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
    #expect(made.sorted() == names.sorted())
    for record in records {
      let original = try Data(contentsOf: URL(fileURLWithPath: #require(record.path)))
      let loaded = try Data(contentsOf: URL(fileURLWithPath: #require(record.file?.path)))
      #expect(original == loaded)
      #expect(record.file?.byteCount == original.count)
    }
    let facts = try FileManager.default.attributesOfItem(atPath: world.path("out/a.png"))
    #expect(facts[.modificationDate] as? Date == date)
  }

  /// As cp(1) does it: a copy permits no more than the original.
  @Test(arguments: ["022", "077"])
  func copiesAreNotForMoreThanTheOriginals(mask: String) async throws {
    let world = try ProgramWorld()
    let modes: [mode_t] = [0o600, 0o640, 0o444, 0o755, 0o4755]
    for (seed, mode) in modes.enumerated() {
      let path = try world.picture("\(mode).png", seed: UInt64(seed))
      #expect(chmod(path, mode) == 0)
    }
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let result = try await world.shell(
      "umask \(mask); $shotflow run '\(rule)' -l pictures --out out > records"
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let taken = try #require(mode_t(mask, radix: 8))
    for mode in modes {
      var copy = stat()
      #expect(stat(world.path("out/\(mode).png"), &copy) == 0)
      #expect(copy.st_mode & 0o7777 == mode & 0o777 & ~taken)
    }
  }

  @Test func linksInsteadOfCopying() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    let rule = try world.libraryRule("load { file = \"hardLink\" }")
    for _ in 1...2 {
      let result = try await world.run(
        "run", rule, "--library", world.library, "--out", world.path("out"))
      #expect(result.status == .exited(0))
    }
    var original = stat()
    var linked = stat()
    #expect(stat(world.path("pictures/a.png"), &original) == 0)
    #expect(stat(world.path("out/a.png"), &linked) == 0)
    #expect(original.st_ino == linked.st_ino)
    #expect(original.st_nlink == 2)
  }

  @Test func leavesReferencesWhereTheyAre() async throws {
    let world = try ProgramWorld()
    let path = try world.picture("a.png")
    let rule = try world.libraryRule("load { file = \"reference\" }")
    let record = try #require(
      try await world.run("run", rule, "--library", world.library).records().first)
    #expect(record.file?.path == path)
    #expect(record.file?.origin == "reference")
  }

  @Test func leavesOutASizeThatIsNotKnown() async throws {
    let world = try ProgramWorld()
    try world.directory.write("no picture", to: "pictures/note.txt")
    try world.picture("a.png")
    let rule = try world.libraryRule("load { size = \"maximum\" }")
    let result = try await world.run("run", rule, "--everything", "--library", world.library)
    #expect(try result.records().map(\.image?.pixelWidth) == [48, nil])
  }

  @Test func givesTheBytesThemselves() async throws {
    let world = try ProgramWorld()
    let path = try world.picture("a.png")
    let rule = try world.libraryRule("load { data = \"base64\" }")
    let record = try #require(
      try await world.run("run", rule, "--library", world.library).records().first)
    #expect(record.data?.base64 == (try Data(contentsOf: URL(fileURLWithPath: path))))
    #expect(record.data?.byteCount == record.data?.base64?.count)
  }

  @Test func picksAtMostSoMany() async throws {
    let world = try ProgramWorld()
    let paths = try (1...6).map { try world.picture("\($0).png", seed: UInt64($0)) }
    let text = try world.directory.write("no picture", to: "pictures/note.txt")
    for (words, count) in [([], 4), (["--limit", "2"], 2), (["--limit", "0"], 6)] {
      let result = try await world.program(
        ["run", ProgramWorld.pickRule] + words + [text] + paths
      ).result()
      #expect(result.status == .exited(0))
      #expect(try result.records().count == count)
    }
  }
}
