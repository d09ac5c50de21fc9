internal import Engine
internal import Platform

extension RuleOption {
  /// Reads one member of the table passed to `options`: a value, `{ value, "help" }`, `{ value,
  /// "help", choices }`, `{ value, "help", at_least(0) }` for a number with bounds, or `{ value, "help",
  /// "folder" }` for a text that names a folder.
  static func declared(by member: ArgumentMember) throws(RuleOptionProblem) -> RuleOption {
    let name = member.name
    guard isIdentifier(name) else {
      throw RuleOptionProblem(
        message: "an option's name is letters, digits and _; \"\(name)\" is not", token: name)
    }
    if case .test(let call) = member.value, call.name == Self.requiredWord {
      return try required(name, call)
    }
    var declared = member.value
    var help: String?
    var choices: [String]?
    var bounds: NumberBounds?
    var isFolder = false
    if case .list(let parts) = member.value {
      guard let first = parts.first, parts.count <= 3 else {
        throw RuleOptionProblem(
          message: "option \"\(name)\" takes { value, \"help\" }, or { value, \"help\", choices }",
          token: name)
      }
      declared = first
      if parts.count >= 2 {
        guard case .text(let text) = parts[1] else {
          throw RuleOptionProblem(
            message: "the help of option \"\(name)\" is not a text but \(parts[1].kind)",
            token: name)
        }
        help = text
      }
      if parts.count == 3, case .test(let call) = parts[2] {
        bounds = try Self.bounds(call, of: name)
      } else if parts.count == 3, parts[2].texts == [Kind.folder.rawValue] {
        isFolder = true
      } else if parts.count == 3 {
        choices = try Self.choices(parts[2], of: name)
      }
    }
    guard let value = defaultValue(declared) else {
      throw RuleOptionProblem(
        message: "option \"\(name)\" can't be \(declared.kind);"
          + " it takes a duration, number, text, boolean or list of texts", token: name)
    }
    let option = RuleOption(
      name: name, defaultValue: value, help: help, choices: choices, bounds: bounds,
      isFolder: isFolder)
    if isFolder, option.kind != .folder {
      throw RuleOptionProblem(
        message: "option \"\(name)\" is a folder, so its default is a text", token: name)
    }
    try option.checkChoices()
    try option.checkBounds()
    return option
  }

  static let requiredWord = "required"

  /// Reads `required("help")`, `required("help", "number")` or `required("help", { "a", "b" })`.
  private static func required(
    _ name: String, _ call: TestCall
  ) throws(RuleOptionProblem) -> RuleOption {
    guard case .text(let help)? = call.arguments.first, call.arguments.count <= 2 else {
      throw RuleOptionProblem(
        message:
          "option \"\(name)\": required takes a text of help, then a kind or a list of choices",
        token: name)
    }
    switch call.arguments.dropFirst().first {
    case nil: return RuleOption(requiredNamed: name, kind: .text, help: help)
    case .text(let text)?:
      guard let kind = Kind(rawValue: text) else {
        let kinds = Kind.allCases.map(\.rawValue)
        throw RuleOptionProblem(
          message: "option \"\(name)\" is of one of the kinds \(kinds.joined(separator: ", ")),"
            + " not \"\(text)\"", token: text, suggestion: NearestName.of(text, among: kinds))
      }
      return RuleOption(requiredNamed: name, kind: kind, help: help)
    case .some(let value):
      return RuleOption(
        requiredNamed: name, kind: .text, help: help, choices: try choices(value, of: name))
    }
  }

  private static func choices(
    _ value: ArgumentValue, of name: String
  ) throws(RuleOptionProblem) -> [String] {
    if case .list = value, let choices = value.texts, !choices.isEmpty { return choices }
    throw RuleOptionProblem(
      message: "the choices of option \"\(name)\" are a list of texts, not \(value.kind)",
      token: name)
  }

  private static func bounds(
    _ call: TestCall, of name: String
  ) throws(RuleOptionProblem) -> NumberBounds {
    if let bounds = NumberBounds(call) { return bounds }
    throw RuleOptionProblem(
      message: "the bounds of option \"\(name)\" are at_least(…), at_most(…) or between(…, …) with"
        + " numbers, not \(call.name)(…)", token: call.name)
  }

  /// Throws unless only a number has bounds and the default is within them.
  private func checkBounds() throws(RuleOptionProblem) {
    guard let bounds else { return }
    guard kind == .number else {
      throw RuleOptionProblem(
        message: "option \"\(name)\" has bounds, so it is a number, not \(kind.summary)",
        token: name)
    }
    if let defaultValue, !bounds.contain(defaultValue) {
      throw RuleOptionProblem(
        message: "the default of option \"\(name)\", \(defaultValue.text), is not \(summary)",
        token: name)
    }
  }

