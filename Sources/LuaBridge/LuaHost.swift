internal import CLuaShim
internal import Engine

/// The answers to a Lua state's requests while it loads a rule; confined to the state's thread.
final class LuaHost {
  let setting: LuaStateConfiguration
  let fields: FieldTable
  private(set) var options: DeclaredOptions?
  /// The values of those options that do not have their defaults.
  private(set) var overrides: [OptionOverride]
  private let choose: OptionChoice?
  /// The line on which the rule declares its options; 0 if it declares none.
  private(set) var optionsLine = 0
  private(set) var plugins: [Plugin] = []
  /// The compiled functions of the plugins, by their numbers; empty unless they are inspected.
  private(set) var compiled: [Int: LuaPrototype] = [:]
  private(set) var refusals: [RuleProblem] = []
  /// True if output is shown; each worker thread loads the rule again, without showing it.
  var prints: Bool
  private var arena = TextArena()

  /// - Parameter choose: returns the values of the declared options; nil for those of the setting.
  init(
    _ setting: LuaStateConfiguration, _ fields: FieldTable, prints: Bool,
    _ choose: OptionChoice? = nil
  ) {
    self.setting = setting
    overrides = setting.overrides
    self.choose = choose
    self.fields = fields
    self.prints = prints
  }

  /// The words that the rule can call, its own stages included.
  var words: RuleVocabulary {
    var words = setting.words
    words.stages += plugins.map(\.name)
    return words
  }

  /// Returns the host as C's struct; the names have to outlive the state.
  func plain(_ names: CNameTable) -> shotlua_host {
    var plain = shotlua_host()
    plain.load = setting.loadBudget.plain
    plain.call = setting.callBudget.plain
    plain.cancelled = setting.cancellation.address
    plain.now = setting.now.seconds
    plain.moves_now = setting.movesNow
    plain.seed = setting.seed
    plain.words = UnsafePointer(names.words.baseAddress)
    plain.word_count = names.words.count
    plain.fields = UnsafePointer(names.fields.baseAddress)
    plain.field_count = names.fields.count
    plain.context = Unmanaged.passUnretained(self).toOpaque()
    plain.options = luaHostTakesOptions
    plain.declare = luaHostTakesDeclaration
    plain.module = luaHostFindsModule
    plain.clock = luaHostTellsClock
    plain.date = luaHostReadsDate
    plain.print = luaHostPrints
    return plain
  }

  func open(_ plain: shotlua_host) throws(RuleProblems) -> OpaquePointer {
    var plain = plain
    if let handle = shotlua_open(&plain) { return handle }
    let problem = RuleProblem(
      path: setting.file.path, line: 0,
      message: "there is no memory or thread left to load the rule")
    throw RuleProblems([problem])
  }

  func load(into handle: OpaquePointer) -> Bool {
    var source = setting.file.source
    return source.withUTF8 { bytes in
      let text = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      return shotlua_load(
        handle, shotlua_text(bytes: text, length: bytes.count), setting.file.path)
    }
  }

  func takeOptions(_ table: ArgumentValue, line: Int) -> shotlua_options_reply? {
    do throws(RuleOptionProblem) {
      if options != nil {
        throw RuleOptionProblem(message: "options is called twice", token: "options")
      }
      var declared = try DeclaredOptions(table)
      if let choose {
        guard let chosen = choose(declared) else { return nil }
        overrides = chosen
      }
      try declared.apply(overrides)
      options = declared
      optionsLine = line
      arena.removeAll()
      var values: [shotlua_option] = []
      for option in declared.all {
        let name = arena.copy(option.name)
        var pending = shotlua_value()
        pending.kind = .pending
        values.append(
          shotlua_option(name: name, value: option.value?.plain(in: &arena) ?? pending))
      }
      return shotlua_options_reply(options: arena.copy(values), count: values.count)
    } catch {
      refusals = [
        RuleProblem(
          path: setting.file.path, line: error.token == nil ? 0 : line, message: error.message,
          token: error.token, suggestion: error.suggestion)
      ]
      return nil
    }
  }

