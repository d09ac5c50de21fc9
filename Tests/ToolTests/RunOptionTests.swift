import ArgumentParser
import Pipeline
import Testing

@testable import Sessions
@testable import ShotflowTool

/// An entry of the options of `run` is all that parsing, help, completion, manual page and
/// suggestions need.
@Suite struct RunOptionTests {
  private static let tool = Tool(
    name: "shotflow", version: nil, components: .builtin, folder: "shotflow")

  private func words(_ option: RunOption, _ name: String) -> [String] {
    option.valueName == nil ? [name] : [name, "7"]
  }

  private func candidates(_ before: [String], _ current: String) -> [Candidate] {
    LineCompletion(
      LineArguments(before: ["run"] + before, current: current, after: []),
      RootCommand.configuration.subcommands, rootOptions: [],
      ToolCompletionVocabulary(Self.tool, within: .seconds(60))
    ).completion().candidates
  }

  @Test(arguments: RunRequest.options)
  func bothParsersTakeIt(option: RunOption) throws {
    let none = "\(try RunRequest([]))"
    for name in option.names {
      let request = try RunRequest(words(option, name))
      #expect("\(request)" != none)
      let command = try RunCommand.parse(words(option, name))
      let groups = [command.options.request, command.shards.request, command.help.request]
      #expect(groups.contains { "\($0)" == "\(request)" })
      let lack = option.valueName == nil ? [name + "=7"] : [name]
      if name.hasPrefix("--") { #expect(throws: UsageProblem.self) { try RunRequest(lack) } }
      #expect(throws: (any Error).self) { try RunCommand.parse(lack) }
    }
  }

  @Test(arguments: RunRequest.options)
  func helpAndManualShowIt(option: RunOption) throws {
    let help = RootCommand.helpMessage(for: RunCommand.self, columns: 10_000)
    let names = option.names.sorted { $0.count < $1.count }.joined(separator: ", ")
    let label = names + (option.valueName.map { " <\($0)>" } ?? "")
    #expect(help.split(separator: "\n").contains { $0.hasPrefix("  \(label)") })
    #expect(help.contains(option.help))
    let command = try CommandDescription(dump: RunCommand._dumpHelp())
    let page = try #require(Manual(root: command, date: "today").pages.first).text
    let macro = MdocWriter.escaped(String(option.names[0].dropFirst()))
    #expect(page.contains("Fl \(macro)"))
  }

  @Test(arguments: RunRequest.options)
  func completionOffersIt(option: RunOption) throws {
    let offered = candidates([], option.names[0])
    #expect(offered.contains { $0.text == option.names[0] && option.help.hasPrefix($0.summary) })
    guard case .choices(let all) = option.values else { return }
    #expect(candidates([option.names[0]], "").map(\.text) == all(.builtin).map(\.name))
  }

  @Test(arguments: RunRequest.options.filter { $0.names[0].count > 5 })
  func aMisspellingSuggestsIt(option: RunOption) throws {
    let name = String(option.names[0].dropFirst(2))
    #expect(NearestName.of(name + "x", among: RunRequest.ownOptions) == name)
  }

  @Test func theFirstOptionOfOneProcessIsKnown() throws {
    let request = try RunRequest(["--now", "0", "--stats", "--dry-run"])
    #expect(request.optionsOfOneProcess == ["--stats", "--dry-run"])
  }
}