  /// Throws unless only texts and lists of texts have choices and the default is among them.
  private func checkChoices() throws(RuleOptionProblem) {
    guard let choices else { return }
    let texts: [String]
    switch defaultValue {
    case nil: return
    case .text(let text): texts = [text]
    case .list(let list): texts = list
    default:
      throw RuleOptionProblem(
        message: "option \"\(name)\" has choices, so it is a text or a list of texts,"
          + " not \(kind.summary)", token: name)
    }
    if let wrong = texts.first(where: { !choices.contains($0) }) {
      throw RuleOptionProblem(
        message: "the default of option \"\(name)\", \"\(wrong)\", is not one of its choices",
        token: wrong, suggestion: NearestName.of(wrong, among: choices))
    }
  }

  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, first < 0x30 || first > 0x39 else { return false }
    return name.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
  }

  private static func defaultValue(_ value: ArgumentValue) -> RuleOptionValue? {
    switch value {
    case .flag(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .text(let text):
      return duration(text) ?? .text(text)
    case .list(let parts):
      var texts: [String] = []
      for case .text(let text) in parts { texts.append(text) }
      return texts.count == parts.count ? .list(texts) : nil
    case .table, .test, .function, .stage:
      return nil
    }
  }

  /// Parses a text of the command line; nil means a flag without a value.
  func parsed(_ text: String?) throws(RuleOptionProblem) -> RuleOptionValue {
    guard let value = value(of: text), bounds?.contain(value) != false else {
      throw problem(with: text)
    }
    guard let choices else { return value }
    func choice(_ text: String) throws(RuleOptionProblem) -> String {
      if choices.contains(text) { return text }
      let same = choices.first { $0.lowercased() == text.lowercased() }
      guard let meant = same ?? FamiliarWord.meaning(of: text, among: choices) else {
        throw problem(with: text)
      }
      return meant
    }
    switch value {
    case .text(let text): return .text(try choice(text))
    case .list(let texts):
      if texts.isEmpty { throw problem(with: text) }
      return .list(try texts.map { (text) throws(RuleOptionProblem) in try choice(text) })
    default: return value
    }
  }

  private func problem(with text: String?) -> RuleOptionProblem {
    let what = text.map { "\"\($0)\" is not" } ?? "a value is missing; it takes"
    return RuleOptionProblem(
      message: "option --\(flag): \(what) \(summary)", token: nil,
      suggestion: choices.flatMap { choices in text.flatMap { NearestName.of($0, among: choices) } }
    )
  }

  /// Returns the message about an invalid text of the command line; nil if it is valid.
  public func objection(to text: String?) -> String? {
    do throws(RuleOptionProblem) {
      _ = try parsed(text)
      return nil
    } catch {
      return error.message + NearestName.remedy(error.suggestion)
    }
  }

  private func value(of text: String?) -> RuleOptionValue? {
    guard let text else { return kind == .boolean ? .boolean(true) : nil }
    switch kind {
    case .boolean:
      let meanings = ["true": true, "yes": true, "false": false, "no": false]
      return meanings[text].map(RuleOptionValue.boolean)
    case .duration: return Self.duration(text)
    case .number: return takesWholeNumber ? Int64(text).map { .integer($0) } : Self.number(text)
    case .text: return .text(text)
    case .folder: return .text(Self.folder(text))
    case .list: return .list(Self.parts(of: text))
    }
  }

  /// Returns the elements of a list, separated by commas without a backslash before them.
  package static func parts(of text: String) -> [String] {
    var parts = [""]
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "," {
        parts.append("")
      } else if scalar == "\\", rest.first == "," {
        parts[parts.count - 1].unicodeScalars.append(rest.removeFirst())
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  /// Returns the path of a folder from the root or from home, without "." and "..". As the text may
  /// be a template, braces of the working folder are doubled.
  private static func folder(_ text: String) -> String {
    let isHome = text == "~" || text.hasPrefix("~/")
    var names: [String] = []
    if !isHome, !text.hasPrefix("/") {
      guard !text.isEmpty, let current = getcwd(nil, 0) else { return text }
      defer { free(current) }
      names = String(cString: current).escaping(["{": "{{", "}": "}}", "%": "{'%'}"])
        .split(separator: "/").map(String.init)
    }
    var open = text.split(separator: "/", omittingEmptySubsequences: false)[...]
    while let name = open.first, !name.contains("{") {
      open.removeFirst()
      if name == "..", !isHome || names.count > 1 {
        _ = names.popLast()
      } else if name != ".", !name.isEmpty || open.isEmpty {
        names.append(String(name))
      }
    }
    return (isHome ? "" : "/") + (names + open.map(String.init)).joined(separator: "/")
  }

  private static func duration(_ text: String) -> RuleOptionValue? {
    Duration(text: text).map { .duration($0.wholeMilliseconds) }
  }

  private static func number(_ text: String) -> RuleOptionValue? {
    if let number = Int64(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .number(number)
  }
}

/// A problem with an option, before its place in the rule is known.
struct RuleOptionProblem: Error {
  let message: String
  let token: String?
  var suggestion: String?
}
