import ShotflowTool
import TestSupport
import Testing

/// A line is read as bash reads it, and what is added to it means the very text.
@Suite struct BashLineTests {
  private static let names = [
    "Holiday", "$(touch x)", "`touch x`", "new\nline", "tab\tbed", "it's", "quo\"te", "back\\slash",
    "gl*b?[x]", "co:lon", "bang!x", "esc\u{1B}[31m", "~tilde", "#hash", "a;touch x;b", "né",
    "{a,b}", "a'\u{301};echo no;'\u{301}", "\u{D4E}';echo no;\u{D4E}'", "\u{D4E}\"",
    " lead", "trail ", "rtl\u{202E}txt", "$HOME", "\\n", "%s", "'", "\"\"", "a=b", "<>|&()", "\\",
  ]
  private static let beginnings = ["", "a\\", "'", "\"", "\"a\\", "$'", "a'b'", "a\"b\"c", "~/x'"]

  private func line(_ text: String, _ rest: String = "") -> BashLine {
    BashLine(before: text, after: rest)
  }

  @Test func readsWordsAsBashDoes() {
    let words = line("shotflow find --album 'My hol' \"a \\$b\\x\" c\\ d $'e\\nf' g\"h\"'i' --x=j")
      .words
    #expect(
      words.before == ["find", "--album", "My hol", "a $b\\x", "c d", "e\nf", "ghi"])
    #expect(words.current == "--x=j")
  }

  @Test func leavesOutWhatIsNoWordOfTheCommand() {
    #expect(line("A=1 b_2='c d' shotflow run 2>/dev/null <in x").words.before == ["run"])
    #expect(
      line("ls | shotflow run ").words == LineArguments(before: ["run"], current: "", after: []))
    let words = line("shotflow find --al", "bum Trip -l lib | jq .path").words
    #expect(
      words == LineArguments(before: ["find"], current: "--al", after: ["Trip", "-l", "lib"]))
    #expect(line("shotflow find --album ", " -l lib").words.after == ["-l", "lib"])
  }

  @Test(arguments: ["$HOME/a", "\"$HOME", "a`b", "*.lua", "${x}"])
  func knowsNotWhatBashReplaces(word: String) {
    #expect(line("shotflow run \(word)").isExpanded)
  }

  @Test func fillsInExportedVariablesThatStayWhole() {
    let values = ["HOME": "/home/me", "two": "a b", "star": "*", "x_1": "é"]
    func word(_ text: String) -> String? {
      let line = BashLine(before: "shotflow run \(text)", after: "") { values[$0] }
      return line.isExpanded ? nil : line.words.current
    }
    #expect(word("$HOME/a") == "/home/me/a")
    #expect(word("${HOME}a$x_1-'$HOME'") == "/home/mea\u{E9}-$HOME")
    #expect(word("\"$two/$HOME\"/") == "a b//home/me/")
    for unknown in [
      "$two/", "$star/", "$nothing/", "${HOME", "$HOM", "${HOME:-x}/", "$", "\"$HOME",
    ] {
      #expect(word(unknown) == nil, "\(unknown)")
    }
    let line = BashLine(before: "shotflow find -l $HOME/p ", after: "") { values[$0] }
    #expect(line.words.before == ["find", "-l", "/home/me/p"])
    // A part of a path must not become another path.
    #expect(BashLine(before: "shotflow -l $no/p ", after: "").words.before == ["-l", "$no/p"])
  }

  @Test(arguments: ["'$HOME'", "\\$HOME", "\"\\$x", "$'x", "'*'", "a\\*"])
  func knowsWhatBashLeavesAsItIs(word: String) {
    #expect(!line("shotflow run \(word)").isExpanded)
  }

  /// An added word, with any text typed before it, reaches bash as the text of the completion.
  @Test(arguments: names, beginnings)
  func whatIsAddedMeansTheText(name: String, beginning: String) async throws {
    let line = line("shotflow \(beginning)")
    guard let added = line.quoting.typed(name) else {
      // Only what a terminal can't show, and what no backslash can stand in front of.
      #expect(!BashQuoting.isShown(name) || beginning.hasSuffix("\\"))
      return
    }
    let closing =
      switch line.quoting {
      case .single, .ansi: "'"
      case .double, .doubleEscape: "\""
      default: ""
      }
    // readline closes the quotes unless it finds them closed.
    let end = String(added.unicodeScalars.last ?? "x") == closing ? "" : closing
    // As for the lines that a user types, the history is on.
    let script = "set -H; printf %s \(beginning)\(added)\(end)"
    let result = try await RunProgram(
      "/bin/bash", ["--norc", "--noprofile", "-i", "-c", script], environment: ["HOME": "/nowhere"]
    ).result()
    let home = beginning.hasPrefix("~/") ? "/nowhere" : ""
    let typed = home.isEmpty ? line.words.current : home + line.words.current.dropFirst()
    #expect(result.text == typed + name, "\(added)")
  }
}
