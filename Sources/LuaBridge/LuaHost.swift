internal import CLuaShim
internal import Pipeline

/// What a Lua state asks of the program while it loads a rule.
///
/// One for each state and confined to its lane.
final class LuaHost {
  let setting: RuleSetting
  /// The options that the rule declared; nil until it does.
  private(set) var options: RuleOptions?
  /// Why the load was refused.
  private(set) var refusal: RuleProblem?
  /// Whether what the rule prints is shown; a rule is loaded once for each lane.
  var prints: Bool
  private var arena = TextArena()

  init(_ setting: RuleSetting, prints: Bool) {
    self.setting = setting
    self.prints = prints
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
        values.append(shotlua_option(name: name, value: option.value.plain(in: &arena)))
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
    var reply = shotlua_module_reply()
    arena.removeAll()
    var reason = "was not there when the rule was first loaded"
    do throws(SourceProblem) {
      let module = try setting.modules.module(name) { () throws(SourceProblem) in
        try setting.file.module(name)
      }
      if let module {
        reply.bytes = arena.copy(module.source)
        reply.path = arena.copy(module.path)
        return (reply, true)
      }
    } catch {
      let path = RuleFile.modulePath(name).joined(separator: "/")
      reason =
        if case .missing = error { "there is no \(path) beside the rule" } else {
          "\(path) \(error.message)"
        }
    }
    reply.problem = arena.copy("no module \"\(name)\": \(reason)")
    return (reply, false)
  }

  func print(_ text: String) {
    if prints { setting.printer.print(text) }
  }
}
