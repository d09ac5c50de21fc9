internal import CLuaShim
internal import Engine

/// What a Lua state asks of the program while it loads a rule.
///
/// One for each state and confined to its lane.
final class LuaHost {
  let setting: RuleSetting
  /// The fields that the rule's functions can read.
  let fields: FieldTable
  /// The options that the rule declared; nil until it does.
  private(set) var options: RuleOptions?
  /// Why the load was refused.
  private(set) var refusal: RuleProblem?
  /// Whether what the rule prints is shown; a rule is loaded once for each lane.
  var prints: Bool
  private var arena = TextArena()

  init(_ setting: RuleSetting, _ fields: FieldTable, prints: Bool) {
    self.setting = setting
    self.fields = fields
    self.prints = prints
  }

  /// What C is told of the host, which has to outlive the state.
  func plain(_ names: RuleNames) -> shotlua_host {
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
      path: setting.file.path, line: 0, message: "there is not enough memory to load the rule")
    throw RuleProblems([problem])
  }

  /// Runs the text; false when it failed.
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
      let declared = try RuleOptions(table, overrides: setting.overrides)
      options = declared
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
      refusal = RuleProblem(
        path: setting.file.path, line: error.token == nil ? 0 : line, message: error.message,
        token: error.token, suggestion: error.suggestion)
      return nil
    }
  }

  func findModule(_ name: String) -> (reply: shotlua_module_reply, isFound: Bool) {
    let folders = name.split(separator: ".").map(String.init)
    let names = folders.dropLast() + ["\(folders.last ?? "").lua"]
    let path = names.joined(separator: "/")
    var reply = shotlua_module_reply()
    arena.removeAll()
    let reason: String
    do throws(SourceProblem) {
      let module = try setting.modules.module(named: name) { () throws(SourceProblem) in
        try read(Array(names), as: name)
      }
      if let module {
        reply.bytes = arena.copy(module.text)
        reply.path = arena.copy(module.path)
        return (reply, true)
      }
      reason = "modules are loaded with the rule, not later"
    } catch {
      reason =
        if case .missing = error { "there is no \(path) beside the rule or among the plugins" } else
        {
          "\(path) \(error.message)"
        }
    }
    reply.problem = arena.copy("no module \"\(name)\": \(reason)")
    return (reply, false)
  }

  /// Reads a module from the first folder that has one of that name.
  private func read(
    _ names: [String], as name: String
  ) throws(SourceProblem) -> RuleModules.Module {
    let path = names.joined(separator: "/")
    for folder in setting.file.moduleFolders {
      do throws(SourceProblem) {
        let text = try SourceReader.readFile(names, beneath: folder)
        let isWhole = folder.isEmpty || folder.hasSuffix("/")
        return RuleModules.Module(
          name: name, path: isWhole ? folder + path : "\(folder)/\(path)", text: text)
      } catch {
        if case .missing = error { continue }
        throw error
      }
    }
    throw .missing
  }

  func print(_ text: String) {
    if prints { setting.printer.print(text) }
  }
}

/// The options of a rule, with the values that the command line gave.
struct RuleOptions {
  private(set) var all: [RuleOption] = []

  init() {}

  /// Reads the table given to `options` and applies what the command line gave.
  init(_ table: ArgumentValue, overrides: [OptionOverride]) throws(RuleOptionProblem) {
    let members: [ArgumentMember]
    switch table {
    case .table(let named): members = named
    case .list([]): members = []
    default:
      throw RuleOptionProblem(
        message: "options takes names: options { window = \"30s\" }", token: "options")
    }
    for member in members {
      let option = try RuleOption.declared(by: member)
      if let twin = all.first(where: { $0.flag == option.flag }) {
        throw RuleOptionProblem(
          message: "options \"\(twin.name)\" and \"\(option.name)\" are both --\(option.flag)",
          token: option.name)
      }
      all.append(option)
    }
    try apply(overrides)
  }

  /// Sets the options that the command line names; a list that is named again grows.
  mutating func apply(_ overrides: [OptionOverride]) throws(RuleOptionProblem) {
    var named: Set<Int> = []
    for override in overrides {
      guard let place = all.firstIndex(where: { override.names($0) }) else {
        let nearest = NearestName.of(override.name, among: all.map(\.flag))
        throw RuleOptionProblem(
          message: "the rule has no option --\(override.name)", token: nil,
          suggestion: nearest.map { "--\($0)" })
      }
      let value = try all[place].parsed(override.text)
      if !named.insert(place).inserted, case .list(let earlier) = all[place].value,
        case .list(let more) = value
      {
        all[place].value = .list(earlier + more)
      } else {
        all[place].value = value
      }
    }
  }
}

extension OptionOverride {
  fileprivate func names(_ option: RuleOption) -> Bool {
    name == option.flag || name == option.name
  }
}
