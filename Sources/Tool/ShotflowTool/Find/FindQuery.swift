internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

/// The arguments after `find`, from which a rule is made.
struct FindQuery {
  /// The files to read, with `--stdin`.
  private(set) var files: [String] = []
  private(set) var printsRule = false
  private var source: [ArgumentMember] = []
  private var filter: [ArgumentMember] = []
  private var tests: [(name: String, values: [FindValue])] = []
  private let flags: [FindFlag]

  static let printOption = "print-rule"

  /// - Throws: ``UsageProblem``.
  init(
    _ words: [String], includingEverything: Bool = false, in components: Components
  ) throws(UsageProblem) {
    flags = FindFlag.all(in: components)
    if includingEverything { source.append(ArgumentMember("everything", .flag(true))) }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        files += rest
        break
      }
      guard word.hasPrefix("--") else {
        if word.hasPrefix("-"), word != "-" { throw UsageProblem("unknown option \"\(word)\"") }
        files.append(word)
        continue
      }
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)].dropFirst(2))
      let value = equals.map { String(word[word.index(after: $0)...]) }
      try read(name, value, from: &rest)
    }
    if let file = files.first, !source.contains(where: { $0.name == "stdin" }) {
      throw UsageProblem(
        "\"\(file)\" is no option; --library names a library, --album an album, and --stdin reads"
          + " files")
    }
  }

  private mutating func read(
    _ name: String, _ value: String?, from rest: inout ArraySlice<String>
  ) throws(UsageProblem) {
    if name == Self.printOption {
      printsRule = true
      return
    }
    if let flag = flag(name) {
      guard flag.valueName != nil else { return try set(flag, value ?? "true") }
      guard let value = value ?? rest.popFirst() else {
        throw UsageProblem("--\(flag.name) takes a value")
      }
      return try set(flag, value)
    }
    if name.hasPrefix("no-"), value == nil, let flag = flag(String(name.dropFirst(3))),
      flag.canBeDenied
    {
      return try set(flag, flag.valueName == nil ? "false" : "absent")
    }
    let known = flags.map(\.name) + RunRequest.ownOptions + [Self.printOption]
    let near = NearestName.of(name, among: known).map { "; did you mean \"--\($0)\"?" }
    throw UsageProblem("no field or option is called \"--\(name)\"" + (near ?? ""))
  }

  /// Returns the option with a name as the command line or as rules spell it.
  private func flag(_ name: String) -> FindFlag? {
    flags.first { $0.name == name }
      ?? flags.first { flag in
        switch flag.meaning {
        case .field(let field): field.name == name
        case .source(let option), .filter(let option): option.name == name
        case .test: false
        }
      }
  }

  private mutating func set(_ flag: FindFlag, _ text: String) throws(UsageProblem) {
    switch flag.meaning {
    case .field(let field):
      // The field has a fixed set of values, so a comma separates two.
      let texts = field.knownTexts == nil ? [text] : text.split(separator: ",").map(String.init)
      for text in texts { add(try FindValue(text, for: field, flag: flag.name), to: field.name) }
    case .test(let word, let field):
      let argument = FindValue.call(word, text, of: field.type)
      add(FindValue(argument), to: field.name)
    case .source(let option): try set(option, text, flag, in: &source)
    case .filter(let option): try set(option, text, flag, in: &filter)
    }
  }

  private mutating func add(_ value: FindValue, to name: String) {
    if let place = tests.firstIndex(where: { $0.name == name }) {
      tests[place].values.append(value)
    } else {
      tests.append((name, [value]))
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
      texts += RuleOption.parts(of: text).map { option.name == "sortedBy" ? key($0) : $0 }
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

  /// Returns the field to sort by, also if it is spelled as on the command line.
  private func key(_ text: String) -> String {
    let isFalling = text.hasPrefix("-")
    let name = isFalling ? String(text.dropFirst()) : text
    guard case .field(let field)? = flag(name)?.meaning else { return text }
    return (isFalling ? "-" : "") + field.name
  }

  /// Returns the text of the rule, in which a comment quotes `words`, the command line.
  func rule(from words: [String]) -> String {
    let lines = LuaText.table(filterMembers, of: "filter")
    return """
      #!/usr/bin/env -S \(words[0]) run
      -- \(words.map { "\(ShellWord($0))" }.joined(separator: " "))
      return pipeline {
      \(LuaText.table(source, of: "source"))\(filterMembers.isEmpty ? "" : "\n" + lines)
      }

      """
  }

  private var filterMembers: [ArgumentMember] {
    var members: [ArgumentMember] = []
    var excluded: [ArgumentValue] = []
    for (name, values) in tests {
      let (wanted, others) = (values.filter { !$0.isExcluded }, values.filter(\.isExcluded))
      if !wanted.isEmpty { members.append(ArgumentMember(name, Self.oneOf(wanted))) }
      if !others.isEmpty {
        excluded.append(.table([ArgumentMember(name, Self.oneOf(others))]))
      }
    }
    if !excluded.isEmpty { members.append(ArgumentMember("none", .list(excluded))) }
    return members + filter
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
