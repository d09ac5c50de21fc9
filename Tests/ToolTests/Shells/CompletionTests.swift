import ShotflowTool
import Testing

@Suite struct CompletionTests {
  private func completion(_ word: String, _ names: [String]) -> Completion {
    var completion = Completion(word)
    completion.candidates = names.map { Candidate($0) }
    return completion
  }

  private func bash(_ word: String, _ names: [String]) -> [String] {
    let line = BashLine(before: "tool \(word)", after: "")
    return CompletionAnswer(bash: completion(line.words.current, names), on: line).text
      .split(separator: "\0", omittingEmptySubsequences: false).map(String.init).dropLast()
  }

  @Test func aWordIsCutWhereTheShellsCutIt() {
    var word = Completion("--library=a=b/c,d")
    word.cut(behind: "=", isFirst: true)
    word.cut(behind: "/")
    #expect(word.head == "--library=a=b/" && word.typed == "c,d" && word.separators == "=/")
    word.cut(behind: "?")
    #expect(word.separators == "=/")
  }

  @Test func aLongListIsCutAndKeepsWhatAllHaveInCommon() {
    var list = completion("a", (1...5000).map { "ab\($0)" } + ["ax", "b"])
    list.cut(to: 100)
    #expect(list.candidates.count == 100)
    #expect(list.candidates.first?.text == "ab1" && list.candidates.last?.text == "ax")
  }

  @Test func bashGetsWhatIsAddedToTheLine() {
    #expect(bash("Ho", ["Holiday trip", "Zoo"]) == ["", "liday\\ trip"])
    #expect(bash("'Ho", ["Hol'y"]) == ["", "l'\\''y"])
    #expect(bash("$HOME/", ["$HOME/x"]) == [""])
  }

  /// The shell would insert what they have in common, which could end within an escape.
  @Test func bashGetsNamesThatNeedEscapesOnlyAlone() {
    #expect(bash("a", ["a\nb", "a\tb"]) == [""])
    #expect(bash("a", ["a\nb", "ac"]) == ["", "c"])
    #expect(bash("a\\n", ["an", "b"]) == ["", ""])
    #expect(bash("", ["a\nb"]) == ["", "a$'\\n'b"])
  }

  @Test func texts0AreNeverOffered() {
    #expect(bash("", ["a\0b"]) == [""])
    #expect(CompletionAnswer(fish: completion("", ["a\0b", "a\tb"]), shown: { $0 }).text == "")
    let zsh = CompletionAnswer(
      zsh: completion("", ["a\0b"]), shown: { $0 }, columns: { $0.count })
    #expect(zsh.text == "-\0")
  }

  /// A folder without files that fit has no candidates, and files may follow all the same.
  @Test func pathsStayPossibleBesideWords() {
    var paths = Completion("x")
    paths.isPath = true
    var words = Completion("x")
    words.candidates = [Candidate("xyz")]
    paths.merge(words)
    #expect(paths.isPath)
    #expect(paths.candidates == [Candidate("xyz")])
  }
}
