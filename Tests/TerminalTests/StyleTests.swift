import Terminal
import Testing

@Suite struct StyleTests {
  private static let xterm = ["TERM": "xterm"]

  @Test(
    arguments: [
      (ColorChoice.auto, true, [:], true),
      (.auto, false, [:], false),
      (.always, false, ["NO_COLOR": "1"], true),
      (.never, true, ["CLICOLOR_FORCE": "1"], false),
      (.auto, true, ["NO_COLOR": "1"], false),
      (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false),
      (.auto, true, ["TERM": ""], false),
      (.auto, false, ["CLICOLOR_FORCE": "1"], true),
      (.auto, false, ["CLICOLOR_FORCE": "0"], false),
      (.auto, true, ["CLICOLOR": "0"], false),
      (.auto, true, ["CLICOLOR": "1"], true),
      (.auto, false, ["CLICOLOR": "1"], false),
      (.auto, true, ["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
      (.auto, true, ["CLICOLOR_FORCE": "1", "NO_COLOR": "yes"], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func `follows the command line, the environment and the terminal`(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], isColored: Bool
  ) {
    let variables = Self.xterm.merging(environment) { $1 }
    let style = Style(choice, isTerminal: isTerminal, environment: { variables[$0] })
    #expect(style.isColored == isColored)
  }

  @Test func `marks text and ends the mark`() {
    #expect(Style(isColored: true).red("no") == "\u{1B}[31mno\u{1B}[0m")
    #expect(Style(isColored: true).bold("no") == "\u{1B}[1mno\u{1B}[0m")
    #expect(Style(isColored: true).dim("no") == "\u{1B}[2mno\u{1B}[0m")
    #expect(Style(isColored: false).red("no") == "no")
  }
}