  /// Adds a stage that the rule or a module declares; returns nil if it is refused.
  func takeDeclaration(
    _ nodes: UnsafeBufferPointer<shotlua_node>, path: String, line: Int
  ) -> shotlua_text? {
    var reader = NodeReader(nodes)
    let module = setting.modules.all.last { $0.path == path }
    do throws(RuleProblems) {
      let plugin = try PluginReader.plugin(
        reader.value(), path: path, line: line, source: module?.text ?? setting.file.source,
        fileName: module?.lastName, taken: owner)
      plugins.append(plugin)
      for node in nodes where node.kind == .function {
        let code = UnsafeRawBufferPointer(start: node.code.bytes, count: node.code.length)
        compiled[Int(node.function)] = LuaPrototype(code)
      }
      arena.removeAll()
      return arena.copy(plugin.name)
    } catch {
      refusals = error.problems
      return nil
    }
  }

  /// Returns a word's use in rules, such as `declared in a.lua:3 already`; nil for a free word.
  private func owner(of name: String) -> String? {
    setting.words.owner(of: name)
      ?? plugins.first { $0.name == name }.map { "declared in \($0.path):\($0.line) already" }
  }

  func findModule(_ name: String) -> (reply: shotlua_module_reply, isFound: Bool) {
    let parts = name.split(separator: ".").map(String.init)
    let path = parts.joined(separator: "/") + ".lua"
    var reply = shotlua_module_reply()
    arena.removeAll()
    let reason: String
    do throws(SourceProblem) {
      let module = try setting.modules.module(named: name) { () throws(SourceProblem) in
        try ModuleSearch(folders: setting.file.moduleFolders).module(parts, as: name)
      }
      if let module {
        reply.bytes = arena.copy(module.text)
        reply.path = arena.copy(module.path)
        return (reply, true)
      }
      reason = "modules are loaded with the rule, not later"
    } catch {
      switch error {
      case .missing: reason = "there is no \(path) beside the rule or among the plugins"
      case .shadows(let own, let shipped):
        reason =
          "\(own) has the name of a plugin that comes with the program, \(shipped); rename the file"
      default: reason = "\(path) \(error.message)"
      }
    }
    reply.problem = arena.copy("no module \"\(name)\": \(reason)")
    return (reply, false)
  }

  func print(_ text: String) {
    if prints { setting.printer.print(text) }
  }
}

// C calls these on any worker thread, so they are free functions without an actor.

func luaHostTakesOptions(
  _ context: UnsafeMutableRawPointer?, _ nodes: UnsafePointer<shotlua_node>?, _ count: Int,
  _ line: Int32, _ reply: UnsafeMutablePointer<shotlua_options_reply>?
) -> Bool {
  guard let context, let reply else { return false }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  var reader = NodeReader(UnsafeBufferPointer(start: nodes, count: count))
  guard let answer = host.takeOptions(reader.value(), line: Int(line)) else { return false }
  reply.pointee = answer
  return true
}

func luaHostTakesDeclaration(
  _ context: UnsafeMutableRawPointer?, _ declaration: UnsafePointer<shotlua_declaration>?,
  _ name: UnsafeMutablePointer<shotlua_text>?
) -> Bool {
  guard let context, let declaration = declaration?.pointee, let name else { return false }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  let answer = host.takeDeclaration(
    UnsafeBufferPointer(start: declaration.nodes, count: declaration.count),
    path: declaration.path.map { String(cString: $0) } ?? "", line: Int(declaration.line))
  guard let answer else { return false }
  name.pointee = answer
  return true
}

func luaHostFindsModule(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ reply: UnsafeMutablePointer<shotlua_module_reply>?
) -> Bool {
  guard let context, let name, let reply else { return false }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  let answer = host.findModule(String(cString: name))
  reply.pointee = answer.reply
  return answer.isFound
}

func luaHostTellsClock(_ context: UnsafeMutableRawPointer?, _ moment: Int64) -> Int32 {
  let (milliseconds, isTooFar) = moment.multipliedReportingOverflow(by: 1000)
  if isTooFar { return 0 }
  return Int32(clamping: ClockOffset.ofComputer(at: Instant(milliseconds: milliseconds)).seconds)
}

func luaHostReadsDate(
  _ context: UnsafeMutableRawPointer?, _ text: shotlua_text,
  _ date: UnsafeMutablePointer<shotlua_date>?
) -> Bool {
  let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
  switch WrittenDate(parsing: bytes) {
  case .moment(let moment)?:
    date?.pointee = shotlua_date(has_zone: true, start: moment.milliseconds, end: 0)
  case .clock(let range)?:
    date?.pointee = shotlua_date(
      has_zone: false, start: range.start ?? .min, end: range.end ?? .max)
  case nil: return false
  }
  return true
}

func luaHostPrints(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int
) {
  guard let context else { return }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  host.print(NodeReader.string(shotlua_text(bytes: bytes, length: length)))
}
