package import LuaBridge
internal import Pipeline

/// The arguments of a command line that belong to the rule: its options, and files for its input.
package struct RuleArguments {
  private(set) var overrides: [OptionOverride] = []
  private(set) var paths: [String] = []
  /// The words that set options, with their values.
  private(set) var optionWords: [String] = []
  /// The options that select assets, with their values.
  private(set) var selection: [String] = []
  /// True if `-` was typed: standard input replaces the library that the rule reads.
  private(set) var readsInput = false

  /// Sorts arguments into options of the rule, those that select assets if the rule takes them, `-`
  /// for standard input, and names of files, also after `--`. Throws ``UsageProblem`` for an unknown
  /// option or an invalid value.
  init(_ words: [String], of rule: LoadedRule, in tool: Tool) throws(UsageProblem) {
    if words.isEmpty { return }
    let options = rule.options
    let vocabulary = rule.takesSelection ? tool.selection : nil
    let inputs = rule.inputs(in: tool)
    let reader = WordReader(inputs)
    var rest = words[...]
    while let word = rest.first, let start = rest.indices.first, let part = reader.next(in: &rest) {
      switch part {
      case .argument(let path): paths.append(path)
      case .option(let place, let value):
        let (input, typed) = (inputs[place], words[start..<rest.startIndex])
        if input.names[0] == RuleSubject.inputWord {
          readsInput = true
          continue
        }
        optionWords += typed
        let name = String(input.names[0].dropFirst(2))
        if input.valueName == nil, value == nil,
          let problem = UsageProblem.truth(rest.first, behind: name, isDeniable: true)
        {
          throw problem
        }
        guard options.indices.contains(place),
          vocabulary?.endsGroup(name, behind: selection) != true
        else {
          selection += typed
          continue
        }
        if let value, let objection = options[place].objection(to: value) {
          throw UsageProblem(objection)
        }
        overrides.append(OptionOverride(options[place].flag, value))
      case .denial(let place):
        optionWords.append(word)
        if options.indices.contains(place) {
          overrides.append(OptionOverride(options[place].flag, "false"))
        } else {
          selection.append(word)
        }
      case .valueless(let place):
        let takes = options.indices.contains(place) ? options[place].summary : "a value"
        throw UsageProblem("\(word) takes \(takes)")
      case .unknown:
        guard word.hasPrefix("--") else { throw UsageProblem("unknown option \"\(word)\"") }
        throw UsageProblem.unknownOption(
          String(word.dropFirst(2).prefix { $0 != "=" }),
          known: inputs.flatMap(\.names).map { String($0.drop { $0 == "-" }) }
            + RunRequest.ownOptions)
      case .end:
        paths += rest
        rest = []
      }
    }
    if readsInput, let path = paths.first {
      throw UsageProblem(
        "\"-\" reads standard input, so leave it out, or the file \"\(path)\"")
    }
  }

  /// Removes and returns one rule's options and values from the start of `words`; rules may follow.
  package static func leading(
    _ words: inout ArraySlice<String>, of rule: LoadedRule, in tool: Tool
  ) -> [String] {
    let reader = WordReader(rule.inputs(in: tool))
    let all = words
    while let word = words.first, word.hasPrefix("-") { _ = reader.next(in: &words) }
    return Array(all[..<words.startIndex])
  }
}

extension LoadedRule {
  /// The rule's options as they are typed, then those that select assets if it takes them, and `-`.
  package func inputs(in tool: Tool) -> [CommandInput] {
    let selection = takesSelection ? tool.selection?.inputs(in: tool) ?? [] : []
    var input = CommandInput([RuleSubject.inputWord], help: "Read standard input.")
    input.isShown = false
    return options.map(\.input) + selection + [input]
  }
}

extension RuleOption {
  /// The option on the command line.
  var input: CommandInput {
    let values: CommandInput.Values =
      choices.map { .words($0) }
      ?? (kind == .folder
        ? .folders
        : ["album", "albums"].contains(flag)
          ? .albums : ["library", "libraries"].contains(flag) ? .libraries : .none)
    var input = CommandInput(
      ["--\(flag)"], value: kind == .boolean ? nil : kind.rawValue, help: help ?? "",
      values: kind == .list ? .list(values) : values)
    if name != flag { input.aliases = ["--\(name)"] }
    (input.takesDashes, input.mayHaveValue) = (true, true)
    input.isDeniable = kind == .boolean
    return input
  }
}

extension LoadedRule {
  /// True if the rule's source reads records, or paths of files, and no library.
  var readsStandardInput: Bool {
    guard case .table(let members)? = stages.first(where: { $0.name == "source" })?.arguments.first
    else { return false }
    return members.contains { $0.name == "stdin" }
  }

  /// Sorts plain arguments into libraries, and files that the rule reads in place of a library.
  /// Throws ``UsageProblem`` for both together, or ``LibraryProblem`` for one that does not exist.
  mutating func place(
    _ words: [String], besides libraries: [String], in tool: Tool
  ) throws -> (libraries: [String], files: [String]) {
    if words.isEmpty { return ([], []) }
    let named = try PathArguments(words, kinds: tool.libraryKinds)
    guard let file = named.files.first else { return (named.libraries, []) }
    if let library = (libraries + named.libraries).first {
      throw UsageProblem(
        "\"\(file)\" is a file, and \"\(library)\" a library; name one or the other")
    }
    try readStandardInput(for: "\"\(file)\"")
    return ([], named.files)
  }

  /// Makes the rule's source read `word`, standard input or a file, in place of a library. Throws
  /// ``UsageProblem`` if the source names albums, a library or a program.
  mutating func readStandardInput(for word: String) throws(UsageProblem) {
    guard let place = stages.firstIndex(where: { $0.name == "source" }) else {
      throw UsageProblem("the rule has no source, so it can't read \(word)")
    }
    guard following.isEmpty else {
      throw UsageProblem(
        "the rule has a next pipeline, which reads a library, so \(word) can't replace that")
    }
    let call = stages[place]
    var members: [ArgumentMember] = []
    if case .table(let given)? = call.arguments.first { members = given }
    if members.contains(where: { $0.name == "stdin" }) { return }
    if let other = members.first(where: Self.isOfLibrary) {
      throw UsageProblem(
        "the rule reads \(other.name) = \(other.value.quoted), so \(word) can't replace that")
    }
    members.append(ArgumentMember("stdin", .flag(true)))
    stages[place] = StageCall(
      name: call.name, arguments: [.table(members)], line: call.line, path: call.path)
  }

  /// Returns true for an option of a source that names a library, a program, or albums of users.
  private static func isOfLibrary(_ member: ArgumentMember) -> Bool {
    switch member.name {
    case "albums", "library", "exec": true
    case "album":
      switch member.value.texts?.first.flatMap(CollectionSubtype.init(rawValue:)) {
      case nil, .albumRegular, .albumImported, .albumCloudShared, .smartAlbumUserLibrary,
        .smartAlbumRecentlyAdded:
        true
      default: member.value.texts?.count != 1
      }
    default: false
    }
  }
}
