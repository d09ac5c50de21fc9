internal import Engine

/// What is certainly wrong in the functions of a rule, found without running them.
///
/// A function that nobody calls for the assets at hand would hide its mistakes for years.
struct RuleInspection: Sendable {
  /// Names that no global has, in the rule's own file; modules, written for other programs too, may
  /// look for what such programs have.
  let unknownNames: [RuleProblem]
  private let functions: [Int: LuaPrototype]
  /// By path.
  private let captured: [String: FunctionScan.CapturedTexts]
  private let setting: RuleSetting

  /// - Parameters:
  ///   - chunks: the rule and its modules, compiled, by their paths.
  ///   - functions: the functions of its stages, by their numbers.
  init(
    _ setting: RuleSetting, _ words: RuleWords, chunks: [(path: String, code: LuaPrototype)],
    functions: [Int: LuaPrototype]
  ) {
    self.setting = setting
    self.functions = functions
    let libraries = Set(RuleGlobals.libraries.keys)
    let scans = chunks.map { FunctionScan(chunk: $0.code, libraries: libraries) }
    captured = zip(chunks, scans).reduce(into: [:]) { $0[$1.0.path] = $1.1.captured }
    unknownNames = Self.unknownNames(in: chunks, scans.map(\.findings), setting, words)
  }

  private static func unknownNames(
    in chunks: [(path: String, code: LuaPrototype)], _ scans: [[FunctionScan.Finding]],
    _ setting: RuleSetting, _ words: RuleWords
  ) -> [RuleProblem] {
    let libraries = Set(RuleGlobals.libraries.keys)
    let all = scans.joined().map(\.act)
    // A rule that makes globals whose names only it knows, or looks for them in its own ways.
    if all.contains(.touchesGlobals) { return [] }
    var known = Set(RuleGlobals.names + words.callable + libraries)
    for case .makesGlobal(let name) in all { known.insert(name) }
    let names = UnknownName(setting, words)
    var found: [RuleProblem] = []
    for (chunk, findings) in zip(chunks, scans) where chunk.path == setting.file.path {
      // What stands outside of functions was run, and its names were noted then.
      for finding in findings where finding.isNested {
        switch finding.act {
        case .readsGlobal(let name) where !known.contains(name):
          found.append(
            names.problem(
              name, path: chunk.path, line: finding.line, isCalled: false, inFunction: true))
        case .callsMember(let member, let library):
          let members = RuleGlobals.libraries[library] ?? []
          // Where it is also read without a call, the rule looks whether it is there.
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

  /// What a function of an asset does wrong that can be told once the rule's fields are known.
  ///
  /// - Parameter unsureNames: names of fields that a stage may add which is not understood; nil when all
  ///   stages are. With such a stage only a name that resembles a field's is certainly wrong.
  func problems(
    in function: FunctionReference, knowing fields: FieldTable, unsureOf unsureNames: Set<String>?
  ) -> [RuleProblem] {
    guard let code = functions[function.index], let source = code.source, source.hasPrefix("@")
    else { return [] }
    let path = String(source.dropFirst())
    let scan = FunctionScan(
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

  /// The first letter behind a % that stands for nothing; empty at the end of the text.
  private static func unknownLetter(of format: String) -> String? {
    var rest = Substring(format)
    while let percent = rest.firstIndex(of: "%") {
      let letter = String(rest[rest.index(after: percent)...].prefix(1))
      if !RuleGlobals.formatLetters.contains(letter) { return letter }
      rest = rest[percent...].dropFirst(2)
    }
    return nil
  }

  /// What is wrong with comparing a number, or a flag, with a text.
  private static func mismatch(
    _ type: FieldType?, _ field: String, _ text: String
  ) -> (message: String, token: String, suggestion: String?)? {
    guard let type, [.integer, .number, .flag].contains(type), !text.isEmpty else { return nil }
    let isValue = Double(text) != nil || ["true", "false"].contains(text)
    let remedy = isValue ? "; leave out the quotation marks" : ""
    return ("\(field) is \(type.phrase), not the text \"\(text)\"\(remedy)", text, nil)
  }

  private func problem(
    _ act: FunctionScan.Act, _ fields: FieldTable
  ) -> (message: String, token: String, suggestion: String?)? {
    func type(of name: String) -> FieldType? {
      fields.field(named: name).map { fields.type(of: $0) }
    }
    func isDate(_ name: String) -> Bool { type(of: name) == .date }
    switch act {
    case .readsField(let name), .callsMethod(let name):
      let known = fields.names + RuleGlobals.methods
      if known.contains(name) { return nil }
      return (
        "an asset has no field \"\(name)\"", name, NearestName.of(name, among: known)
      )
    case .readsPart(let part, let field):
      guard isDate(field), !RuleGlobals.partsOfDates.contains(part) else { return nil }
      return (
        "a date has no \"\(part)\"; it has \(RuleGlobals.partsOfDates.joined(separator: ", "))",
        part, NearestName.of(part, among: RuleGlobals.partsOfDates)
      )
    case .formats(let field, let text):
      guard isDate(field), let wrong = Self.unknownLetter(of: text) else { return nil }
      let letters = RuleGlobals.formatLetters.joined(separator: " ")
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
      // What is empty is most likely left out by the rule itself.
      guard isDate(field), !text.isEmpty, WrittenDate(text) == nil else { return nil }
      return ("a date compares with a text such as \"2024-12-31\", not \"\(text)\"", text, nil)
    case .readsGlobal, .makesGlobal, .touchesGlobals, .readsMember, .callsMember: return nil
    }
  }
}
