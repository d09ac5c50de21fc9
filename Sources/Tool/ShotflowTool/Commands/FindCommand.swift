internal import Pipeline
internal import Sessions
internal import Terminal

struct FindCommand: ToolCommand {
  static let text = CommandText(
    "find", "Find pictures and videos by options, without a rule.",
    """
    Name folders, libraries or files to look in, or - to read their paths from standard input; \
    without any, your library is searched. Every field of rules is an option:

      shotflow find ~/Pictures/2024 --screenshots --within 7d
      shotflow find --videos --file-size '>1GB' --sort -file-size --limit 20
      shotflow find --near 54.36,18.64,5km --taken 2024
      find . -print0 | shotflow find -0 - --photos

    Numbers and dates take 1000.., ..2000, 1000..2000 or '>=1000'; sizes also 1MB or 64KiB; dates \
    also 2024, 2024-12, 2024-12-31, today or 7d, the last seven days. In texts, * stands for any \
    characters and ? for one; beside these, [a-z] stands for one of some letters and [!a-z] for \
    any other one: --filename '*[!a-z]*'. A ~ in front means that the text is a part of the \
    value; a = means that the text is the whole value, so that * means itself. A name or a text \
    that people typed is also found in capitals if you type none, unless you add \
    --case-sensitive. The value present means that the asset has the field, absent that it has \
    not; ! in front of a value means all but that. An asset has to pass all options; repeat an \
    option to allow another value. An option without a value can be turned around: \
    --no-screenshots. Options behind --any, up to --all, are alternatives: --any --keywords Oma \
    --persons Oma --all --taken 2024. "shotflow find --help" lists all options.
    """,
    examples: [
      "shotflow find ~/Pictures/2024 --screenshots --within 7d  # Find the screenshots of the last seven days in a folder",
      "shotflow find --album Holiday --videos --taken 2024  # Find the videos of an album that were taken in one year",
      "shotflow find --near 54.36,18.64,5km --sort -creationDate --limit 10  # Find the newest ten near a place",
      "find . -print0 | shotflow find -0 - --file-size '>1MB'  # Find the larger ones among the files that another program lists",
      "shotflow find --pixel-width 4000.. --print-rule > large.lua  # Begin a rule with what the options mean",
    ])

  var request = RunRequest()
  private var query: FindQuery

  init() { query = FindQuery(among: []) }

  static func initial(in tool: Tool) -> FindCommand {
    var command = FindCommand()
    command.query = FindQuery(among: FindFlag.all(in: tool.components))
    return command
  }

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    (RunRequest.options + RunRequest.hiddenShardOptions).map { $0.lifted(\.request) }
      + FindQuery.entries(among: FindFlag.all(in: tool.components)).map { $0.lifted(\.query) }
  }

  static func unknownOption(_ word: String, in tool: Tool) -> UsageProblem {
    FindQuery.unknownOption(word, among: FindFlag.all(in: tool.components))
  }

  func run(in tool: Tool) throws {
    try tool.messages().reporting {
      let (query, stages, session) = try session(in: tool)
      guard query.printsRule else { return try session.run(showsHelp: false) }
      try session.check()
      let words = CommandLine.arguments.drop { $0 != Self.text.name }
      tool.output.write(FindQuery.text(of: stages, from: [tool.name] + words))
    }
  }

  /// Explains why `find` with some arguments finds an asset, or leaves it out.
  static func explain(_ asset: String, _ words: [String], in tool: Tool) throws {
    try tool.messages().reporting {
      var command = initial(in: tool)
      try CommandEntry.parse(words, by: entries(in: tool), into: &command) {
        unknownOption($0, in: tool)
      }
      let (_, _, session) = try command.session(in: tool)
      tool.output.write(try session.trace(about: asset).text(tool.style))
    }
  }

  private func session(
    in tool: Tool
  ) throws -> (query: FindQuery, stages: [StageCall], session: RuleSession) {
    var query = query
    if request.includesEverything { query.includeEverything() }
    try query.finish()
    var own = try Self.place(&query, request, in: tool)
    let stages = try query.stages(
      in: query.namesPlaces ? FindSurroundings(in: own.libraries, of: tool) : FindSurroundings())
    // Other processes get the rule by its text.
    let subject: RuleSubject =
      request.shard.engine == nil
      ? .program("return pipeline { source {} }", name: "find", stages: stages)
      : .program(FindQuery.text(of: stages, from: [tool.name]), name: "find")
    if query.countsAll { own.output = own.output.printing("{count}") }
    return (query, stages, RuleSession(subject, own, in: tool))
  }

  /// Returns the request with the libraries and files that the plain arguments name; without a
  /// library, files are read in its place.
  private static func place(
    _ query: inout FindQuery, _ request: RunRequest, in tool: Tool
  ) throws -> RunRequest {
    var own = request
    if query.readsInput {
      own.ruleWords = Self.files(query.subjects)
      return own
    }
    let subjects: PathArguments
    do throws(LibraryProblem) {
      subjects = try PathArguments(query.subjects, kinds: tool.libraryKinds)
    } catch {
      throw UsageProblem("\(error); --album names an album, --filename a file's name")
    }
    own.ruleWords = Self.files(subjects.files)
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
}
