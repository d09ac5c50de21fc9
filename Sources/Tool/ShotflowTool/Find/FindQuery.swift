internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

/// The arguments after `find`, from which a rule is made.
struct FindQuery {
  /// The plain arguments: folders and files, or with `--stdin` files.
  private(set) var subjects: [String] = []
  private(set) var printsRule = false
  private(set) var isCaseSensitive = false
  /// True if `--count` is given, so that the number of assets is printed alone.
  private(set) var countsAll = false
  /// The fields and templates of `--count-by`, for whose values assets are counted.
  private(set) var countedBy: [(typed: String, meant: String)] = []
  /// The values of `--sort` as they were typed.
  private(set) var orders: [String] = []
  private(set) var source: [ArgumentMember] = []
  /// The options of a filter that are no tests: the order and number of the results.
  private(set) var results: [ArgumentMember] = []
  /// The options of a filter that name libraries, with whose files assets are compared.
  private(set) var compared: [ArgumentMember] = []
  private(set) var options: [FieldOption] = []
  let flags: [FindFlag]
  /// True if an argument is `-`, for standard input.
  private var hasInputWord = false

  /// True if the rule reads standard input, or files in its place.
  var readsInput: Bool { source.contains { $0.name == Self.inputMember } }

  private static let inputMember = "stdin"
  /// An option about a field with its values, one of which an asset has to match. An asset has to
  /// pass all options, also if several are about the same field.
  struct FieldOption {
    let flag: FindFlag
    let field: DescribedField
    /// True if the option is `--no-…`, which counts as another option.
    let isDenied: Bool
    /// The number of the group of alternatives that the option is in; nil if it has to hold.
    let group: Int?
    var texts: [String]
  }

  /// The number of groups that `--any` began.
  private(set) var groupCount = 0
  /// The number of the group that the next option is in; nil outside of groups.
  private var group: Int?

  /// The options that begin a group of options, one of which has to hold, and end it.
  static let (anyOption, allOption) = ("--any", "--all")

  /// The stages that users type as options; the error then suggests `shotflow stage`.
  private static let acts = ["clipboard", "copy", "move", "sheet", "trash"]

  /// Creates the query of an empty command line with these options.
  init(among flags: [FindFlag]) { self.flags = flags }

  /// Parses a command line. Throws ``UsageProblem`` for an invalid option, value or combination.
  init(_ words: [String], among flags: [FindFlag]) throws(UsageProblem) {
    self.init(among: flags)
    try CommandEntry.parse(words, by: Self.entries(among: flags), into: &self) {
      Self.unknownOption($0, among: flags)
    }
    try finish()
  }

  /// Ends the command line. Throws ``UsageProblem`` for options that contradict each other.
  mutating func finish() throws(UsageProblem) {
    if countsAll, !countedBy.isEmpty {
      throw UsageProblem("--count gives one number, and --count-by several; leave out one of them")
    }
    try endGroup()
    if hasInputWord {
      if let subject = subjects.first {
        throw UsageProblem("\"-\" reads standard input, so leave it out, or \"\(subject)\"")
      }
      readInput()
    }
  }

  /// Makes the source give files that are neither pictures nor movies, too.
  mutating func includeEverything() {
    source.insert(ArgumentMember("everything", .flag(true)), at: 0)
  }

  /// Makes the rule read standard input, or files in its place, instead of a library.
  mutating func readInput() {
    if !readsInput { source.append(ArgumentMember(Self.inputMember, .flag(true))) }
  }

  /// The option on the line that names albums, such as `--album`, which no file is in; nil without
  /// one, or if it names a smart album, whose test files may pass.
  var albumOption: String? {
    source.first { member in
      let smart = member.value.texts.map { $0.count == 1 && $0[0].hasPrefix("smartAlbum") }
      return member.name == "albums" || member.name == "album" && smart != true
    }.map { "--\($0.name)" }
  }

  /// Ends the group of alternatives that is open, if any. Throws ``UsageProblem`` for an empty one.
  private mutating func endGroup() throws(UsageProblem) {
    if let group, !options.contains(where: { $0.group == group }) {
      throw UsageProblem(
        "--any is followed by options one of which has to hold, such as --any --videos --selfies")
    }
    group = nil
  }

  /// Returns the option with a name as the command line or rules spell it; nil for an unknown name.
  private func flag(_ name: String) -> FindFlag? {
    flags.first { $0.name == name } ?? flags.first { $0.isCalled(name) }
  }

