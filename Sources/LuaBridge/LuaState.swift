internal import CLuaShim
internal import Engine

/// A Lua state with a rule in it; confined to one lane.
final class LuaState {
  private let handle: OpaquePointer
  let host: LuaHost
  let stages: RuleStages
  /// Where C finds names as long as the state is open.
  private let names: RuleNames

  /// Loads the rule of the setting into a new state.
  ///
  /// - Parameters:
  ///   - fields: those that its functions can read.
  ///   - prints: whether what the rule prints while it is loaded is shown.
  init(
    _ setting: RuleSetting, fields: FieldTable = FieldTable(), prints: Bool
  ) throws(RuleProblem) {
    host = LuaHost(setting, fields, prints: prints)
    names = fields.added.isEmpty ? setting.names : RuleNames(setting.words, fields)
    var plain = shotlua_host()
    plain.load = setting.loadBudget.plain
    plain.call = setting.callBudget.plain
    plain.cancelled = setting.cancellation.address
    plain.now = setting.now.seconds
    plain.seed = setting.seed
    plain.words = UnsafePointer(names.words.baseAddress)
    plain.word_count = names.words.count
    plain.fields = UnsafePointer(names.fields.baseAddress)
    plain.field_count = names.fields.count
    plain.context = Unmanaged.passUnretained(host).toOpaque()
    plain.options = luaHostTakesOptions
    plain.module = luaHostFindsModule
    plain.print = luaHostPrints
    guard let handle = shotlua_open(&plain) else {
      throw RuleProblem(
        path: setting.file.path, line: 0, message: "there is not enough memory to load the rule")
    }
    do throws(RuleProblem) {
      stages = try Self.load(host, into: handle)
    } catch {
      Self.close(handle, setting)
      throw error
    }
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

  private static func load(_ host: LuaHost, into handle: OpaquePointer) throws(RuleProblem)
    -> RuleStages
  {
    let setting = host.setting
    var source = setting.file.source
    let isLoaded = source.withUTF8 { bytes in
      let text = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      return shotlua_load(
        handle, shotlua_text(bytes: text, length: bytes.count), setting.file.path)
    }
    if !isLoaded {
      throw LuaProblem(host: host, handle: handle).whileLoading
    }
    if let stray = LuaProblem(host: host, handle: handle).strayName { throw stray }
    let result = shotlua_loaded(handle)
    var reader = NodeReader(UnsafeBufferPointer(start: result.nodes, count: result.count))
    if host.options == nil, let first = setting.overrides.first {
      throw RuleProblem(
        path: setting.file.path, line: 0,
        message: "the rule has no options, but --\(first.name) was given")
    }
    return try RuleStages(reader.value(), path: setting.file.path)
  }

  /// Asks a function about assets; see `shotlua_evaluate`.
  ///
  /// - Parameter verdicts: nil where the reader takes what the function returns.
  func evaluate(
    _ function: FunctionReference, reader: UnsafePointer<shotlua_reader>,
    indices: UnsafeBufferPointer<Int32>, verdicts: UnsafeMutablePointer<Bool>?
  ) throws {
    let isFinished = shotlua_evaluate(
      handle, Int32(truncatingIfNeeded: function.index), reader, indices.baseAddress,
      indices.count, verdicts)
    if isFinished { return }
    let problem = LuaProblem(host: host, handle: handle)
    if problem.isCancellation { throw CancellationError() }
    throw problem.whileEvaluating(function)
  }
}
