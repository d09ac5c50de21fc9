import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// shotflow between other programs: what comes in, what goes out, who goes away.
@Suite struct PipeTests {
  @Test func chainsRunsLikeOneRule() async throws {
    let world = try ProgramWorld()
    for number in 1...9 {
      try world.picture("receipt \(number).png", seed: UInt64(number))
      try world.picture("holiday \(number).png", seed: UInt64(100 + number))
    }
    let first = "filter(function(a) return a.filename:find(\"receipt\", 1, true) end)"
    let names = "{ \"receipt 5.png\", \"holiday 5.png\", \"receipt 3.png\" }"
    let second = "filter { filename = \(names), pixelWidth = at_least(40) }"
    _ = try world.libraryRule(first, named: "a.lua")
    _ = try world.inputRule(second, named: "b.lua")
    _ = try world.libraryRule("\(first), \(second)", named: "both.lua")
    let chained = try await world.shell(
      "\"$shotflow\" run a.lua --library pictures | \"$shotflow\" run b.lua"
    ).result()
    let whole = try await world.run("run", "both.lua", "--library", "pictures")
    #expect(chained.errorText == "")
    #expect(try whole.records().map(\.filename) == ["receipt 3.png", "receipt 5.png"])
    #expect(try chained.records().map(\.path) == whole.records().map(\.path))
    #expect(chained.lines == whole.lines)
  }

