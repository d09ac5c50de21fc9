import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `-` reads standard input, and nothing else does.
@Suite struct InputWordTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.picture("b.png", seed: 2, in: "pictures/Holiday")
    try world.picture(seed: 3)
    _ = try world.libraryRule("filter { sortedBy = \"filename\" }")
  }

  /// Command lines that read a library, as a shell has them.
  private static let libraryLines = [
    "find pictures --count", "find -l pictures --template '{filename}'",
    "run rule.lua -l pictures", "explain rule.lua -l pictures", "why a.png rule.lua -l pictures",
    "albums pictures",
  ]

  @Test(arguments: libraryLines)
  func noByteIsReadWithoutTheWord(line: String) async throws {
    let result = try await world.shell(
      "printf '1\\n2\\n3\\n' | { \"$shotflow\" \(line) > out || exit; cat; }"
    ).result()
    #expect(result.text == "1\n2\n3\n", "\(result.errorText)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.path("out"))).count > 0)
  }

  @Test(arguments: libraryLines)
  func aLoopOverLinesRunsOnceForEach(line: String) async throws {
    let result = try await world.shell(
      "printf '1\\n2\\n3\\n' | while read n; do \"$shotflow\" \(line) > out && echo $n; done"
    ).result()
    #expect(result.text == "1\n2\n3\n", "\(result.errorText)")
  }

  @Test(arguments: [
    ": | $shotflow LINE", "mkfifo f; exec 3<> f; $shotflow LINE <&3", "$shotflow LINE < /dev/null",
    "$shotflow LINE <&-",
  ])
  func anyStandardInputWillDo(form: String) async throws {
    for line in Self.libraryLines {
      let shell = form.replacing("LINE", with: line).replacing("$shotflow", with: "\"$shotflow\"")
      var program = world.shell("rm -f f; \(shell)")
      program.timeout = .seconds(60)
      let result = try await program.result()
      #expect(result.status == .exited(0), "\(shell): \(result.errorText)")
      #expect(!result.text.isEmpty, "\(shell)")
    }
  }

  @Test(.withoutSanitizer("its options come by the environment, which is empty"))
  func aSocketIsNotReadEither() throws {
    var ends: [Int32] = [0, 0]
    #if os(Linux)
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #else
      try #require(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #endif
    defer { for end in ends { close(end) } }
    #expect(write(ends[1], "a\n", 2) == 2)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Products.shotflow)
    process.arguments = ["find", world.library, "--count"]
    process.environment = world.environment
    process.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: false)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "3\n")
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1 && byte == UInt8(ascii: "a"))
  }

  @Test(arguments: [
    "find . -name '[ab].png' -print0 | sort -z | \"$shotflow\" find -0 - --photos",
    "find . -name '[ab].png' | sort | \"$shotflow\" find --filename '*.png' -",
    "find . -name '[ab].png' | sort | \"$shotflow\" run rule.lua -",
    "find . -name '[ab].png' | sort | \"$shotflow\" run -e 'return pipeline { source {} }' -",
    "\"$shotflow\" find pictures --filename '[ab].png' | \"$shotflow\" find pictures/[ab].png pictures/*/b.png",
  ])
  func theWordReadsPathsAndRecords(line: String) async throws {
    let result = try await world.shell(line).result()
    let names = try result.text.split(whereSeparator: { $0 == "\n" || $0 == "\0" }).map { record in
      try JSONDecoder().decode([String: JSONName].self, from: Data(record.utf8))["filename"]?.text
    }
    #expect(names == ["b.png", "a.png"] || names == ["a.png", "b.png"], "\(result.errorText)")
  }

  /// A member of a record, of which only texts count.
  private struct JSONName: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  /// A smart album is a test, which files can pass.
  @Test func aRuleOfASmartAlbumTakesFiles() async throws {
    let rule = try world.rule(
      "return pipeline { source { album = \"smartAlbumScreenshots\" } }\n", named: "shots.lua")
    let result = try await world.run(
      "run", rule, "-", input: "pictures/a.png\npictures/\(ProgramWorld.screenshot)\n")
    #expect(try result.records().map(\.filename) == [ProgramWorld.screenshot])
  }

  @Test(arguments: [
    ("source { album = \"Holiday\" }", "the rule reads album = \"Holiday\", so \"-\""),
    ("source { albums = \"albumRegular\" }", "the rule reads albums = \"albumRegular\", so"),
    (
      "source {}, next = pipeline { source {} }",
      "the rule has a next pipeline, which reads a library"
    ),
  ])
  func aRuleThatNeedsALibraryRefusesTheWord(stages: String, message: String) async throws {
    let rule = try world.rule("return pipeline { \(stages) }\n", named: "other.lua")
    let result = try await world.run("run", rule, "-", input: "pictures/a.png\n")
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test func theRuleItselfIsStillReadFromStandardInput() async throws {
    let text = "return pipeline { source {}, filter { limit = 1 } }"
    let result = try await world.run("run", "-", "-l", world.library, input: text)
    #expect(result.lines.count == 1, "\(result.errorText)")
    let both = try await world.run("run", "-", "-", input: text)
    #expect(both.status == .exited(64))
    #expect(both.errorText.contains("standard input holds the rule"))
    let albums = try await world.run("albums", "-")
    #expect(albums.errorText.contains("albums are those of a library"))
    let file = try await world.run("find", "-", "pictures/a.png")
    #expect(file.errorText.contains("\"-\" reads standard input, so leave it out"))
  }

  @Test func aPipeThatNothingReadsIsNotedOnATerminal() async throws {
    let note = "nothing read what came by the pipe"
    let terminal = Terminal(showsOutput: false)
    let piped = try await world.shell(
      "echo pictures/a.png | \"$shotflow\" find pictures", terminal: terminal
    ).result()
    #expect(piped.errorText.contains(note), "\(piped.errorText)")
    let empty = try await world.shell(
      ": | \"$shotflow\" find pictures", terminal: terminal
    ).result()
    #expect(!empty.errorText.contains(note))
    let read = try await world.shell(
      "echo pictures/a.png | \"$shotflow\" find -", terminal: terminal
    ).result()
    #expect(!read.errorText.contains(note))
    let quiet = try await world.shell("echo a | \"$shotflow\" find pictures").result()
    #expect(!quiet.errorText.contains(note))
    // An act on the whole library says so to scripts, too.
    for (input, words, isNoted) in [
      ("echo a", "", true), (":", "", false), ("echo a", "pictures", false),
      ("echo a", "--quiet", false),
    ] {
      let line = "\(input) | \"$shotflow\" rename --to 'x-{filename}' --dry-run \(words)"
      var shell = world.shell(line)
      shell.environment["SHOTFLOW_LIBRARY"] = world.path("pictures")
      let acting = try await shell.result()
      #expect(acting.errorText.contains(note) == isNoted, "\(line): \(acting.errorText)")
    }
  }
}
