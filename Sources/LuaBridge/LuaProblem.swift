internal import CLuaShim
internal import Engine

/// The conversion of a Lua state's failure to a problem that the user can solve.
struct LuaProblem {
  private let error: shotlua_error
  private let strays: UnsafeBufferPointer<shotlua_stray_name>
  private let setting: LuaStateConfiguration
  private let host: LuaHost
  /// The line of the rule that required the module with the failure; 0 if the rule itself failed.
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

  /// The reasons of a refusal, or the undefined names that probably caused a later failure.
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

  private var requirer: String? {
    ruleLine > 0 && !setting.file.path.isEmpty ? "\(setting.file.path):\(ruleLine)" : nil
  }

  private var isInPlugin: Bool {
    host.plugins.contains { $0.path == path }
      || setting.modules.all.contains { $0.path == path && $0.origin != .rule }
  }

  /// True if the cause may be an option that was not set.
  var mayComeOfPending: Bool {
    switch error.kind {
    case .runtime, .badResult, .notAPipeline:
      host.refusals.isEmpty && host.options?.all.contains { $0.value == nil } ?? false
    default: false
    }
  }

  /// True if a file of data returned something other than a table.
  var returnsNoTable: Bool { error.kind == .notAPipeline }

  /// - Parameters:
  ///   - plugin: The file of the function's plugin; nil for a function of the rule.
  ///   - usedAt: The place in the rule that called a plugin; nil for a function of the rule.
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

  /// The undefined globals that the rule read, such as `presnt`, which Lua evaluates to nil. In
  /// modules, perhaps written for other programs, only names that look misspelt are reported.
  var strayNames: [RuleProblem] {
    let unknown = UnknownName(setting: setting, words: host.words)
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
  fileprivate func used(in place: String?) -> RuleProblem {
    guard let place, !place.isEmpty else { return self }
    return RuleProblem(
      path: path, line: line, message: "\(message) (used in \(place))", token: token,
      suggestion: suggestion)
  }
}
