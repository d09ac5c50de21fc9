import Engine
import Testing

@testable import Acting

/// A journal is read as it was written, whatever a kill cut short.
@Suite struct JournalFormatTests {
  private func operation(_ number: Int, from: [UInt8], to: [UInt8]) throws -> FileOperation {
    let digest = try #require(ContentDigest(.sha256, bytes: [UInt8](repeating: 7, count: 32)))
    return FileOperation(
      number: number,
      parts: [
        FileOperation.Part(
          kind: .move, from: from, to: to, byteCount: 5, modified: 1_443_389_368_123_456_789,
          digest: digest)
      ], folders: [Array("/p/2015".utf8)])
  }

  @Test func everyPathComesBack() throws {
    let odd: [UInt8] = Array("/p/a\n\"\\".utf8) + [0xFF, 0xC3]
    let operation = try operation(1, from: odd, to: Array("/p/2015/ä".utf8))
    let content = JournalContent(
      JournalFormat.opening(rule: "sort \"x\"", at: Instant(milliseconds: 1_443_389_368_000))
        + JournalFormat.intent(operation) + JournalFormat.fact(.done, of: 1, modified: [42]))
    #expect(content.rule == "sort \"x\"")
    #expect(content.began == Instant(milliseconds: 1_443_389_368_000))
    #expect(content.entries.map(\.operation) == [operation])
    #expect(content.entries.map(\.state) == [.done])
    #expect(content.entries.map(\.modified) == [[42]])
  }

  @Test func aLineThatWasCutShortSaysNothing() throws {
    let first = JournalFormat.intent(try operation(1, from: [47, 97], to: [47, 98]))
    let second = JournalFormat.intent(try operation(2, from: [47, 97], to: [47, 98]))
    for count in second.indices.dropLast() {
      let torn = Array(second.prefix(count))
      #expect(JournalContent(first + torn).entries.map(\.operation.number) == [1])
      let further = first + torn + [10] + JournalFormat.fact(.done, of: 1)
      #expect(JournalContent(further).entries.map(\.state) == [.done])
    }
  }
}
