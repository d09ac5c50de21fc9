internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct FindCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "find",
      abstract: "Find pictures and videos by options, without a rule.",
      discussion: """
        Name folders, libraries or files to look in, or - to read their paths from standard input; \
        without any, your library is searched. Every field of rules is an option:

          \(ToolName.declared) find ~/Pictures/2024 --screenshots --within 7d
          \(ToolName.declared) find --videos --file-size '>1GB' --sort -file-size --limit 20
          \(ToolName.declared) find --near 54.36,18.64,5km --taken 2024
          find . -print0 | \(ToolName.declared) find -0 - --photos

        Numbers and dates take 1000.., ..2000, 1000..2000 or '>=1000'; sizes also 1MB or 64KiB; dates \
        also 2024, 2024-12, 2024-12-31, today or 7d, the last seven days. In texts, * stands for any \
        characters and ? for one. A ~ in front means that the text is a part of the value; a = means \
        that the text is the whole value, so that * means itself. A name or a text that people typed \
        is also found in capitals if you type none, unless you add --case-sensitive. The value present \
        means that the asset has the field, absent that it has not; ! in front of a value means all \
        but that. An asset has to pass all options; repeat an option to allow another value. An \
        option without a value can be turned around: --no-screenshots. Options behind --any, up to \
        --all, are alternatives: --any --keywords Oma --persons Oma --all --taken 2024. "\(ToolName.declared) find \
        --help" lists all options.
        """,
      helpNames: [])
  }

  @OptionGroup var options: RunOptions

  @Flag(help: "Print the rule that the options mean, instead of running it.")
  var printRule = false

  @Flag(help: "Tell capitals from small letters even in values without capitals.")
  var caseSensitive = false

  @Flag(help: "One of the options up to --all has to hold, not all of them.")
  var any = false

  @Flag(help: "End the alternatives of --any: all further options have to hold.")
  var all = false

  @Flag(help: "Print the number of assets alone.")
  var count = false

  @Option(
    help: """
      Print how many assets there are for each value of a field, or of a text with fields in braces: \
      camera-model, '{localDate:%Y-%m}'. May be repeated.
      """)
  var countBy: [String] = []

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Folders, libraries and files to look in, or - for standard input; options of fields.",
      valueName: "folders, files and fields"))
  var rest: [String] = []

  /// Is required by the protocol, but never called: ``run(_:in:)`` parses the arguments itself.
  func run(in tool: Tool) throws {
    try Self.run(rest, in: tool)
  }

  /// Runs the command with the arguments after `find`, which it parses by hand like those of `run`.
  static func run(_ words: [String], in tool: Tool) throws {
    try tool.messages().reporting {
      let request = try RunRequest(words, takesRule: false)
      if request.wantsHelp { return tool.writeHelp(on: Self.self, fields(in: tool)) }
      var query = try FindQuery(
        request.ruleWords, includingEverything: request.includesEverything, in: tool.components)
      let own = try place(&query, request, in: tool)
      let text = try query.rule(
        from: [tool.name, "find"] + words,
        in: query.namesPlaces
          ? FindSurroundings(in: own.libraries, of: tool) : FindSurroundings())
      let session = RuleSession(
        .program(text, name: "find"), query.countsAll ? own.printing("{count}") : own, in: tool)
      if query.printsRule {
        try session.check()
        tool.output.write(text)
      } else {
        try session.run(showsHelp: false)
      }
    }
  }

  /// Returns the request with the libraries and files that the plain arguments name; without a
  /// library, files are read in its place.
  private static func place(
    _ query: inout FindQuery, _ request: RunRequest, in tool: Tool
  ) throws -> RunRequest {
    if query.readsInput { return request.with(ruleWords: Self.files(query.subjects)) }
    let subjects: PathArguments
    do throws(LibraryProblem) {
      subjects = try PathArguments(query.subjects, kinds: tool.libraryKinds)
    } catch {
      throw UsageProblem("\(error); --album names an album, --filename a file's name")
    }
    var own = request.with(ruleWords: Self.files(subjects.files))
    own.libraries += subjects.libraries
    if let file = subjects.files.first {
      if let option = query.albumOption {
        throw UsageProblem(
          "\(option) names albums of a library, and \"\(file)\" is a file; leave out one of them")
      }
      if own.libraries.isEmpty { query.readInput() }
    }
    return own
  }

  /// Returns files as arguments of a rule: behind `--`, as their names may begin with a dash.
  private static func files(_ names: [String]) -> [String] { names.isEmpty ? [] : ["--"] + names }

  private static func fields(in tool: Tool) -> String {
    let rows = FindFlag.all(in: tool.components).map { ["  " + $0.usage, $0.summary] }
    return "\n\nFIELDS:\n\(TextTable(rows, alignsNumbers: false))"
  }
}
