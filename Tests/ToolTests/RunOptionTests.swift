import Pipeline
import Testing

@testable import Sessions
@testable import ShotflowTool

/// An entry of the options of `run` is all that parsing, help, completion, manual page and
/// suggestions need.
@Suite struct RunOptionTests {
  private static let tool = Tool(
    name: "shotflow", version: nil, components: .builtin, folder: "shotflow")
  private static let options = RunRequest.options + RunRequest.shardOptions

  private func parsed(_ words: [String]) throws(UsageProblem) -> String {
    var request = RunRequest()
    try RunOption.parse(words, by: Self.options, into: &request) { UsageProblem($0) }
    return "\(request)"
  }

  private func candidates(_ before: [String], _ current: String) -> [Candidate] {
    LineCompletion(
      LineArguments(before: ["run"] + before, current: current, after: []),
      ToolCompletionVocabulary(Self.tool, within: .seconds(60))
    ).completion().candidates
  }

  @Test(arguments: options.map(\.input))
  func itIsParsed(input: CommandInput) throws {
    let none = try parsed([])
    for name in input.names {
      #expect(try parsed(input.valueName == nil ? [name] : [name, "7"]) != none)
      #expect(throws: UsageProblem.self) {
        try parsed(input.valueName == nil ? [name + "=7"] : [name])
      }
    }
  }

  @Test(arguments: options.map(\.input))
  func helpAndManualShowIt(input: CommandInput) throws {
    let command = RunCommand.command
    #expect(command.inputs(Self.tool).contains { $0.usage == input.usage && $0.help == input.help })
    let page = try #require(Manual(of: command, in: Self.tool, date: "today").pages.first).text
    #expect(page.contains("Fl \(MdocWriter.escaped(String(input.names[0].dropFirst())))"))
  }

  @Test(arguments: options.map(\.input))
  func completionOffersIt(input: CommandInput) throws {
    let offered = candidates([], input.names[0])
    #expect(offered.contains { $0.text == input.names[0] && input.help.hasPrefix($0.summary) })
    guard case .words(let words) = input.values else { return }
    #expect(candidates([input.names[0]], "").map(\.text) == words)
  }

  @Test(arguments: options.map(\.input.names[0]).filter { $0.count > 5 })
  func aMisspellingSuggestsIt(name: String) throws {
    let name = String(name.dropFirst(2))
    #expect(NearestName.of(name + "x", among: RunRequest.ownOptions) == name)
  }

  @Test func theFirstOptionOfOneProcessIsKnown() throws {
    let request = try RunRequest(["--now", "0", "--stats", "--dry-run", "--format", "csv"])
    #expect(request.optionsOfOneProcess == ["--stats", "--dry-run", "--format"])
  }
}