  private mutating func set(
    _ flag: FindFlag, _ text: String, isDenied: Bool = false
  ) throws(UsageProblem) {
    switch flag.meaning {
    case .value(let value, let field), .shape(let value, let field):
      guard text == "true" || text == "false", let long = self.flag(field.name) else {
        throw UsageProblem("--\(flag.name) takes no value; --no-\(flag.name) is the opposite")
      }
      let isShape = if case .shape = flag.meaning { true } else { false }
      add((text == "false" ? "!" : "") + value, to: isShape ? flag : long, of: field)
    case .field(let field), .test(_, let field), .folder(let field):
      add(text, to: flag, of: field, isDenied: isDenied)
    case .source(let option):
      try refuseGroup(of: flag)
      try set(option, text, flag, in: &source)
    case .libraries(let option):
      try refuseGroup(of: flag)
      try set(option, text, flag, in: &compared)
    case .filter(let option):
      try set(option, text, flag, in: &results)
      if option.name == "sortedBy" { orders += RuleOption.parts(of: text) }
    }
  }

  /// Throws ``UsageProblem`` for an option, other than a test, in a group of alternatives.
  private func refuseGroup(of flag: FindFlag) throws(UsageProblem) {
    if group == nil { return }
    throw UsageProblem(
      "--\(flag.name) is no alternative of --any; put it in front of --any, or behind --all")
  }

  private mutating func add(
    _ text: String, to flag: FindFlag, of field: DescribedField, isDenied: Bool = false
  ) {
    let place = options.firstIndex {
      $0.flag.isSameOption(as: flag) && $0.isDenied == isDenied && $0.group == group
    }
    if let place {
      options[place].texts.append(text)
    } else {
      options.append(
        FieldOption(flag: flag, field: field, isDenied: isDenied, group: group, texts: [text]))
    }
  }

  private func set(
    _ option: OptionDescription, _ text: String, _ flag: FindFlag,
    in members: inout [ArgumentMember]
  ) throws(UsageProblem) {
    let place = members.firstIndex { $0.name == option.name }
    let value: ArgumentValue
    switch option.type {
    case .flag: value = text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
    case .integer, .number: value = FindValue.number(text)
    case .texts:
      var texts = place.flatMap { members[$0].value.texts } ?? []
      // A title or a path may have a comma, so each has an option of its own.
      texts +=
        option.name == "album" || ElsewhereOption(rawValue: option.name) != nil
        ? [text]
        : RuleOption.parts(of: text).map { option.name == "sortedBy" ? order($0) : $0 }
      value = texts.count == 1 ? .text(texts[0]) : .list(texts.map(ArgumentValue.text))
    default: value = .text(text)
    }
    if let place {
      if option.type != .texts { throw UsageProblem("--\(flag.name) is given twice") }
      members[place] = ArgumentMember(option.name, value)
    } else {
      members.append(ArgumentMember(option.name, value))
    }
  }

  /// Returns the key of an order in rules: `-creationDate` for `-creation-date` and `-date`.
  private func order(_ text: String) -> String {
    let isFalling = text.hasPrefix("-")
    let name = isFalling ? String(text.dropFirst()) : text
    let key = FindWord.orders[name] ?? key(name)
    return !isFalling ? key : key.hasPrefix("-") ? String(key.dropFirst()) : "-" + key
  }

  /// Returns the name in rules of a field, which may have a word of other programs; another text as
  /// it is.
  func key(_ name: String) -> String {
    if case .field(let field)? = flag(name)?.meaning { return field.name }
    let fields = flags.compactMap {
      if case .field(let field) = $0.meaning { field.name } else { nil }
    }
    return FamiliarWord.meaning(of: name, among: fields) ?? name
  }

  /// Returns the stages of the rule.
  ///
  /// - Throws: ``UsageProblem`` for a value that no rule can have, such as a missing folder.
  func stages(
    in surroundings: FindSurroundings = FindSurroundings()
  ) throws(UsageProblem) -> [StageCall] {
    let filters = try filters(surroundings).map { ("filter", $0) }
    let count = try countMembers().map { [("count", $0)] } ?? []
    return ([("source", source)] + filters + count).map { name, members in
      StageCall(name: name, arguments: [.table(members)], line: 0)
    }
  }

  /// Returns the text of a rule of these stages, in which a comment quotes `words`, the command line.
  static func text(of stages: [StageCall], from words: [String]) -> String {
    let tables = stages.map { stage in
      if case .table(let members)? = stage.arguments.first {
        LuaText.table(members, of: stage.name)
      } else {
        LuaText.table([], of: stage.name)
      }
    }
    return """
      #!/usr/bin/env -S \(words[0]) run
      -- \(words.map { "\(ShellWord($0))" }.joined(separator: " "))
      return pipeline {
      \(tables.joined(separator: "\n"))
      }

      """
  }

