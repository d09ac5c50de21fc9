import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct BlockReaderTests {
  /// Writes pieces into a pipe from another thread and reads the assets at the other end.
  private func piped(_ pieces: [ArraySlice<UInt8>], isNullSeparated: Bool = false) throws -> [Asset]
  {
    let pipe = Pipe()
    let thread = Thread {
      for piece in pieces { try? pipe.fileHandleForWriting.write(contentsOf: Data(piece)) }
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    return try withExtendedLifetime(pipe) {
      try InputAssets.read(
        pipe.fileHandleForReading.fileDescriptor, isNullSeparated: isNullSeparated)
    }
  }

  private func names(_ assets: [Asset]) -> [String] {
    assets.map { $0.failure == nil ? $0.string(of: .filename) : "!\($0.displayName)" }
  }

  private let lines = [
    "{\"mediaType\":\"image\",\"filename\":\"one\"}",
    "{\"filename\":\"zwölf\",\"mediaType\":\"x\"}",
    "{\"mediaType\":\"image\",\"filename\":\"🎉\",\"x\":[{}]}",
  ]
  private let expected = ["one", "zwölf", "🎉"]

  @Test(arguments: ["\n", "\r\n"], [true, false])
  func linesMayBeCutAnywhere(_ end: String, _ endsWithLineFeed: Bool) throws {
    let text = Array((lines.joined(separator: end) + (endsWithLineFeed ? end : "")).utf8)
    for cut in 0...text.count {
      #expect(names(try piped([text[..<cut], text[cut...]])) == expected, "cut at \(cut)")
    }
  }

  @Test func piecesOfAnySizeGiveTheSameLines() throws {
    var generator = SeededGenerator(seed: 61)
    var records = SampleRecords(seed: 61)
    let text = Array((0..<1500).map { _ in records.next() }.joined().utf8)
    let whole = names(try InputAssets(text).all)
    #expect(whole.count == 1500)
    for _ in 0..<10 {
      var pieces: [ArraySlice<UInt8>] = []
      var rest = text[...]
      let largest = [7, 300, 5000, 200_000].randomElement(using: &generator) ?? 7
      while !rest.isEmpty, pieces.count < 4000 {
        let piece = rest.prefix(Int.random(in: 1...largest, using: &generator))
        pieces.append(piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(names(try piped(pieces + [rest])) == whole)
    }
  }

  @Test func linesAreCountedThroughEmptyOnesAndBlocks() throws {
    var text = ""
    var failures: [String] = []
    for number in 1...20_000 {
      switch number % 1000 {
      case 1: text += number == 1 ? "{}\n" : "\n"
      case 2: text += "\r\n"
      case 500:
        text += "{oops\n"
        failures.append("line \(number)")
      default: text += "{\"mediaType\":\"image\"}\n"
      }
    }
    let bytes = Array(text.utf8)
    for assets in [
      try InputAssets(bytes).all, try piped([bytes[..<5], bytes[5..<70_000], bytes[70_000...]]),
    ] {
      #expect(assets.filter { $0.failure != nil }.map(\.displayName) == failures)
      #expect(assets.count == 20_000 - 39)
    }
  }

  @Test func pathsBehindOneAnother() throws {
    let text = "/a/one.png\r\n\n/a/two words.png\n/a/drei"
    let assets = try InputAssets(text).all
    #expect(assets.map { $0.string(of: .path) } == ["/a/one.png", "/a/two words.png", "/a/drei"])
    // The content of a file without an extension decides, and there is none to read.
    #expect(names(assets) == ["one.png", "two words.png", "!/a/drei"])
  }

  @Test func pathsBehindZerosMayHoldLineFeeds() throws {
    let text = Array("/a/one\ntwo.png\0\0/a/three\r\0/a/four\n".utf8)
    for cut in 1..<text.count {
      let assets = try piped([text[..<cut], text[cut...]], isNullSeparated: true)
      #expect(
        assets.map { $0.string(of: .path) } == ["/a/one\ntwo.png", "/a/three\r", "/a/four\n"])
    }
  }

  @Test func aLongLineIsReadWhole() throws {
    let long = String(repeating: "x", count: 3_000_000)
    let assets = try InputAssets(
      "{\"mediaType\":\"image\",\"filename\":\"\(long)\"}\n{\"mediaType\":\"image\",\"filename\":\"b\"}"
    ).all
    #expect(assets.map { $0.string(of: .filename).utf8.count } == [3_000_000, 1])
  }

  @Test func aLineOverTheLimitEndsTheInput() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 40 << 20)
    let problem = #expect(throws: FileProblem.self) {
      _ = try InputAssets(Array("{\"a\":\"".utf8) + long + Array("\"}\n".utf8))
    }
    #expect(problem?.reason == "a line is longer than 16 MiB")
  }

  @Test func noInputGivesNothing() throws {
    #expect(try InputAssets("").all.isEmpty)
    #expect(try InputAssets("\n\n\r\n").all.isEmpty)
  }

  @Test func unreadableInputIsReported() throws {
    #expect(throws: FileProblem.self) { try InputAssets.read(9999) }
  }

  @Test func whatASlowWriterWroteIsGivenAtOnce() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data((lines[0] + "\n").utf8))
    let stage = try Components.builtin.stages.make(
      StageCall("source", ["stdin": true]), rulePath: "a.lua", now: Scenario.noon
    ).get()
    let source = try #require(stage.source)
    let reader = try source.open(
      Query(),
      in: RunContext(
        components: .builtin, now: Scenario.noon, ruleName: "r", libraries: [],
        ledgerPath: "/nonexistent/l",
        input: InputOptions(descriptor: pipe.fileHandleForReading.fileDescriptor))
    ).reader
    // The writer is still there: waiting for more would never end.
    #expect(names(try #require(try reader.next()).unfold()) == ["one"])
    #expect(!reader.isAtEnd)
    try pipe.fileHandleForWriting.close()
    #expect(try reader.next() == nil)
    #expect(reader.isAtEnd)
    withExtendedLifetime(pipe) {}
  }
}
