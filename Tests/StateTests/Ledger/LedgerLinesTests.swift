import State
import Testing

@Suite struct LedgerLinesTests {
  private static let sum = String(repeating: "0", count: 39) + "1"
  private static let whole =
    #"{"v":1,"kind":"offer","state":"accepted","memory":"recent","rule":"r","digest":"sha1:\#(sum)","#
    + #""localIdentifier":"a \"b\".png","library":"/p","filename":"a","claimedAt":"#
    + #""2026-11-21T09:20:48.741Z","offeredAt":"2026-11-21T09:20:49Z","settledAt":"#
    + #""2026-11-21T09:20:50Z","future":[1]}"#

  private func read(_ text: String) -> LedgerLines {
    Array(text.utf8).withUnsafeBytes { LedgerLines($0) }
  }

  private func changed(_ part: String, _ other: String) -> String {
    let line = Self.whole.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    return line.joined(separator: other)
  }

  @Test func aLineIsAnEntry() throws {
    let lines = read(Self.whole + "\n\n" + Self.whole)
    #expect(lines.problemCount == 0)
    #expect(lines.entries.count == 2)
    let entry = try #require(lines.entries.first)
    #expect(entry.identifier == "a \"b\".png")
    #expect(entry.state == .settled(.accepted))
    #expect(entry.claimedAt == 1_795_252_848_741)
    #expect(read("").entries.isEmpty)
  }

  @Test func wrongLinesAreNumberedAndAllAreCounted() {
    let texts = [
      (
        changed("\"state\":\"accepted\"", "\"state\":\"eaten\""), "\"state\" is no state: \"eaten\""
      ),
      (changed("sha1:", "sha9:"), "\"digest\" is no digest"),
      (changed("\"memory\":\"recent\"", "\"memory\":\"re cent\""), "is no name for a memory"),
      (changed("\"rule\":\"r\",", ""), "there is no \"rule\""),
      (changed("\"rule\":\"r\"", "\"rule\":7"), "\"rule\" is no text"),
      (changed("2026-11-21T09:20:48.741Z", "yesterday"), "\"claimedAt\" is no date"),
      (changed("\"kind\":\"offer\"", "\"kind\":\"asset\""), "the kind is \"asset\""),
      (changed("\"accepted\"", "\"offered\""), "\"settledAt\" is there"),
      (String(Self.whole.dropLast()), "is no JSON object"), ("[]", "is no JSON object"),
    ]
    let lines = read(([Self.whole] + texts.map(\.0)).joined(separator: "\n"))
    #expect(lines.problemCount == texts.count)
    #expect(lines.problems.map(\.line) == Array(2...texts.count + 1))
    for (problem, (_, words)) in zip(lines.problems, texts) {
      #expect(problem.reason.contains(words), "\(problem)")
    }
  }

  @Test func ofManyWrongLinesTheFirstAreReported() {
    let lines = read(String(repeating: "x\n", count: 1000) + String(repeating: "{}\n", count: 1000))
    #expect(lines.problemCount == 2000)
    #expect(lines.problems.map(\.line) == Array(1...20))
  }

  @Test func bytesThatAreNoTextAreWrong() {
    let lines = [UInt8]([0x7B, 0xFF, 0x7D, 0x0A]).withUnsafeBytes { LedgerLines($0) }
    #expect(lines.problems.map(\.reason) == ["is no JSON object: is not UTF-8, at byte 1"])
  }
}
