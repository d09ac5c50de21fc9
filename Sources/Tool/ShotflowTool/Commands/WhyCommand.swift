internal import Pipeline
internal import Sessions

struct WhyCommand: RuleCommand {
  static let text = CommandText(
    "why", "Tell why a rule takes a picture or leaves it out.",
    """
    The rule runs as with --dry-run: nothing is offered, written or remembered. The words of a run \
    can stand behind the asset as they are; options of its output do nothing here. The rule may \
    stand first, too, and "find" with its options in place of a rule. A file outside of the library \
    is looked at in its folder. Each test is \
    shown with the value that decides it:

      shotflow why IMG_0008.HEIC recent --library ~/Pictures --now 2015-09-27T21:29:40Z
    """,
    examples: [
      "shotflow why IMG_0008.HEIC recent --library ~/Pictures  # Find out why a picture is not offered"
    ])

  var asset: String = ""
  var line = RuleLine()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let asset = CommandEntry<Self>.required(
      "asset", \.asset,
      "The asset: its file name, path or localIdentifier; for a rule of albums, the album.")
    return [asset] + lineEntries()
  }

  func validate() throws(UsageProblem) { try line.checkRule() }

  func run(in tool: Tool) throws {
    var (asset, line) = (asset, line)
    if line.options.text == nil, let rule = line.word, isRule(asset, in: tool),
      !isRule(rule, in: tool)
    {
      (asset, line.word) = (rule, asset)
    }
    guard let session = line.session(in: tool) else { return }
    tool.output.write(try session.trace(about: asset).text(tool.style))
  }

  /// Returns true for the path of a Lua file, and for the name of a rule.
  private func isRule(_ word: String, in tool: Tool) -> Bool {
    word.hasSuffix(".lua") || word == RuleSubject.inputWord
      || RuleFolders.isName(word)
        && tool.ruleFolders.rule(named: word, from: line.options.origin) != nil
  }
}
