internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct WhyCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "why",
      abstract: "Tell why a rule takes a picture or leaves it out.",
      discussion: """
        The rule runs as with --dry-run: nothing is offered, written or remembered. The words of a run \
        can stand behind the asset as they are; options of its output do nothing here. The rule may \
        stand first, too, and "find" with its options in place of a rule. A file outside of the library \
        is looked at in its folder. Each test is \
        shown with the value that decides it:

          \(ToolName.declared) why IMG_0008.HEIC recent --library ~/Pictures --now 2015-09-27T21:29:40Z
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "The asset: its file name, path or localIdentifier; for a rule of albums, the album.",
      valueName: "asset"))
  var asset: String

  @Argument(
    help: ArgumentHelp(
      "The rule: a name, a Lua file, or - for standard input.", valueName: "rule"))
  var rule: String?

  @OptionGroup var source: RuleOptions

  @OptionGroup var options: RunOptions

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func validate() throws {
    if rule == nil, source.text == nil { throw ValidationError("name a rule") }
  }

  func run(in tool: Tool) throws {
    var (asset, rule) = (asset, rule)
    if source.text == nil, let second = rule, isRule(asset, in: tool), !isRule(second, in: tool) {
      (asset, rule) = (second, asset)
    }
    guard let session = source.session(rule, options, rest, in: tool) else { return }
    tool.output.write(try session.trace(about: asset).text(tool.style))
  }

  /// Returns true for the path of a Lua file, and for the name of a rule.
  private func isRule(_ word: String, in tool: Tool) -> Bool {
    word.hasSuffix(".lua") || word == RuleSubject.inputWord
      || RuleFolders.isName(word)
        && tool.ruleFolders.rule(named: word, from: source.origin.choice) != nil
  }
}
