import Terminal
import TestSupport
import Testing

@Suite struct ShellWordTests {
  private static let words = [
    "a", "rules/a-b_c.lua", "", "a b", "it's", "$HOME", "`x`", "a\nb", "\u{1B}[31m", "\u{202E}txt",
    "é", "~/x", "a\\b", "-n", "a;b|c&d", "*", "'\u{7}'",
    // A mark that joins the quote to another character.
    "a'\u{301};echo no;'\u{301}b", "a\u{D4E}';echo no;\u{D4E}'b", "$\u{301}(echo no)",
  ]

  @Test(arguments: words) func theShellReadsTheWordBack(_ word: String) async throws {
    let line = "printf %s \(ShellWord(word))"
    #expect(TerminalText.escaped(line) == line)
    let result = try await RunProgram("/bin/bash", ["-c", line]).result()
    #expect(result.text == word)
  }

  @Test func aPlainWordStaysPlain() {
    #expect("\(ShellWord("rules/recent.lua"))" == "rules/recent.lua")
    #expect("\(ShellWord("/my pictures"))" == "'/my pictures'")
    #expect("\(ShellWord.path("-rf.lua"))" == "./-rf.lua")
    #expect("\(ShellWord.path("-\u{301}.lua"))" == "'./-\u{301}.lua'")
  }
}
