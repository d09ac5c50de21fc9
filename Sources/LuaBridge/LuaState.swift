internal import CLuaShim
internal import Engine

/// A Lua state with a rule in it; confined to one lane.
final class LuaState {
  private let handle: OpaquePointer
  let host: LuaHost
  let stages: RuleStages
  /// What is wrong with the rule although it could be loaded.
  let problems: [RuleProblem]
  /// What stood in the way of loading a rule of which an option has to be set first; nil when it was
  /// loaded.
  let hindrance: RuleProblem?
  /// What its functions are found to do; nil unless that was asked for.
  let inspection: RuleInspection?
  /// Where C finds names as long as the state is open.
  private let names: RuleNames

  /// Loads the rule of the setting into a new state.
  ///
  /// - Parameters:
  ///   - fields: those that its functions can read.
  ///   - prints: whether what the rule prints while it is loaded is shown.
  ///   - inspects: whether its functions are looked through.
  /// - Throws: ``RuleProblems`` when the rule can't be loaded.
  init(
    _ setting: RuleSetting, fields: FieldTable = FieldTable(), prints: Bool, inspects: Bool = false
  ) throws(RuleProblems) {
    host = LuaHost(setting, fields, prints: prints)
    names = fields.added.isEmpty ? setting.names : RuleNames(setting.words, fields)
    var plain = host.plain(names)
    plain.keeps_code = inspects
    let handle = try host.open(plain)
    do throws(RuleProblems) {
      (stages, problems, hindrance) = try Self.load(host, into: handle)
    } catch {
      Self.close(handle, setting)
      throw error
    }
    inspection = inspects ? Self.inspection(of: handle, host) : nil
    self.handle = handle
    host.prints = true
  }

  deinit {
    Self.close(handle, host.setting)
  }

  private static func close(_ handle: OpaquePointer, _ setting: RuleSetting) {
    setting.used?(RuleUsage(peakMemory: shotlua_peak_memory(handle)))
    shotlua_close(handle)
  }

  private static func inspection(
    of handle: OpaquePointer, _ host: LuaHost
  ) -> RuleInspection {
    func read(_ code: shotlua_text) -> LuaPrototype? {
      LuaPrototype(UnsafeRawBufferPointer(start: code.bytes, count: code.length))
    }
    var chunks: [(String, LuaPrototype)] = []
    var chunk = shotlua_chunk()
    var place = 0
    while shotlua_compiled(handle, place, &chunk) {
      if let code = read(chunk.code) { chunks.append((String(cString: chunk.path), code)) }
      place += 1
    }
    let result = shotlua_loaded(handle)
    var functions = host.compiled
    for node in UnsafeBufferPointer(start: result.nodes, count: result.count)
    where node.kind == .function {
      functions[Int(node.function)] = read(node.code)
    }
    return RuleInspection(host.setting, host.words, chunks: chunks, functions: functions)
  }

  private static func load(
    _ host: LuaHost, into handle: OpaquePointer
  ) throws(RuleProblems) -> (RuleStages, problems: [RuleProblem], hindrance: RuleProblem?) {
    let setting = host.setting
    let isLoaded = host.load(into: handle)
    let outcome = LuaProblem(host: host, handle: handle)
    if !isLoaded {
      let problems = outcome.whileLoading
      if outcome.mayComeOfPending, outcome.strayNames.isEmpty {
        let calls = KnownCalls(host.words, hasUnknownNames: false)
        return (RuleStages(path: setting.file.path, calls: calls), [], problems.first)
      }
      throw RuleProblems(problems)
    }
    let result = shotlua_loaded(handle)
    var reader = NodeReader(UnsafeBufferPointer(start: result.nodes, count: result.count))
    if host.options == nil, let first = setting.overrides.first {
      let problem = RuleProblem(
        path: setting.file.path, line: 0,
        message: "the rule has no options, but --\(first.name) was given")
      throw RuleProblems([problem])
    }
    let names = outcome.strayNames
    let calls = KnownCalls(host.words, hasUnknownNames: !names.isEmpty)
    let stages = RuleStages(reader.value(), path: setting.file.path, calls: calls)
    return (stages, names + stages.problems, nil)
  }

  /// All functions by their numbers: those of declared stages, and those that stand in the pipelines.
  var functions: [RuleFunction] {
    let declared = host.plugins.map {
      RuleFunction(reference: $0.process, stage: $0.name, name: "process", use: .plugin)
    }
    return (declared + stages.functions).sorted { $0.reference.index < $1.reference.index }
  }

  /// Sets the moment that functions read as `now` from here on.
  ///
  /// - Throws: ``RuleProblem`` when the rule has used up its memory.
  func advance(to now: Instant) throws {
    guard !shotlua_set_now(handle, now.seconds) else { return }
    throw LuaProblem(host: host, handle: handle).whileLoading[0]
  }

  /// Makes a function of a function and what it is called with beside the asset.
  ///
  /// - Throws: ``RuleProblem`` when the rule has used up its memory.
  func bind(_ bound: BoundFunction) throws -> FunctionReference {
    var arena = TextArena()
    let options = bound.options?.map { option in
      shotlua_option(
        name: arena.copy(option.name),
        value: option.value.map { $0.plain(in: &arena) } ?? shotlua_value())
    }
    let results = bound.results.map { arena.copy($0) }
    var binding = shotlua_binding()
    binding.function = Int32(truncatingIfNeeded: bound.function.index)
    binding.options = options.map { arena.copy($0) }
    binding.option_count = options?.count ?? 0
    binding.results = arena.copy(results)
    binding.result_count = results.count
    let number = shotlua_bind(handle, &binding)
    if number < 0 { throw LuaProblem(host: host, handle: handle).whileLoading[0] }
    return FunctionReference(index: Int(number), line: bound.function.line)
  }

  /// Finds out what a function does with its asset; the fields that are recalled before each call.
  ///
  /// - Throws: ``RuleProblem`` when the rule has used up its memory.
  func study(_ function: FunctionReference) throws -> [Field] {
    var study = FunctionStudy(fields: host.fields)
    let isDone = withUnsafeMutablePointer(to: &study) { study in
      shotlua_study(
        handle, Int32(truncatingIfNeeded: function.index), study, luaStudiesFunction)
    }
    if isDone { return study.recalled }
    let problem = LuaProblem(host: host, handle: handle)
    throw problem.isCancellation ? CancellationError() : problem.whileLoading[0]
  }

  /// Asks a function about assets; see `shotlua_evaluate`.
  ///
  /// - Parameters:
  ///   - path: the file of the plugin that the function belongs to; nil for one of the rule.
  ///   - verdicts: nil where the reader takes what the function returns.
  ///   - name: the name of the asset with that index, for messages.
  func evaluate(
    _ function: FunctionReference, of path: String?, usedAt: String?,
    reader: UnsafePointer<shotlua_reader>,
    indices: UnsafeBufferPointer<Int32>, verdicts: UnsafeMutablePointer<Bool>?,
    name: (Int) -> String
  ) throws {
    let isFinished = shotlua_evaluate(
      handle, Int32(truncatingIfNeeded: function.index), reader, indices.baseAddress,
      indices.count, verdicts)
    if isFinished { return }
    let problem = LuaProblem(host: host, handle: handle)
    if problem.isCancellation { throw CancellationError() }
    throw problem.whileEvaluating(
      function, of: path, on: name(Int(shotlua_last_index(handle))), usedAt: usedAt)
  }
}
