import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Programs that are started for each asset, with values of it as arguments.
@Suite(.timeLimit(.minutes(5))) struct ProgramArgumentTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("tmp")
  }

  private func rule(_ stage: String) throws -> String {
    try world.rule(
      "return pipeline { wants = { exec = \"to try\" }, source { stdin = true }, \(stage) }")
  }

  private func run(_ stage: String, records: Int = 1) async throws -> ProgramResult {
    let input = (1...records).map { ProgramTests.record($0) + "\n" }.joined()
    return try await world.program(
      ["run", try rule(stage), "--allow", "exec"], input: input.utf8
    ).result()
  }

  @Test func aValueIsOneArgument() async throws {
    let name = #"a b;$(touch x) '*' \"q\" -- ü"#
    let rule = try rule(
      "exec { \"sh\", \"-c\", \"printf '<%s>' \\\"$@\\\" >&2; echo >&2; echo out\", \"sh\","
        + " args = { \"{title}\", \"--w={pixelWidth}\", \"{a, title: .x}\" } }")
    let record =
      #"{"v":1,"kind":"asset","localIdentifier":"1.png","title":"\#(name)","pixelWidth":7}"#
    let words = ["run", rule, "--allow", "exec"]
    let result = try await world.program(words, input: "\(record)\n".utf8).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    // What the program prints is no record.
    #expect(result.text == record + "\n")
    let shown = name.replacingOccurrences(of: #"\""#, with: "\"")
    #expect(
      result.errorText.contains("<\(shown)><--w=7><{a, title: .x}>"), "\(result.errorText)")
    let dry = try await world.program(words + ["--dry-run"], input: "\(record)\n".utf8).result()
    #expect(dry.text == record + "\n")
    #expect(!dry.errorText.contains("--w=7"))
  }

  @Test func theStatusOfAProgramForEachAssetDecides() async throws {
    let result = try await run(
      "exec { \"test\", args = { \"{pixelWidth}\", \"-ge\", \"2\" } }", records: 4)
    #expect(result.status == .exited(3))
    #expect(result.lines == [2, 3, 4].map(ProgramTests.record))
    #expect(result.errorText.contains("1.png: \"test\" ended with status 1"))
    let missing = try await run("exec { \"true\", args = { \"{title}\" } }")
    #expect(missing.status == .exited(3))
    #expect(
      missing.errorText.contains(
        "it has no title, which \"{title}\" needs; {title|none} takes a text instead"))
    let stopped = try await run(
      "exec { \"false\", args = { \"{pixelWidth}\" }, onError = \"stop\" }", records: 4)
    #expect(stopped.text == "" && stopped.status == .exited(3), "\(stopped.errorText)")
    let late = try await run(
      "exec { \"sleep\", args = { \"{pixelWidth}000\" }, timeout = \"1s\" }")
    #expect(late.errorText.contains("\"sleep\" did not end within 1s"), "\(late.errorText)")
    let wrong = try await run("exec { \"true\", args = { \"{pixelWidth:lowr}\" } }")
    #expect(wrong.status == .exited(65))
    #expect(wrong.errorText.contains("^^^^"), "\(wrong.errorText)")
  }
}