  @Test func endsQuietlyWhenTheReaderGoesAway() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule()
    try ForeignRecord.write(20_000, in: world)
    let result = try await world.shell(
      "{ \"$shotflow\" run rule.lua < records; echo \"status $?\" >&2; } | head -1"
    ).result()
    #expect(result.lines.count == 1)
    #expect(result.errorText == "status 0\n")
  }

  @Test func endsQuietlyWhenTheReaderOfALibraryGoesAway() async throws {
    let world = try ProgramWorld()
    _ = try world.libraryRule()
    for number in 1...600 { try world.directory.write("x", to: "pictures/\(number).png") }
    let result = try await world.shell(
      "{ \"$shotflow\" run rule.lua --library pictures; echo \"status $?\" >&2; } | head -1"
    ).result()
    #expect(result.lines.count == 1)
    #expect(result.errorText == "status 0\n")
  }

  @Test(arguments: ["sheet pictures --to page", "export pictures --to copies --size 32"])
  func actsAreFinishedWhenTheReaderGoesAway(_ words: String) async throws {
    let world = try ProgramWorld()
    for number in 1...40 { try world.picture("\(number).png", seed: UInt64(number)) }
    let result = try await world.shell(
      "{ \"$shotflow\" \(words); echo \"status $?\" >&2; } | true"
    ).result()
    #expect(result.errorText.hasSuffix("status 0\n"), "\(result.errorText)")
    let folder = words.hasPrefix("sheet") ? "page/pictures" : "copies"
    let made = try FileManager.default.contentsOfDirectory(atPath: world.path(folder))
    #expect(made.count == 40, "\(result.errorText)")
  }

  #if os(Linux)
    @Test func holdsLittleInMemoryWhileTheReaderIsSlow() async throws {
      let world = try ProgramWorld()
      _ = try world.inputRule("filter(function(a) return a.pixelWidth >= 0 end)")
      try ForeignRecord.write(300_000, in: world)
      let result = try await world.shell(
        """
        { "$shotflow" run rule.lua < records & echo $! > pid; wait $!; echo "status $?" >&2; } |
        { sleep 1; grep VmHWM "/proc/$(cat pid)/status" >&2; wc -l; }
        """
      ).result()
      #expect(result.text.trimmingCharacters(in: .whitespaces) == "300000\n")
      #expect(result.errorText.contains("status 0"))
      let peak = result.errorText.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.max()
      #expect(try #require(peak) < 100_000 + Sanitizer.overhead >> 10, "kilobytes")
    }
  #endif

  @Test func printsBeforeTheInputEnds() async throws {
    let world = try ProgramWorld()
    let program = try world.program(["run", try world.inputRule()]).start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    program.send(ForeignRecord.line(2) + "\n")
    #expect(await program.printed("IMG_2.PNG\""))
    program.closeInput()
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.lines == [ForeignRecord.line(1), ForeignRecord.line(2)])
  }

  @Test func takesALastRecordWithoutItsLineFeed() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("run", try world.inputRule(), input: ForeignRecord.line(1))
    #expect(result.lines == [ForeignRecord.line(1)])
  }

  @Test func takesPathsByLineByNullAndAsArguments() async throws {
    let world = try ProgramWorld()
    let rule = try world.inputRule()
    let names = ["a.png", "b c.png", "ü.png"]
    for (seed, name) in names.enumerated() { try world.picture(name, seed: UInt64(seed)) }
    let paths = names.map { "pictures/\($0)" }
    let byLine = try await world.run("run", rule, input: paths.joined(separator: "\n"))
    let byWindowsLine = try await world.run("run", rule, input: paths.joined(separator: "\r\n"))
    let byNull = try await world.run("run", rule, "-0", input: paths.joined(separator: "\0"))
    let asArguments = try await world.program(["run", rule] + paths).result()
    let behindDashes = try await world.program(["run", rule, "--"] + paths).result()
    #expect(try byLine.records().map(\.path) == paths)
    for other in [byWindowsLine, byNull, asArguments, behindDashes] {
      #expect(other.status == .exited(0))
      #expect(other.lines == byLine.lines)
    }
  }

  @Test func keepsNamesThatNoTextCanHold() async throws {
    let world = try ProgramWorld()
    let rule = try world.inputRule("load { data = \"size\" }")
    let names: [[UInt8]] = [
      Array("new\nline.png".utf8), [0x62, 0xFF, 0xFE] + Array(".png".utf8),
      Array("quote\"back\\slash\u{1}.png".utf8),
    ]
    for (seed, name) in names.enumerated() {
      try Self.write(ProgramWorld.png(UInt64(seed)).encoded(), toRaw: name, in: world.directory)
    }
    let input = Array(names.map { $0 + [0] }.joined())
    let first = try await world.program(["run", rule, "-0"], input: input).result()
    #expect(first.status == .exited(0), "\(first.errorText)")
    #expect(try first.records().map(Self.pathBytes) == names)

    // Records carry such names on, and the next run finds the files.
    let second = try await world.program(["run", rule], input: first.output).result()
    #expect(second.status == .exited(0), "\(second.errorText)")
    #expect(try second.records().map(Self.pathBytes) == names)
    #expect(try second.records().map(\.sha1) == first.records().map(\.sha1))
  }

  @Test func takesArgumentsThatNoTextCanHold() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule("load { data = \"size\" }")
    let name: [UInt8] = [0x62, 0xFF, 0xFE] + Array(".png".utf8)
    try Self.write(ProgramWorld.png(1).encoded(), toRaw: name, in: world.directory)
    let result = try await world.shell("\"$shotflow\" run rule.lua *.png").result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map(Self.pathBytes) == [name])
  }

  @Test func tellsWhichLinesAreNoRecords() async throws {
    let world = try ProgramWorld()
    let input = """
      \(ForeignRecord.line(1))
      {"v":1,"kind":"asset",
      {"v":1,"kind":"album","title":"no asset"}

      []
      \(ForeignRecord.line(2))

      """
    let result = try await world.run("run", try world.inputRule(), input: input)
    #expect(result.status == .exited(3))
    let album = "{\"v\":1,\"kind\":\"album\",\"title\":\"no asset\"}"
    #expect(result.lines == [ForeignRecord.line(1), album, ForeignRecord.line(2)])
    #expect(result.errorLines.count == 2)
    #expect(result.errorText.contains("line 2: is no record"))
    #expect(result.errorText.contains("line 5: is no record"))
  }

  @Test func reportsAnEndlessNameInAFewWords() async throws {
    let world = try ProgramWorld()
    let path = "/" + String(repeating: "long ", count: 200_000) + ".png"
    let result = try await world.run("run", try world.inputRule(), input: path + "\n")
    #expect(result.status == .exited(3))
    #expect(result.errorLines.count == 1)
    #expect(result.errorOutput.count < 5000)
    #expect(result.errorText.contains("long .png: "))
  }

  @Test func printsNothingForNoInput() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule()
    let result = try await world.shell("\"$shotflow\" run rule.lua < /dev/null").result()
    #expect(result.status == .exited(0))
    #expect(result.text == "")
    #expect(result.errorText == "")
    let strict = try await world.run("run", "rule.lua", "--exit-status")
    #expect(strict.status == .exited(1))
  }

  @Test func aClosedStandardInputIsAnEmptyOne() async throws {
    let world = try ProgramWorld()
    _ = try world.inputRule()
    let result = try await world.shell("\"$shotflow\" run rule.lua <&-").result()
    #expect(result.status == .exited(0))
    #expect(result.text == "")
    #expect(result.errorText == "")
  }

  @Test func readsALibraryWithStandardInputClosed() async throws {
    let world = try ProgramWorld()
    try world.picture()
    _ = try world.libraryRule()
    let result = try await world.shell(
      "\"$shotflow\" run rule.lua --library pictures <&-"
    ).result()
    #expect(try result.records().count == 1)
  }

  @Test func showsWhatARulePrintsOnStandardErrorOnly() async throws {
    let world = try ProgramWorld()
    let rule = try world.rule(
      #"""
      print("loading \27[31m\nred", 1, nil)
      return pipeline {
        source { stdin = true },
        filter(function(a) print("saw", a.filename) return true end),
      }
      """#)
    let result = try await world.run("run", rule, input: ForeignRecord.line(1) + "\n")
    #expect(result.lines == [ForeignRecord.line(1)])
    #expect(
      result.errorLines == [
        "shotflow: loading \\x1b[31m\\nred\\t1\\tnil", "shotflow: saw\\tIMG_1.PNG",
      ])
  }

  private static func pathBytes(_ record: PrintedRecord) -> [UInt8] {
    record.pathBytes.map { Array($0) } ?? Array((record.path ?? "").utf8)
  }

  /// Writes a file whose name may be any bytes.
  private static func write(
    _ bytes: [UInt8], toRaw name: [UInt8], in directory: TemporaryDirectory
  ) throws {
    let path = (Array(directory.path.utf8) + [UInt8(ascii: "/")] + name + [0]).map {
      CChar(bitPattern: $0)
    }
    guard let file = fopen(path, "w") else {
      throw SystemError(operation: "create a file", code: errno)
    }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
