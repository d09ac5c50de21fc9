import Testing

@testable import Platform
@testable import Sessions
@testable import Terminal

@Suite struct QuestionLineTests {
  private let line = QuestionLine(
    title: "Send this screenshot?", subject: "Screenshot from 2024-05-06 07-08-09.png", age: 4200)

  @Test(
    arguments: [
      (120, "title age keys"), (85, "title age keys"), (84, "title age"), (65, "title age"),
      (64, "title"), (56, "title"), (55, ""), (33, ""), (20, ""),
    ])
  func `gives up explanations before the name`(columns: Int, explanations: String) {
    let text = line.text(secondsLeft: 3, columns: columns)
    let shown = ["title": "Send this screenshot?", "age": ", 4 s ago", "keys": "Return takes it"]
    for (name, part) in shown { #expect(text.contains(part) == explanations.contains(name)) }
    #expect(text.contains("Screen") && text.contains(".png") && text.hasSuffix("  3"))
  }

  @Test func `says all of it where there is room`() {
    #expect(
      line.text(secondsLeft: 3, columns: 120)
        == "Send this screenshot?  Screenshot from 2024-05-06 07-08-09.png, 4 s ago"
        + "  [Return takes it, Esc leaves it]  3")
    #expect(line.text(secondsLeft: 90, columns: 120).hasSuffix("]  1:30"))
  }

  @Test func `keeps the number of the question longer than the age`() {
    let line = QuestionLine(title: "Send it?", subject: "a.png", age: 4200, place: "2 of 4")
    #expect(
      line.text(secondsLeft: 3, columns: 100)
        == "Send it?  a.png, 4 s ago, 2 of 4  [Return takes it, Esc leaves it]  3")
    #expect(line.text(secondsLeft: 3, columns: 45) == "Send it?  a.png, 2 of 4  [Return/Esc]  3")
    #expect(line.text(secondsLeft: 3, columns: 30) == "a.png, 2 of 4  [Return/Esc]  3")
  }

  @Test func `says what the keys do of several`() {
    let line = QuestionLine(
      title: "Send them?", subject: "4 screenshots", age: nil, keys: .several)
    #expect(
      line.text(secondsLeft: 3, columns: 100)
        == "Send them?  4 screenshots  [Return takes all, c chooses, Esc leaves all]  3")
    #expect(
      line.text(secondsLeft: 3, columns: 50) == "Send them?  4 screenshots  [Return/c/Esc]  3")
  }

  @Test func `never wraps`() {
    for columns in 1..<130 {
      let text = line.text(secondsLeft: 12, columns: columns)
      #expect(TerminalText.columns(of: text) <= columns)
      #expect(TerminalText.columns(of: line.text(outcome: "left", columns: columns)) <= columns)
    }
  }

  @Test func `escapes the title and the name`() {
    let line = QuestionLine(title: "\u{1B}]0;x\u{7}", subject: "a\n\u{202E}gnp.exe", age: nil)
    #expect(
      line.text(secondsLeft: 3, columns: 200)
        == "\\x1b]0;x\\x07  a\\n\\u{202e}gnp.exe  [Return takes it, Esc leaves it]  3")
    #expect(line.text(outcome: "taken", columns: 79) == "a\\n\\u{202e}gnp.exe  taken")
  }

  @Test(
    arguments: [
      (-1, nil), (0, "just now"), (999, "just now"), (59_999, "59 s ago"),
      (60_000, "1 min ago"), (7_200_000, "2 h ago"), (864_000_000, "10 d ago"),
    ] as [(Int64, String?)])
  func `says how long ago`(age: Int64, text: String?) {
    #expect(QuantityText.age(milliseconds: age) == text)
  }
}
