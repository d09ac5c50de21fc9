package import LuaBridge
internal import Pipeline
internal import Platform

/// The arguments of a command line that belong to the rule: its options, and files for its input.
package struct RuleArguments {
  /// The values of options that the command line gives.
  private(set) var overrides: [OptionOverride] = []
  private(set) var paths: [String] = []
  /// The options that select assets, with their values.
  private(set) var selection: [String] = []
  /// True if `-` was typed: standard input replaces the library that the rule reads.
  private(set) var readsInput = false
  /// The options of both kinds as they were typed, and their values.
  private var typed: [(words: ArraySlice<String>, value: String?)] = []

  /// The words that set options, with their values.
  var optionWords: [String] { typed.flatMap { $0.words } }

  init() {}

  /// Loads a rule with the options that `words`, and otherwise `settings`, give; all problems of the
  /// rule are collected.
  ///
  /// - Throws: ``RuleProblems`` if the rule can't be loaded, ``UsageProblem`` for an unknown option
  ///   or an invalid value, or ``ConfigurationProblem``.
  static func load(
    _ file: RuleFile, _ words: [String], _ settings: RuleConfiguration?, now: Instant,
    by loader: RuleLoader, in tool: Tool, noting arguments: inout RuleArguments
  ) throws -> LoadedRule {
    var read: RuleArguments?
    var refusal: (any Error)?
    func choose(_ declared: DeclaredOptions) -> [OptionOverride]? {
      do {
        let given = try RuleArguments(words, of: declared, in: file, of: tool)
        read = given
        let usual = try settings?.overrides(of: declared.all, besides: given.overrides) ?? []
        return usual + given.overrides
      } catch {
        refusal = error
        return nil
      }
    }
    defer { arguments = read ?? arguments }
    let loaded = Result { () throws(RuleProblems) in
      try loader.inspect(file, now: now, choosing: choose)
    }
    // A rule that declares no options, or fails before, may get some all the same.
    if case .success(let rule) = loaded, read == nil, refusal == nil { _ = choose(rule.declared) }
    if let refusal { throw refusal }
    return try loaded.get()
  }

  /// Sorts arguments into options of the rule, those that select assets if the rule takes them, `-`
  /// for standard input, and names of files, also after `--`. Throws ``UsageProblem`` for an unknown
  /// option or an invalid value.
  private init(
    _ words: [String], of declared: DeclaredOptions, in file: RuleFile, of tool: Tool
  ) throws(UsageProblem) {
    if words.isEmpty { return }
    let options = declared.all
    let vocabulary = declared.takesSelection ? tool.selection : nil
    let inputs = declared.inputs(in: tool)
    let reader = WordReader(inputs)
    var rest = words[...]
    while let word = rest.first, let start = rest.indices.first, let part = reader.next(in: &rest) {
      switch part {
      case .argument(let path): paths.append(path)
      case .option(let place, let value):
        let (input, own) = (inputs[place], words[start..<rest.startIndex])
        if input.names[0] == RuleSubject.inputWord {
          readsInput = true
          continue
        }
        typed.append((own, value))
        let name = String(input.names[0].dropFirst(2))
        if input.valueName == nil, value == nil,
          let problem = UsageProblem.truth(rest.first, behind: name, isDeniable: true)
        {
          throw problem
        }
        guard options.indices.contains(place),
          vocabulary?.endsGroup(name, behind: selection) != true
        else {
          selection += own
          continue
        }
        if let value, let objection = options[place].objection(to: value) {
          throw UsageProblem(objection)
        }
        overrides.append(OptionOverride(options[place].flag, value))
      case .denial(let place):
        typed.append(([word], nil))
        if options.indices.contains(place) {
          overrides.append(OptionOverride(options[place].flag, "false"))
        } else {
          selection.append(word)
        }
      case .valueless(let place):
        let takes = options.indices.contains(place) ? options[place].summary : "a value"
        throw UsageProblem("\(word) takes \(takes)")
      case .unknown:
        let addable = !declared.takesSelection && !ShippedRules.include(file)
        throw Self.unknownOption(
          word, among: inputs, besides: addable ? tool.selection?.inputs(in: tool) ?? [] : [])
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

  /// Returns the problem of an unknown option; `addable` are those that the rule could have.
  private static func unknownOption(
    _ word: String, among inputs: [CommandInput], besides addable: [CommandInput]
  ) -> UsageProblem {
    guard word.hasPrefix("--") else { return UsageProblem("unknown option \"\(word)\"") }
    let typed = String(word.prefix { $0 != "=" })
    if addable.contains(where: { $0.names.contains(typed) }) {
      return UsageProblem(
        "the rule has no option \"\(typed)\"; with options { selection = true } in its file it has"
          + " those of find")
    }
    func names(_ inputs: [CommandInput]) -> [String] {
      inputs.flatMap(\.names).map { String($0.drop { $0 == "-" }) }
    }
    let denied = names(inputs.filter(\.isDeniable)).map { "no-\($0)" }
    return .unknownOption(
      String(word.dropFirst(2).prefix { $0 != "=" }),
      known: names(inputs) + denied + RunRequest.ownOptions)
  }

  /// Removes and returns one rule's options and values from the start of `words`; rules may follow.
  package static func leading(
    _ words: inout ArraySlice<String>, of rule: LoadedRule, in tool: Tool
  ) -> [String] {
    let reader = WordReader(rule.declared.inputs(in: tool))
    let all = words
    while let word = words.first, word.hasPrefix("-") { _ = reader.next(in: &words) }
    return Array(all[..<words.startIndex])
  }
}

extension RuleArguments {
  /// Returns a problem of the rule that comes from the value of an option on the command line as a
  /// problem of the command line; nil if no option was typed, or for another error.
  func mistake(_ error: any Error) -> UsageProblem? {
    let found = (error as? RuleProblems)?.problems.first ?? error as? RuleProblem
    guard let problem = found, !typed.isEmpty else { return nil }
    let named = typed.first { option in
      option.value.map { problem.message.contains("\"\($0)\"") } ?? false
    }
    let option = named ?? (typed.count == 1 ? typed[0] : nil)
    let name = option?.words.first.map { String($0.prefix { $0 != "=" }) } ?? ""
    return UsageProblem(
      (name.isEmpty || problem.message.contains(name) ? "" : "option \(name): ")
        + problem.messageWithRemedy,
      problem.excerpt.map { [Self.typed($0, among: typed.compactMap { $0.value })] } ?? [])
  }

  /// Returns an excerpt without what the rule added around the value of an option; as it is if the
  /// problem is in what was added.
  private static func typed(_ excerpt: Excerpt, among values: [String]) -> Excerpt {
    let end = excerpt.column + excerpt.width
    for value in values where !value.isEmpty {
      for range in excerpt.text.ranges(of: value) {
        let start = excerpt.text.distance(
          from: excerpt.text.startIndex, to: range.lowerBound)
        if start <= excerpt.column, end <= start + value.count {
          return Excerpt(value, excerpt.column - start..<end - start)
        }
      }
    }
    return excerpt
  }
}

extension DeclaredOptions {
  /// The rule's options as they are typed, then those that select assets if it takes them, and `-`.
  package func inputs(in tool: Tool) -> [CommandInput] {
    let selection = takesSelection ? tool.selection?.inputs(in: tool) ?? [] : []
    var input = CommandInput([RuleSubject.inputWord], help: "Read standard input.")
    input.isShown = false
    return all.map(\.input) + selection + [input]
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

/// The options that the configuration file sets for one rule.
package struct RuleConfiguration {
  private let options: [ArgumentMember]
  private let configuration: Configuration
  private let name: String

  /// Selects the settings of a rule; nil without any.
  init?(_ configuration: Configuration?, of subject: RuleSubject?) {
    guard let configuration, case .word(let name, _)? = subject, RuleFolders.isName(name) else {
      return nil
    }
    self.init(configuration, ofRule: name)
  }

  init?(_ configuration: Configuration, ofRule name: String) {
    guard let rule = configuration.rules.first(where: { $0.name == name }) else { return nil }
    options = rule.options
    self.configuration = configuration
    self.name = name
  }

  /// Returns the configured values of options that the command line does not give. Throws
  /// ``ConfigurationProblem`` for an unknown option or an invalid value.
  func overrides(
    of known: [RuleOption], besides given: [OptionOverride]
  ) throws(ConfigurationProblem) -> [OptionOverride] {
    var overrides: [OptionOverride] = []
    for member in options {
      guard let option = known.first(where: { $0.name == member.name || $0.flag == member.name })
      else {
        throw configuration.problem(
          "the rule \"\(name)\" has no option \"\(member.name)\"", member.name,
          suggestion: NearestName.of(member.name, among: known.map(\.name)))
      }
      guard let text = Self.text(member.value) else {
        throw configuration.problem(
          "\(member.name) takes \(option.summary), not \(member.value.kind)", member.name)
      }
      if let objection = option.objection(to: text) {
        throw configuration.problem(objection, member.name)
      }
      if !given.contains(where: { $0.name == option.flag }) {
        overrides.append(OptionOverride(option.flag, text))
      }
    }
    return overrides
  }

  /// Returns a value as it is typed on the command line; nil if that is impossible.
  private static func text(_ value: ArgumentValue) -> String? {
    switch value {
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list:
      value.texts.map { texts in
        texts.map { $0.escaping([",": "\\,"]) }.joined(separator: ",")
      }
    case .table, .test, .function, .stage: nil
    }
  }
}
