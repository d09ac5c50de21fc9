internal import CLuaShim
internal import Engine

/// A Lua state with a loaded rule; confined to one worker thread.
final class LuaState {
  private let handle: OpaquePointer
  let host: LuaHost
  let stages: ParsedPipeline
  let problems: [RuleProblem]
  /// The problem that prevents loading until an option is set; nil if the rule was loaded.
  let hindrance: RuleProblem?
  /// The mistakes found in the rule's functions; nil unless an inspection was requested.
  let inspection: RuleInspection?
  private let names: CNameTable

  /// - Parameters:
  ///   - prints: True to show the rule's output while it is loaded.
  ///   - inspects: True to inspect its functions.
  ///   - choose: Returns the values of the declared options; nil for those of the setting.
  init(
    _ setting: LuaStateConfiguration, fields: FieldTable = FieldTable(), prints: Bool,
    inspects: Bool = false, _ choose: OptionChoice? = nil
  ) throws(RuleProblems) {
    host = LuaHost(setting, fields, prints: prints, choose)
    names = fields.added.isEmpty ? setting.names : CNameTable(setting.words, fields)
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

  private static func close(_ handle: OpaquePointer, _ setting: LuaStateConfiguration) {
    setting.used?(LuaStateUsage(peakMemory: shotlua_peak_memory(handle)))
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
  ) throws(RuleProblems) -> (ParsedPipeline, problems: [RuleProblem], hindrance: RuleProblem?) {
    let setting = host.setting
    let isLoaded = host.load(into: handle)
    let outcome = LuaProblem(host: host, handle: handle)
    if !isLoaded {
      let problems = outcome.whileLoading
      if outcome.mayComeOfPending, outcome.strayNames.isEmpty {
        let calls = UnknownCallFilter(words: host.words, hasUnknownNames: false)
        return (ParsedPipeline(path: setting.file.path, calls: calls), [], problems.first)
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
    let calls = UnknownCallFilter(words: host.words, hasUnknownNames: !names.isEmpty)
    let stages = ParsedPipeline(reader.value(), path: setting.file.path, calls: calls)
    return (stages, names + stages.problems, nil)
  }

  /// All functions, sorted by their numbers: those of declared stages and those in the pipelines.
  var functions: [RuleFunction] {
    let declared = host.plugins.map {
      RuleFunction(reference: $0.process, stage: $0.name, name: "process", use: .plugin)
    }
    return (declared + stages.functions).sorted { $0.reference.index < $1.reference.index }
  }

  /// Sets the time that functions read as `now`; throws if the rule has no memory left.
  func advance(to now: Instant) throws {
    guard !shotlua_set_now(handle, now.seconds) else { return }
    throw LuaProblem(host: host, handle: handle).whileLoading[0]
  }

  /// Returns the function with options and result names; throws if the rule has no memory left.
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

  /// Returns the fields whose values are passed before each call of a function; throws if the rule
  /// has no memory left, or ``CancellationError``.
  func study(_ function: FunctionReference) throws -> [Field] {
    var study = FunctionAnalysis(fields: host.fields)
    let isDone = withUnsafeMutablePointer(to: &study) { study in
      shotlua_study(
        handle, Int32(truncatingIfNeeded: function.index), study, luaStudiesFunction)
    }
    if isDone { return study.recalled }
    let problem = LuaProblem(host: host, handle: handle)
    throw problem.isCancellation ? CancellationError() : problem.whileLoading[0]
  }

  /// Runs a function on these assets; throws ``RuleProblem`` or ``CancellationError``.
  ///
  /// - Parameters:
  ///   - path: The file of the function's plugin; nil for a function of the rule.
  ///   - verdicts: The results as flags; nil if the reader takes the results.
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

/// A release of Lua: `Lua 5.4.4`.
public struct LuaRelease: Sendable, CustomStringConvertible {
  public let description: String

  /// The release that rules run in.
  public static var linked: LuaRelease { Self(description: String(cString: shotlua_release())) }

  /// True if it is 5.4.8 or later. In earlier releases a failed allocation may corrupt memory, so
  /// rules are ended before an allocation fails.
  public var isRepaired: Bool {
    let numbers = (description.split(separator: " ").last ?? "").split(separator: ".")
      .compactMap { Int($0) }
    return [5, 4, 8].lexicographicallyPrecedes(numbers + [0])
  }
}

/// The settings of a rule's Lua states, which are equal in all worker threads.
struct LuaStateConfiguration: Sendable {
  let file: RuleFile
  let modules = RuleModules()
  var overrides: [OptionOverride]
  let now: Instant
  /// True if each evaluation has its own time, so that the rule can't read `now` while it loads.
  let movesNow: Bool
  let seed: UInt64
  let words: RuleVocabulary
  let names: CNameTable
  let loadBudget: RuleBudget
  let callBudget: RuleBudget
  let cancellation: CancellationFlag
  let printer: RulePrinter
  /// Receives the resources that each state of the rule used, when it is closed; nil if not needed.
  let used: (@Sendable (LuaStateUsage) -> Void)?
}

/// The flag that cancels all Lua states of a run, from any thread. `@unchecked Sendable`: the
/// number is only set and read atomically, in C.
final class CancellationFlag: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<Int32>

  init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit {
    flag.deallocate()
  }

  var address: UnsafePointer<Int32> { UnsafePointer(flag) }

  func raise() {
    shotlua_raise_flag(flag)
  }

  var isRaised: Bool { shotlua_flag_is_raised(flag) }
}

/// The resources that one Lua state of a rule used.
package struct LuaStateUsage: Sendable, Hashable {
  /// The greatest amount of memory in use at one time, in bytes.
  package let peakMemory: Int64
}
