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

  /// Sorts arguments into options of the rule, `--name value` or `--name=value`, those that select
  /// assets if the rule takes them, `-` for standard
  /// input, and names of files, also after `--`. A boolean stands alone, with `--no-name` for false.
  /// Throws ``UsageProblem`` for an unknown option or an invalid value.
  init(_ words: [String], of rule: LoadedRule, in tool: Tool) throws(UsageProblem) {
    let options = rule.options
    let vocabulary = rule.takesSelection ? tool.selection : nil
    var rest = words[...]
    while let word = rest.popFirst() {
      let place = rest.startIndex - 1
      defer {
        if word.hasPrefix("--"), word != "--" { optionWords += words[place..<rest.startIndex] }
      }
      if word == "--" {
        paths += rest
        break
      }
      if word == RuleSubject.inputWord {
        readsInput = true
        continue
      }
      guard word.hasPrefix("--"), word.count > 2 else {
        if word.hasPrefix("-") { throw UsageProblem("unknown option \"\(word)\"") }
        paths.append(word)
        continue
      }
      let (name, value) = Self.split(word)
      let endsGroup = vocabulary?.endsGroup(name, behind: selection) ?? false
      guard !endsGroup, let option = options.first(where: { $0.flag == name || $0.name == name })
      else {
        if name.hasPrefix("no-"), value == nil,
          let option = Self.boolean(name.dropFirst(3), options)
        {
          overrides.append(OptionOverride(option.flag, "false"))
          continue
        }
        if let takesValue = vocabulary?.takesValue(name, in: tool) {
          selection.append(word)
          guard value == nil else { continue }
          if takesValue {
            guard let text = rest.popFirst() else { throw UsageProblem("--\(name) takes a value") }
            selection.append(text)
          } else if let problem = UsageProblem.truth(rest.first, behind: name, isDeniable: true) {
            throw problem
          }
          continue
        }
        throw UsageProblem.unknownOption(
          name,
          known: options.map(\.flag) + RunRequest.ownOptions + (vocabulary?.names(in: tool) ?? []))
      }
      guard let text = value ?? (option.kind == .boolean ? nil : rest.popFirst()) else {
        if option.kind != .boolean { throw UsageProblem("--\(name) takes \(option.summary)") }
        if let problem = UsageProblem.truth(rest.first, behind: name, isDeniable: true) {
          throw problem
        }
        overrides.append(OptionOverride(option.flag, nil))
        continue
      }
      if let objection = option.objection(to: text) { throw UsageProblem(objection) }
      overrides.append(OptionOverride(option.flag, text))
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
    let vocabulary = rule.takesSelection ? tool.selection : nil
    var own: [String] = []
    while let word = words.first, word.hasPrefix("-") {
      own.append(words.removeFirst())
      let (name, value) = split(word)
      let option = rule.options.first { $0.flag == name || $0.name == name }
      let takesValue =
        option.map { $0.kind != .boolean } ?? vocabulary?.takesValue(name, in: tool) ?? false
      if value == nil, takesValue, let text = words.popFirst() { own.append(text) }
    }
    return own
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    let body = word.dropFirst(2)
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }

  private static func boolean(_ name: Substring, _ options: [RuleOption]) -> RuleOption? {
    options.first { $0.kind == .boolean && ($0.flag == name || $0.name == name) }
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
