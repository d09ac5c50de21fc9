internal import Pipeline
internal import Sessions

struct WhyCommand: RuleCommand {
  static let text = CommandText(
    "why", "Tell why a rule takes a picture or leaves it out.",
    """
    The rule runs as with --dry-run: nothing is offered, written or remembered. The words of a run \
    can stand behind the asset as they are; options of its output do nothing here. The rule may \
    stand first, too; without one, "find" with the options that you type is meant. A file outside \
    of the library is looked at in its folder. Each test is shown with the value that decides it:

      shotflow why IMG_0008.HEIC recent --library ~/Pictures --now 2015-09-27T21:29:40Z
    """,
    examples: [
      "shotflow why IMG_0008.HEIC --taken 2023-08 -l ~/Pictures  # Find out why find leaves it out",
      "shotflow why IMG_0008.HEIC recent --library ~/Pictures  # Find out why a picture is not offered",
    ])

  var asset: String = ""
  var line = RuleLine()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let asset = CommandEntry<Self>.required(
      "asset", \.asset,
      "The asset: its file name, path or localIdentifier; for a rule of albums, the album.")
    return [asset] + lineEntries()
  }

  func validate() throws(UsageProblem) {
    if line.rule == nil {
      throw UsageProblem("name a picture first, then a rule or options of \"find\"")
    }
  }

  func run(in tool: Tool) throws {
    var (asset, line) = (asset, line)
    let origin = line.options.origin
    if line.options.text == nil, let rule = line.word, Self.isRule(asset, from: origin, in: tool),
      !Self.isRule(rule, from: origin, in: tool)
    {
      (asset, line.word) = (rule, asset)
    }
    guard let session = line.session(in: tool) else { return }
    tool.output.write(try session.trace(about: asset).text(tool.style))
  }

  /// Returns true for the path of a Lua file, and for the name of a rule.
  private static func isRule(
    _ word: String, from origin: RuleFolders.Origin? = nil, in tool: Tool
  ) -> Bool {
    word.hasSuffix(".lua") || word == RuleSubject.inputWord
      || RuleFolders.isName(word) && tool.ruleFolders.rule(named: word, from: origin) != nil
  }

  /// Returns the asset and the options of `find` in the words of a line that names `find`, has an
  /// option that no other command has, or names no rule; nil for a line about a rule.
  static func query(
    in words: ArraySlice<String>, _ tool: Tool
  ) -> (asset: String, options: [String])? {
    let name = FindCommand.text.name
    if let asset = words.first, words.dropFirst().first == name {
      return (asset, Array(words.dropFirst(2)))
    }
    let ofRules = RuleOptions.entries.map(\.input) + [.help]
    let ofFind = FindCommand.entries(in: tool).map(\.input)
    let shared = Set((RunRequest.options + RunRequest.hiddenShardOptions).flatMap(\.input.names))
    let reader = WordReader(ofRules + ofFind)
    var isQuery = words.first == name
    var rest = isQuery ? words.dropFirst() : words
    var options = Array(rest)
    var asset: String?
    while let part = reader.next(in: &rest) {
      switch part {
      case .option(let place, _), .valueless(let place), .denial(let place):
        guard place >= ofRules.count else { return nil }
        isQuery = isQuery || shared.isDisjoint(with: ofFind[place - ofRules.count].names)
      case .argument(let word):
        if isRule(word, in: tool) { return nil }
        if asset == nil {
          asset = word
          options.remove(at: options.count - rest.count - 1)
        } else if !isQuery {
          return nil
        }
      case .unknown, .end: break
      }
    }
    return asset.map { ($0, options) }
  }
}
