internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

/// The arguments after `find`, from which a rule is made.
struct FindQuery {
  /// The plain arguments: folders and files, or with `--stdin` files.
  private(set) var subjects: [String] = []
  private(set) var printsRule = false
  private var isCaseSensitive = false
  /// True if `--count` is given, so that the number of assets is printed alone.
  private(set) var countsAll = false
  /// The fields and templates of `--count-by`, for whose values assets are counted.
  private var countedBy: [String] = []
  private(set) var source: [ArgumentMember] = []
  /// The options of a filter that are no tests: the order and number of the results.
  private(set) var results: [ArgumentMember] = []
  private var options: [FieldOption] = []
  private let flags: [FindFlag]
  /// True if an argument is `-`, for standard input.
  private var hasInputWord = false

  /// True if the rule reads standard input, or files in its place.
  var readsInput: Bool { source.contains { $0.name == Self.inputMember } }

  private static let inputMember = "stdin"
  static let printOption = "print-rule"
  /// The option by which texts in small letters don't match capitals.
  static let caseOption = "case-sensitive"

  /// An option about a field with its values, one of which an asset has to match. An asset has to
  /// pass all options, also if several are about the same field.
  private struct FieldOption {
    let flag: FindFlag
    let field: DescribedField
    /// True if the option is `--no-…`, which counts as another option.
    let isDenied: Bool
    var texts: [String]
  }

  /// The option that prints the number of assets.
  static let countOption = "count"
  /// The option that prints the number of assets for each value of a field.
  static let countByOption = "count-by"
  /// The options that belong to no stage.
  private static let ownOptions = [
    printOption, caseOption, countOption, countByOption,
  ]

  /// Options of other programs, each with the option of `find` that an error suggests instead.
  private static let otherWords = [
    "camera": "camera-model", "date": "taken", "day": "taken", "extension": "filename",
    "from": "after", "gps": "location", "has-location": "location", "is-screenshot": "screenshots",
    "is-video": "videos", "latest": "sort", "month": "taken", "name": "filename", "newest": "sort",
    "oldest": "sort", "on": "taken", "person": "persons", "place": "near", "since": "after",
    "size": "file-size", "stars": "rating", "tag": "keywords", "tags": "keywords",
    "type": "media-type", "until": "before", "year": "taken",
  ]

  /// The stages that users type as options; the error then suggests `shotflow stage`.
  private static let acts = ["clipboard", "copy", "move", "sheet", "trash"]

  /// Parses the arguments. Throws ``UsageProblem`` for an invalid option, value or combination.
  init(
    _ words: [String], includingEverything: Bool = false, in components: Components
  ) throws(UsageProblem) {
    try self.init(
      words, includingEverything: includingEverything, among: FindFlag.all(in: components))
  }

