internal import CLuaShim
internal import Engine

/// Turns what a Lua state says of its failure into a problem that a person can act on.
struct LuaProblem {
  private let error: shotlua_error
  private let strays: UnsafeBufferPointer<shotlua_stray_name>
  private let setting: RuleSetting
  private let host: LuaHost
  /// The line of the rule that required the module in which it happened; 0 for the rule's own.
  private let ruleLine: Int

  init(host: LuaHost, handle: OpaquePointer) {
    self.host = host
    setting = host.setting
    error = shotlua_last_error(handle)
    ruleLine = Int(shotlua_rule_line(handle, error.chunk))
    var names: UnsafePointer<shotlua_stray_name>?
    let count = shotlua_stray_names(handle, &names)
    strays = UnsafeBufferPointer(start: names, count: count)
  }

  var isCancellation: Bool { error.kind == .cancelled }

  private var path: String { error.chunk.map { String(cString: $0) } ?? setting.file.path }
  private var line: Int { Int(error.line) }
  private var token: String? {
    guard let token = error.token, token.pointee != 0 else { return nil }
    return String(cString: token)
  }
  private var message: String { error.message.map { String(cString: $0) } ?? "" }

  /// The problems of a rule that did not load: what it was refused for, or names that it read and
  /// nothing defines, from which what came after them most likely follows.
  var whileLoading: [RuleProblem] {
    if !host.refusals.isEmpty { return host.refusals.map { $0.used(in: requirer) } }
    switch error.kind {
    case .runtime, .badResult, .notAPipeline, .unknownFunction:
      let names = strayNames
      if !names.isEmpty { return names }
    default: break
    }
    let problem = problem(setting.loadBudget, what: "while it was loaded")
    return [isInPlugin ? problem.used(in: requirer) : problem]
  }

  /// The place in the rule that required the module; nil for what happened in the rule itself.
  private var requirer: String? {
    ruleLine > 0 && !setting.file.path.isEmpty ? "\(setting.file.path):\(ruleLine)" : nil
  }

  private var isInPlugin: Bool {
    host.plugins.contains { $0.path == path }
      || setting.modules.all.contains { $0.path == path && $0.origin != .rule }
  }

  /// Whether what ended the load may come of an option that was not set.
  var mayComeOfPending: Bool {
    switch error.kind {
    case .runtime, .badResult, .notAPipeline:
      host.refusals.isEmpty && host.options?.all.contains { $0.value == nil } ?? false
    default: false
    }
  }

  /// Whether a file of data returned something else than a table.
  var returnsNoTable: Bool { error.kind == .notAPipeline }

  /// The problem that ended a batch of calls.
  ///
  /// - Parameters:
  ///   - plugin: the file of the plugin that the function belongs to; nil for one of the rule.
  ///   - asset: the name of the asset that the function got.
  ///   - usedAt: the place in the rule that called a plugin; nil for a function of the rule.
  func whileEvaluating(
    _ function: FunctionReference, of plugin: String?, on asset: String, usedAt: String?
  ) -> RuleProblem {
    let problem = problem(setting.callBudget, what: "on the asset \"\(asset)\"").used(in: usedAt)
    if problem.line > 0 { return problem }
    return RuleProblem(
      path: plugin ?? problem.path, line: function.line, message: problem.message,
      token: problem.token,
      suggestion: problem.suggestion)
  }

  /// The globals that the rule read although nothing defines them, such as `presnt`.
  ///
  /// Lua takes such a name for nil, which would leave a test out without a word. Modules, which
  /// may have been written for other programs, are only held to names that look misspelt.
  var strayNames: [RuleProblem] {
    let unknown = UnknownName(setting, host.words)
    var found: [RuleProblem] = []
    for stray in strays {
      let name = String(cString: stray.name)
      let path = String(cString: stray.chunk)
      if stray.is_option {
        found.append(unknownOption(name, path: path, line: Int(stray.line)))
        continue
      }
      let nearest = host.words.nearest(to: name)
      if nearest == nil && path != setting.file.path { continue }
      let problem = unknown.problem(
        name, path: path, line: Int(stray.line), isCalled: stray.called, inFunction: false)
      if !found.contains(problem) { found.append(problem) }
    }
    return found
  }

  private func unknownOption(_ name: String, path: String, line: Int) -> RuleProblem {
    RuleProblem(
      path: path, line: line, message: "unknown option \"\(name)\"", token: name,
      suggestion: NearestName.of(name, among: host.options?.all.map(\.name) ?? []))
  }

  private func problem(_ budget: RuleBudget, what: String) -> RuleProblem {
    switch error.kind {
    case .outOfInstructions:
      return plain("the rule ran more than \(budget.instructions) instructions \(what)")
    case .outOfMemory:
      return plain("the rule needed more than \(budget.memory >> 20) MiB of memory \(what)")
    case .outOfTime:
      return plain("the rule ran for more than \(budget.milliseconds) ms \(what)")
    case .cancelled:
      return plain("the run was cancelled")
    case .unknownField:
      return named("an asset has no field \"\(token ?? "")\"", host.fields.names)
    case .unknownName:
      return named("unknown name \"\(token ?? "")\"", host.words.callable)
    case .unknownFunction:
      return named(message, host.words.callable)
    case .unknownOption:
      return named(message, host.options?.all.map(\.name) ?? [])
    default:
      return plain(message)
    }
  }

  private func plain(_ message: String) -> RuleProblem {
    RuleProblem(path: path, line: line, message: message, token: token)
  }

  private func named(_ message: String, _ candidates: [String]) -> RuleProblem {
    RuleProblem(
      path: path, line: line, message: message, token: token,
      suggestion: token.flatMap { NearestName.of($0, among: candidates) })
  }
}

extension RuleProblem {
  /// The same with the place in the rule that led there.
  fileprivate func used(in place: String?) -> RuleProblem {
    guard let place, !place.isEmpty else { return self }
    return RuleProblem(
      path: path, line: line, message: "\(message) (used in \(place))", token: token,
      suggestion: suggestion)
  }
}
