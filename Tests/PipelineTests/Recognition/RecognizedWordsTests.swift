import Testing

@testable import Pipeline

@Suite struct RecognizedWordsTests {
  private static let header =
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

  /// A row of a word.
  private func row(
    _ word: String, paragraph: Int = 1, line: Int = 1, _ confidence: String = "96.5"
  ) -> String {
    "5\t1\t1\t\(paragraph)\t\(line)\t1\t0\t0\t9\t9\t\(confidence)\t\(word)\n"
  }

  private func text(_ rows: String..., atLeast confidence: Int = 30) -> String? {
    RecognizedWords(Array((Self.header + rows.joined()).utf8))?.text(atLeast: confidence)
  }

  @Test func wordsStandInTheirLinesAndParagraphs() {
    #expect(
      text(
        "2\t1\t1\t0\t0\t0\t0\t0\t9\t9\t-1\t\n", row("BOARDING"), row("PASS"), row("GATE", line: 2),
        row("Seat", paragraph: 2)) == "BOARDING PASS\nGATE\n\nSeat")
  }

  @Test func whatIsUncertainIsLeftOut() {
    #expect(text(row("sure", "60"), row("noise", "59.9"), row("too"), atLeast: 60) == "sure too")
    #expect(text(row("noise", "1"), atLeast: 0) == "noise")
  }

  @Test func aPictureWithoutTextHasNone() {
    #expect(text() == "")
    #expect(text(row(" "), row("")) == "")
  }

  @Test func controlCharactersAreNoText() {
    #expect(text(row("a\u{1B}[2Jb")) == "a[2Jb")
  }

  @Test(arguments: ["", "BOARDING PASS\n", "\u{0}\u{0}"])
  func outputWithoutATableIsRejected(output: String) {
    #expect(RecognizedWords(Array(output.utf8)) == nil)
  }

  @Test func aRowThatIsCutOffIsNoTable() {
    #expect(text("5\t1\t1\n") == nil)
    #expect(text(row("a", "many")) == nil)
  }
}
