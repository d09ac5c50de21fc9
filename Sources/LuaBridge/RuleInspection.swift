internal import Engine

/// The mistakes in a rule's functions that are found without calling them.
struct RuleInspection: Sendable {
  /// The unknown names in the rule's own file; modules may use other programs' globals.
  let unknownNames: [RuleProblem]
  private let functions: [Int: LuaPrototype]
  /// The constant texts that functions capture, by the path of the functions' file.
  private let captured: [String: FunctionLinter.CapturedTexts]
  private let setting: LuaStateConfiguration

  init(
    _ setting: LuaStateConfiguration, _ words: RuleVocabulary,
    chunks: [(path: String, code: LuaPrototype)],
    functions: [Int: LuaPrototype]
  ) {
    self.setting = setting
    self.functions = functions
    let libraries = Set(SandboxGlobals.libraries.keys)
    let scans = chunks.map { FunctionLinter(chunk: $0.code, libraries: libraries) }
    captured = zip(chunks, scans).reduce(into: [:]) { $0[$1.0.path] = $1.1.captured }
    unknownNames = Self.unknownNames(in: chunks, scans.map(\.findings), setting, words)
  }

  private static func unknownNames(
    in chunks: [(path: String, code: LuaPrototype)], _ scans: [[FunctionLinter.Occurrence]],
    _ setting: LuaStateConfiguration, _ words: RuleVocabulary
  ) -> [RuleProblem] {
    let libraries = Set(SandboxGlobals.libraries.keys)
    let all = scans.joined().map(\.act)
    // The rule may define any global, or look globals up in its own way.
    if all.contains(.touchesGlobals) { return [] }
    var known = Set(SandboxGlobals.names + words.callable + libraries)
    for case .makesGlobal(let name) in all { known.insert(name) }
    let names = UnknownName(setting: setting, words: words)
    var found: [RuleProblem] = []
    for (chunk, findings) in zip(chunks, scans) where chunk.path == setting.file.path {
      // Code outside of functions was run, which reported its names.
      for finding in findings where finding.isNested {
        switch finding.act {
        case .readsGlobal(let name) where !known.contains(name):
          found.append(
            names.problem(
              name, path: chunk.path, line: finding.line, isCalled: false, inFunction: true))
        case .callsMember(let member, let library):
          let members = SandboxGlobals.libraries[library] ?? []
          // A rule that also reads the member without calling it tests for its existence.
          let reads = all.count { $0 == .readsMember(member, of: library) }
          if members.contains(member) || all.count(where: { $0 == finding.act }) < reads {
            continue
          }
          found.append(
            RuleProblem(
              path: chunk.path, line: finding.line, message: "\(library) has no \"\(member)\"",
              token: member, suggestion: NearestName.of(member, among: members)))
        default: break
        }
      }
    }
    return found
  }

  /// Returns the mistakes that can be found once the rule's fields are known.
  ///
  /// - Parameter unsureNames: The fields that a misunderstood stage may add; nil if there is no
  ///   such stage. With one, only a name that resembles a field's is certainly wrong.
  func problems(
    in function: FunctionReference, knowing fields: FieldTable, unsureOf unsureNames: Set<String>?
  ) -> [RuleProblem] {
    guard let code = functions[function.index], let source = code.source, source.hasPrefix("@")
    else { return [] }
    let path = String(source.dropFirst())
    let scan = FunctionLinter(
      code, libraries: [], takesAsset: true, texts: captured[path]?[code.firstLine] ?? [:])
    var found: [RuleProblem] = []
    for finding in scan.findings {
      guard let (message, token, suggestion) = problem(finding.act, fields) else { continue }
      if let unsureNames, case .readsField(let name) = finding.act,
        suggestion == nil || unsureNames.contains(name)
      {
        continue
      }
      let problem = RuleProblem(
        path: path, line: finding.line, message: message, token: token, suggestion: suggestion)
      if !found.contains(problem) { found.append(problem) }
    }
    return found
  }

  /// Returns the first undefined letter after a %, empty for a % at the end; nil without one.
  private static func unknownLetter(of format: String) -> String? {
    var rest = Substring(format)
    while let percent = rest.firstIndex(of: "%") {
      let letter = String(rest[rest.index(after: percent)...].prefix(1))
      if !SandboxGlobals.formatLetters.contains(letter) { return letter }
      rest = rest[percent...].dropFirst(2)
    }
    return nil
  }

  /// Returns the mistake of comparing a number or a flag with a text; nil for other fields.
  private static func mismatch(
    _ type: FieldType?, _ field: String, _ text: String
  ) -> (message: String, token: String, suggestion: String?)? {
    guard let type, [.integer, .number, .flag].contains(type), !text.isEmpty else { return nil }
    let isValue = Double(text) != nil || ["true", "false"].contains(text)
    let remedy = isValue ? "; leave out the quotation marks" : ""
    return ("\(field) is \(type.phrase), not the text \"\(text)\"\(remedy)", text, nil)
  }

  private func problem(
    _ act: FunctionLinter.Act, _ fields: FieldTable
  ) -> (message: String, token: String, suggestion: String?)? {
    func type(of name: String) -> FieldType? {
      fields.field(named: name).map { fields.type(of: $0) }
    }
    func isDate(_ name: String) -> Bool { type(of: name) == .date }
    switch act {
    case .readsField(let name), .callsMethod(let name):
      let known = fields.names + SandboxGlobals.methods
      if known.contains(name) { return nil }
      return (
        "an asset has no field \"\(name)\"", name, NearestName.of(name, among: known)
      )
    case .readsPart(let part, let field):
      guard isDate(field), !SandboxGlobals.partsOfDates.contains(part) else { return nil }
      return (
        "a date has no \"\(part)\"; it has \(SandboxGlobals.partsOfDates.joined(separator: ", "))",
        part, NearestName.of(part, among: SandboxGlobals.partsOfDates)
      )
    case .formats(let field, let text):
      guard isDate(field), let wrong = Self.unknownLetter(of: text) else { return nil }
      let letters = SandboxGlobals.formatLetters.joined(separator: " ")
      return ("format knows no %\(wrong); it knows \(letters)", text, nil)
    case .equates(let field, let text):
      if let problem = Self.mismatch(type(of: field), field, text) { return problem }
      guard isDate(field) else { return nil }
      return (
        "a date never equals a text; compare its day, as in"
          + " asset.\(field):format(\"%Y-%m-%d\") == \"2024-12-31\"", text, nil
      )
    case .orders(let field, let text):
      if let problem = Self.mismatch(type(of: field), field, text) { return problem }
      // The rule probably uses an empty text to exclude something.
      guard isDate(field), !text.isEmpty, WrittenDate(text) == nil else { return nil }
      return ("a date compares with a text such as \"2024-12-31\", not \"\(text)\"", text, nil)
    case .readsGlobal, .makesGlobal, .touchesGlobals, .readsMember, .callsMember: return nil
    }
  }
}
