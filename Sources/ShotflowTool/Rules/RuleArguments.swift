internal import LuaBridge
internal import Pipeline

/// The words of a command line that are the rule's own: its options, and files to hand it.
struct RuleArguments {
  private(set) var overrides: [OptionOverride] = []
  private(set) var paths: [String] = []

  /// Sorts words into options that the rule has and file names.
  ///
  /// `--name value`, `--name=value`; a boolean stands alone, `--no-name` for false. Words behind
  /// `--` are file names.
  ///
  /// - Throws: ``UsageProblem`` when a word is neither, or an option does not take its value.
  init(_ words: [String], options: [RuleOption]) throws(UsageProblem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        paths += rest
        return
      }
      guard word.hasPrefix("--"), word.count > 2 else {
        if word.hasPrefix("-"), word.count > 1 {
          throw UsageProblem("unknown option \"\(word)\"")
        }
        paths.append(word)
        continue
      }
      let (name, value) = Self.split(word)
      guard let option = options.first(where: { $0.flag == name || $0.name == name }) else {
        if name.hasPrefix("no-"), value == nil,
          let option = Self.boolean(name.dropFirst(3), options)
        {
          overrides.append(OptionOverride(option.flag, "false"))
          continue
        }
        throw UsageProblem.unknownOption(name, known: options.map(\.flag) + RunRequest.ownOptions)
      }
      guard let text = value ?? (option.kind == .boolean ? nil : rest.popFirst()) else {
        if option.kind != .boolean { throw UsageProblem("--\(name) takes \(option.summary)") }
        overrides.append(OptionOverride(option.flag, nil))
        continue
      }
      if let objection = option.objection(to: text) { throw UsageProblem(objection) }
      overrides.append(OptionOverride(option.flag, text))
    }
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