  /// True if an option may name a place of the settings (`--near`) or a library's folder (`--in`,
  /// `--not-in`).
  var namesPlaces: Bool {
    if !compared.isEmpty { return true }
    return options.contains { option in
      switch option.flag.meaning {
      case .folder: true
      case .test(let word, _): word == "near"
      default: false
      }
    }
  }

  /// Returns the members of the rule's filters, the last one with those of the results.
  private func filters(
    _ surroundings: FindSurroundings
  ) throws(UsageProblem) -> [[ArgumentMember]] {
    var filters = try tests(surroundings)
    let last = filters.popLast() ?? []
    let ofAssets = results.filter { !countsRows(by: $0.name) }
    return (filters + [last + ofAssets]).filter { !$0.isEmpty }
  }
}

/// The options and arguments of the command line.
extension FindQuery {
  /// Returns those of `find`: its own, then those that fields and stages give.
  static func entries(among flags: [FindFlag]) -> [CommandEntry<FindQuery>] {
    var input = CommandEntry<FindQuery>(RuleSubject.inputWord, help: "") { query, _ in
      query.hasInputWord = true
    }
    input.input.isShown = false
    let entries: [CommandEntry<FindQuery>] = [
      .arguments(
        "folders and files", \.subjects,
        "Folders, libraries and files to look in, or - for standard input.", values: .readFiles),
      input,
      .flag(
        "--print-rule", \.printsRule, "Print the rule that the options mean, instead of running it."
      ),
    ]
    return entries + selectionEntries + [
      countEntry,
      CommandEntry(
        "--count-by", value: "field",
        help: """
          Print how many assets there are for each value of a field, or of a text with fields in \
          braces: camera-model, year, folder, '{localDate:%Y-%m}'. Several are repeated, or fields \
          with commas between; --sort, --limit and --offset then choose among these rows.
          """, isRepeated: true
      ) { query, text in
        let isTemplate = text.contains("{")
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in isTemplate ? [text] : names {
          let isWritten = isTemplate || CountWord.includes(name)
          query.countedBy.append((name, isWritten ? name : query.key(name)))
        }
      },
    ] + flags.map(entry)
  }

  static var countEntry: CommandEntry<FindQuery> {
    .flag("--count", \.countsAll, "Print the number of assets alone.")
  }

  /// The options without a value that belong to no field or stage, and select assets.
  static var selectionEntries: [CommandEntry<FindQuery>] {
    [
      .flag(
        "--case-sensitive", \.isCaseSensitive,
        "Tell capitals from small letters even in values without capitals."),
      CommandEntry(
        anyOption, help: "One of the options up to --all has to hold, not all of them."
      ) { (query, _) throws(UsageProblem) in
        try query.endGroup()
        query.groupCount += 1
        query.group = query.groupCount
      },
      CommandEntry(
        allOption, help: "End the alternatives of --any: all further options have to hold."
      ) { (query, _) throws(UsageProblem) in
        guard query.group != nil else {
          throw UsageProblem("--all ends a group of alternatives, which --any begins")
        }
        try query.endGroup()
      },
    ]
  }

  private static func entry(of flag: FindFlag) -> CommandEntry<FindQuery> {
    let isPlain = flag.valueName == nil
    @Sendable func deny(_ query: inout FindQuery) throws(UsageProblem) {
      try query.set(flag, isPlain ? "false" : "absent", isDenied: true)
    }
    return CommandEntry(flag.input, deny: flag.canBeDenied ? deny : nil) {
      (query, text) throws(UsageProblem) in
      try query.set(flag, isPlain && text.isEmpty ? "true" : text)
    }
  }

  /// Returns the problem of an option that neither `find` nor a field has.
  static func unknownOption(_ word: String, among flags: [FindFlag]) -> UsageProblem {
    guard word.hasPrefix("--") else { return UsageProblem("unknown option \"\(word)\"") }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let own = entries(among: []).flatMap(\.input.names).map { String($0.drop { $0 == "-" }) }
    let denied = flags.filter(\.canBeDenied).map { "no-\($0.name)" }
    let near =
      ["ext", "extension"].contains(name)
      ? "filename '*.jpg'"
      : NearestName.of(name, among: flags.map(\.name) + denied + RunRequest.ownOptions + own)
    let remedy =
      acts.contains(name)
      ? "; find changes nothing: … | shotflow stage \(name)"
      : NearestName.remedy(near.map { "--\($0)" })
    return UsageProblem("no field or option is called \"--\(name)\"\(remedy)")
  }
}