  /// Parses the arguments with the given options. Throws ``UsageProblem`` as the other initialiser.
  init(
    _ words: [String], includingEverything: Bool = false, among flags: [FindFlag]
  ) throws(UsageProblem) {
    self.flags = flags
    if includingEverything { source.append(ArgumentMember("everything", .flag(true))) }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        subjects += rest
        break
      }
      if word == RuleSubject.inputWord {
        hasInputWord = true
        continue
      }
      guard word.hasPrefix("--") else {
        if word.hasPrefix("-") { throw UsageProblem("unknown option \"\(word)\"") }
        subjects.append(word)
        continue
      }
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)].dropFirst(2))
      let value = equals.map { String(word[word.index(after: $0)...]) }
      try read(name, value, from: &rest)
    }
    if countsAll, !countedBy.isEmpty {
      throw UsageProblem("--count gives one number, and --count-by several; leave out one of them")
    }
    if hasInputWord {
      if let subject = subjects.first {
        throw UsageProblem("\"-\" reads standard input, so leave it out, or \"\(subject)\"")
      }
      readInput()
    }
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

  private mutating func read(
    _ name: String, _ value: String?, from rest: inout ArraySlice<String>
  ) throws(UsageProblem) {
    if name == Self.printOption || name == Self.caseOption {
      printsRule = printsRule || name == Self.printOption
      isCaseSensitive = isCaseSensitive || name == Self.caseOption
      return
    }
    if name == Self.countOption, value == nil {
      countsAll = true
      return
    }
    if name == Self.countByOption {
      guard let value = value ?? rest.popFirst() else {
        throw UsageProblem("--\(Self.countByOption) takes a value")
      }
      countedBy.append(value.contains("{") ? value : key(value))
      return
    }
    if let flag = flag(name) {
      guard flag.valueName != nil else {
        if value == nil,
          let problem = UsageProblem.truth(
            rest.first, behind: flag.name, isDeniable: flag.canBeDenied)
        {
          throw problem
        }
        return try set(flag, value ?? "true")
      }
      guard let value = value ?? rest.popFirst() else {
        throw UsageProblem("--\(flag.name) takes a value")
      }
      return try set(flag, value)
    }
    if name.hasPrefix("no-"), value == nil, let flag = flag(String(name.dropFirst(3))),
      flag.canBeDenied
    {
      return try set(flag, flag.valueName == nil ? "false" : "absent", isDenied: true)
    }
    let known = flags.map(\.name) + RunRequest.ownOptions + Self.ownOptions
    let near = Self.otherWords[name] ?? NearestName.of(name, among: known)
    let remedy =
      Self.acts.contains(name)
      ? "; find changes nothing: … | shotflow stage \(name)"
      : near.map { "; did you mean \"--\($0)\"?" } ?? ""
    throw UsageProblem("no field or option is called \"--\(name)\"\(remedy)")
  }

  /// Returns the option with a name as the command line or rules spell it; nil for an unknown name.
  private func flag(_ name: String) -> FindFlag? {
    flags.first { $0.name == name } ?? flags.first { $0.isCalled(name) }
  }

  private mutating func set(
    _ flag: FindFlag, _ text: String, isDenied: Bool = false
  ) throws(UsageProblem) {
    switch flag.meaning {
    case .value(let value, let field):
      guard text == "true" || text == "false", let long = self.flag(field.name) else {
        throw UsageProblem("--\(flag.name) takes no value; --no-\(flag.name) is the opposite")
      }
      try set(long, (text == "false" ? "!" : "") + value)
    case .field(let field), .test(_, let field), .folder(let field):
      let place = options.firstIndex {
        $0.flag.isSameOption(as: flag) && $0.isDenied == isDenied
      }
      if let place {
        options[place].texts.append(text)
      } else {
        options.append(FieldOption(flag: flag, field: field, isDenied: isDenied, texts: [text]))
      }
    case .source(let option): try set(option, text, flag, in: &source)
    case .filter(let option): try set(option, text, flag, in: &results)
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
      // A title may have a comma, so each album has an option of its own.
      texts +=
        option.name == "album"
        ? [text]
        : RuleOption.parts(of: text).map { option.name == "sortedBy" ? key($0) : $0 }
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

  /// Returns a field's name in rules: `-creationDate` for `-creation-date`; another text as it is.
  private func key(_ text: String) -> String {
    let isFalling = text.hasPrefix("-")
    let name = isFalling ? String(text.dropFirst()) : text
    guard case .field(let field)? = flag(name)?.meaning else { return text }
    return (isFalling ? "-" : "") + field.name
  }

  /// Returns the text of the rule, in which a comment quotes `words`, the command line.
  ///
  /// - Throws: ``UsageProblem`` for a value that no rule can have, such as a missing folder.
  func rule(
    from words: [String], in surroundings: FindSurroundings = FindSurroundings()
  ) throws(UsageProblem) -> String {
    let tables =
      [LuaText.table(source, of: "source")]
      + (try filters(surroundings).map { LuaText.table($0, of: "filter") })
      + [countMembers.map { LuaText.table($0, of: "count") }].compactMap(\.self)
    return """
      #!/usr/bin/env -S \(words[0]) run
      -- \(words.map { "\(ShellWord($0))" }.joined(separator: " "))
      return pipeline {
      \(tables.joined(separator: "\n"))
      }

      """
  }

  /// The options of the rule's stage `count`; nil if the rule has none.
  private var countMembers: [ArgumentMember]? {
    if countsAll { return [ArgumentMember("sums", .flag(false))] }
    guard let first = countedBy.first else { return nil }
    let by: ArgumentValue =
      countedBy.count == 1 ? .text(first) : .list(countedBy.map(ArgumentValue.text))
    return [ArgumentMember("by", by)]
  }

  /// True if an option may name a place of the settings (`--near`) or a library's folder (`--in`).
  var namesPlaces: Bool {
    options.contains { option in
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
    return (filters + [last + results]).filter { !$0.isEmpty }
  }

  /// Returns the tests of the rule's filters: a table names a field once, so further options about
  /// the same field are in filters behind it.
  func tests(
    _ surroundings: FindSurroundings
  ) throws(UsageProblem) -> [[ArgumentMember]] {
    var filters: [[ArgumentMember]] = [[]]
    var excluded: [ArgumentValue] = []
    for option in options {
      let values = try values(of: option, surroundings)
      let (wanted, others) = (values.filter { !$0.isExcluded }, values.filter(\.isExcluded))
      if !wanted.isEmpty {
        let member = ArgumentMember(option.field.name, Self.oneOf(wanted))
        let place = filters.firstIndex { !$0.contains { $0.name == member.name } }
        if let place { filters[place].append(member) } else { filters.append([member]) }
      }
      if !others.isEmpty {
        excluded.append(.table([ArgumentMember(option.field.name, Self.oneOf(others))]))
      }
    }
    if !excluded.isEmpty { filters[0].append(ArgumentMember("none", .list(excluded))) }
    return filters.filter { !$0.isEmpty }
  }

  private func values(
    of option: FieldOption, _ surroundings: FindSurroundings
  ) throws(UsageProblem) -> [FindValue] {
    switch option.flag.meaning {
    case .test(let word, let field):
      return try option.texts.map { (text) throws(UsageProblem) in
        let named = word == "near" ? try NamedPlace.near(text, among: surroundings.places) : nil
        return FindValue(named ?? FindValue.call(word, text, of: field.type))
      }
    case .folder:
      return try option.texts.map { (name) throws(UsageProblem) in
        let pattern = ArgumentValue.text(try surroundings.pattern(ofFolder: name))
        return FindValue(.test(TestCall(name: "like", arguments: [pattern], line: 0)))
      }
    case .field, .value, .source, .filter: break
    }
    var values: [FindValue] = []
    for text in option.texts {
      // Listed values have no comma, so it can't be part of one.
      let parts =
        option.field.knownTexts == nil ? [text] : text.split(separator: ",").map(String.init)
      for part in parts {
        values.append(
          try FindValue(
            part, for: option.field, flag: option.flag.name, isCaseSensitive: isCaseSensitive))
      }
    }
    return values
  }

  private static func oneOf(_ values: [FindValue]) -> ArgumentValue {
    values.count == 1 ? values[0].argument : .list(values.map(\.argument))
  }
}

extension FindValue {
  fileprivate init(_ argument: ArgumentValue) {
    self.argument = argument
    isExcluded = false
  }
}
