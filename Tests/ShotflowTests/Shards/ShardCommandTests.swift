import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `plan`, `split`, `run --shard` and `run --engine processes`, as programs.
@Suite struct ShardCommandTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture()
    try world.picture("b.png", seed: 2, in: "pictures/Holiday")
    try world.picture("copy.png", seed: 2, in: "pictures/Holiday")
    try world.picture("c.png", seed: 3, in: "pictures/Family")
  }

  private func run(_ words: String...) async throws -> ProgramResult {
    try await typed(["run"] + words + ["-l", world.library, "--now", ProgramWorld.now])
  }

  private func typed(_ words: [String]) async throws -> ProgramResult {
    try await world.program(words).result()
  }

  private func rule(_ stages: String) throws -> String {
    try world.rule("return pipeline { \(stages) }")
  }

  @Test(arguments: [
    "source {}", "source {}, filter { sortedBy = \"-filename\", limit = 2 }",
    "source {}, dedupe {}", "source {}, filter { filename = like(\"*c*\") }, filter { limit = 1 }",
  ])
  func processesPrintWhatOneDoes(_ stages: String) async throws {
    let path = try rule(stages)
    let one = try await run(path)
    let two = try await run(path, "--engine", "processes", "--workers", "2")
    #expect(two.status == .exited(0), "\(two.errorText)")
    #expect(!one.output.isEmpty && two.output == one.output)
    #expect(two.errorText == one.errorText)
    let table = try await run(path, "--engine", "processes", "--format", "tsv")
    #expect(try await run(path, "--format", "tsv").output == table.output)
  }

  @Test(arguments: [
    ["photos", "P.photoslibrary", "--count", "90", "--pictures"],
    ["takeout", "T", "--count", "50"],
    ["shotwell", "S", "--count", "50"], ["kinds", "K"],
  ])
  func everyKindOfLibraryGivesTheSame(_ sample: [String]) async throws {
    let made = try await RunProgram(
      Products.makeSamples, sample, environment: world.environment,
      workingFolder: world.directory.path
    ).result()
    #expect(made.status == .exited(0), "\(made.errorText)")
    let library = world.path(sample[1])
    for stages in [
      "source {}, filter { mediaType = \"image\", sortedBy = \"-creationDate\", limit = 30 }",
      "source { includeHidden = true }, filter(function(a) return #a.filename % 2 == 0 end), dedupe {}",
    ] {
      let words = ["run", try rule(stages), "-l", library, "--now", ProgramWorld.now]
      let one = try await typed(words)
      let two = try await typed(words + ["--engine", "processes"])
      #expect(!one.output.isEmpty && two.output == one.output, "\(two.errorText)")
      #expect(two.status == one.status)
    }
  }

  #if os(Linux)
    /// Names that are the same text have other bytes, and the files other contents of one size.
    @Test func namesThatAreTheSameTextAreOfDifferentFiles() async throws {
      let ends = ["\u{E9}", "e\u{301}"].map { Array($0.utf8) } + [[0xFF], [0xFE]]
      for (number, end) in ends.enumerated() {
        let made = try world.picture("new.png", seed: UInt64(10 + number))
        var name = Array("\(world.library)/".utf8) + end + Array(".png".utf8) + [0]
        let result = name.withUnsafeMutableBytes { bytes in
          rename(made, bytes.bindMemory(to: CChar.self).baseAddress!)
        }
        try #require(result == 0)
      }
      for (stages, count) in [
        ("source {}, dedupe {}", 7), ("source {}", 8),
        ("source {}, filter { sortedBy = \"filename\" }", 8),
      ] {
        let path = try rule(stages)
        let one = try await run(path)
        let two = try await run(path, "--engine", "processes", "--workers", "2")
        #expect(two.output == one.output, "\(stages)")
        #expect(one.lines.count == count)
      }
    }
  #endif

  @Test func anOfferIsMadeOnceByWhoPutsShardsTogether() async throws {
    let path = try rule(
      "source {}, filter { mediaType = \"image\" }, dedupe { memory = \"m\" }, notify {}")
    let first = try await run(path, "--engine", "processes")
    #expect(first.lines.count == 3, "\(first.errorText)")
    #expect(try await world.ledgerEntries().count == 3)
    #expect(try await run(path, "--engine", "processes").output.isEmpty)
    #expect(try await run(path).output.isEmpty)
  }

  @Test func failuresAreCountedAndReported() async throws {
    try world.directory.write("no picture", to: "pictures/broken.jpg")
    let path = try rule("source {}, filter(function(asset) return asset.pixelWidth > 1 end)")
    let one = try await run(path)
    let two = try await run(path, "--engine", "processes")
    #expect(one.status == .exited(3) && two.status == .exited(3))
    #expect(two.errorText == one.errorText)
    // An error that repeats is reported once, also where the rule runs again on what came through.
    for rest in ["", ", dedupe {}"] {
      let wrong = try rule("source {}, filter(function(asset) error(\"no\") end)\(rest)")
      let alone = try await run(wrong)
      let parts = try await run(wrong, "--engine", "processes")
      #expect(alone.errorText.contains("no") && parts.errorText == alone.errorText)
      #expect(parts.status == .exited(3))
    }
  }

  @Test func optionsThatShardsDoNotTakeAreRefused() async throws {
    let file = try world.directory.write(
      "{\"ord\":0,\"place\":\"\(ProgramWorld.screenshot)\"}\n", to: "shard.ndjson")
    let albums = try await run("albums", "--shard", file)
    #expect(albums.status == .exited(65) && albums.output.isEmpty)
    let spark = try await run(try rule("source {}"), "--engine", "spark", "--dry-run")
    #expect(spark.status == .exited(64))
    #expect(spark.errorText.contains("--engine spark does not take --dry-run yet"))
    let out = try await world.run("split", "-l", world.library, "--out", world.path("parts/"))
    #expect(out.status == .exited(0), "\(out.errorText)")
  }

  @Test func aPlanSaysWhereItIsCut() async throws {
    let path = try rule("source {}, filter(function(a) return true end), dedupe {}")
    let plan = try await typed(["plan", path, "-l", world.library]).text
    #expect(plan.contains(#""merge":"again""#) && plan.contains(#""cut":1"#))
    #expect(plan.contains(#""scope":"asset""#) && plan.contains(#""scope":"key""#))
    let explained = try await typed(["explain", path, "-l", world.library]).lines
    let sentence =
      "shards   source, filter; then the rule again on what comes through, as compare compares assets"
      + " with each other"
    #expect(explained.contains(sentence), "\(explained)")
    let albums = try await typed(["plan", "albums", "-l", world.library])
    #expect(albums.status == .exited(0))
    #expect(albums.text.contains("\"reason\":\"its source lists albums"))
    let refused = try await run("albums", "--engine", "processes")
    #expect(refused.status == .exited(65))
    #expect(refused.errorText.contains("the rule can't run in shards: its source lists albums"))
  }

  @Test func splitWritesShardsThatTogetherAreTheLibrary() async throws {
    let whole = try await typed(["split", "-l", world.library]).lines
    #expect(whole.count == 4)
    let out = world.path("shards")
    let parts = try await typed(["split", "-l", world.library, "--shards", "3", "--out", out])
    #expect(parts.lines.count == 3, "\(parts.errorText)")
    let files = try (0..<3).map {
      try String(contentsOfFile: "\(out)/shard-0000\($0).ndjson", encoding: .utf8)
    }
    #expect(files.joined().split(separator: "\n").count == 4)
    let again = try await typed(["split", "-l", world.library, "--out", out])
    #expect(again.status == .exited(73))
    #expect(again.errorText.contains("is there already"))
    let path = try rule("source {}")
    var names: [String?] = []
    for number in 0..<3 {
      names += try await run(path, "--shard", "\(out)/shard-0000\(number).ndjson").records()
        .map(\.localIdentifier)
    }
    #expect(try await run(path).records().map(\.localIdentifier) == names)
  }

  @Test func aShardOfAnotherPlanIsRefused() async throws {
    let path = try rule("source {}")
    _ = try await typed([
      "split", "-l", world.library, "--shards", "1", "--out", world.path("shards"),
    ])
    let file = world.path("shards/shard-00000.ndjson")
    let other = try await run(path, "--shard", file, "--partial", "--plan", "abc")
    #expect(other.status == .exited(65) && other.output.isEmpty)
    #expect(other.errorText.contains("the shard is of another plan"))
    let right = try await run(path, "--shard", file, "--partial")
    #expect(right.status == .exited(0))
    #expect(
      right.lines.last { !$0.isEmpty }?.hasPrefix(#"{"trailer":{"in":4,"out":4,"failed":0"#)
        ?? false)
  }

  /// The lines of a shard's result without its trailer.
  private func partial(_ path: String, _ shard: String) async throws -> [String] {
    let result = try await run(path, "--shard", shard, "--partial")
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.lines.filter { $0.contains("\"ord\"") }
  }

  @Test func contentsOfSharedSizesAreHashedByShards() async throws {
    let path = try rule("source {}, filter { filename = like(\"*.txt.jpg\") }, dedupe {}")
    for (name, text) in [("a", "same"), ("b", "other"), ("c", "same"), ("d", "some")] {
      try world.directory.write(text, to: "pictures/\(name).txt.jpg")
    }
    let all = try await typed(["split", "-l", world.library]).text
    let shard = try world.directory.write(all, to: "all.ndjson")
    let sizes = try await partial(path, shard)
    #expect(sizes.map { $0.contains(#""content":"4""#) } == [true, false, true, true])
    #expect(sizes.map { $0.contains(#""content":"5""#) } == [false, true, false, false])
    let shared = sizes.filter { $0.contains(#""content":"4""#) }.joined(separator: "\n")
    let hashes = try await partial(path, try world.directory.write(shared, to: "shared.ndjson"))
    // The SHA-256 of "same".
    let same = "0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5"
    #expect(hashes.map { $0.contains(same) } == [true, true, false])
    #expect(hashes.count == 3)
  }

  @Test func whatShardsKnowOfContentsIsNotReadAgain() async throws {
    let path = try rule("source {}, dedupe {}")
    let places = [("copy.png", "1"), ("b.png", "2"), ("nosuch.png", "2")].enumerated().map {
      #"{"ord":\#($0),"place":"Holiday/\#($1.0)","content":"\#($1.1)"}"#
    }
    let reported = try world.directory.write(
      places[..<2].joined(separator: "\n"), to: "told.ndjson")
    // Their bytes are the same, and the shard says that they are not.
    #expect(try await run(path, "--shard", reported).records().count == 2)
    let equal = try world.directory.write(
      places[..<2].joined(separator: "\n").replacing("\"1\"", with: "\"2\""), to: "equal.ndjson")
    #expect(try await run(path, "--shard", equal).records().map(\.filename) == ["copy.png"])
    let gone = try await run(
      path, "--shard", try world.directory.write(places.joined(separator: "\n"), to: "gone.ndjson"))
    #expect(gone.status == .exited(3) && gone.errorText.contains("nosuch.png"))
  }

  @Test(arguments: [
    (["--engine", "three"], "--engine takes one, processes or spark"),
    (["--partial"], "--partial goes with --shard"), (["--workers", "2"], "--workers goes with"),
    (["--master", "x"], "--master goes with"), (["--plan", "x"], "--plan goes with --partial"),
    (["--engine", "processes", "--workers", "0"], "--workers takes a number"),
    (["--engine", "processes", "--auth", "limited"], "--engine does not go with --auth"),
    (["--shard", "nosuch"], "can't read the shard \"nosuch\": no such file or folder"),
  ])
  func wrongArgumentsAreReported(_ words: [String], _ message: String) async throws {
    let result = try await typed(
      ["run", try rule("source {}"), "-l", world.library] + words)
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }
}
