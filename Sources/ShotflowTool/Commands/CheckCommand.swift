internal import ArgumentParser
internal import LuaBridge
internal import Pipeline

/// Checks rules without running them.
struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check rules without running them; all problems at once.")

  @Argument(help: ArgumentHelp("Rules, Lua files.", valueName: "rule"))
  var rules: [String]

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    var worst = ExitStatus.done
    for path in rules {
      do {
        let rule = try Rule(path, words: [], now: .current, in: tool, messages)
        let count = rule.loaded.stages.count + rule.loaded.following.joined().count
        let required = rule.loaded.unsetOptions.map { "--\($0.flag)" }
        tool.output.write(
          "\(TerminalText.escaped(path)): ok, \(count) stages"
            + (required.isEmpty ? "" : "; needs \(required.joined(separator: ", "))") + "\n")
      } catch let unchecked as UncheckedRule {
        tool.output.write("\(TerminalText.escaped("\(path): \(unchecked)"))\n")
      } catch {
        worst = messages.report(error, rulePath: path)
      }
    }
    if worst != .done { throw worst }
  }
}
