import Terminal
import Testing

@testable import Sessions

/// The pages of a tool, from what the argument parser says of it.
@Suite struct ManualTests {
  private static let dump = #"""
    {"serializationVersion":0,"command":{"commandName":"tool","abstract":"Does it all.",
      "discussion":"Type:\n\n  tool go .x\n\n.Not a request.","shouldDisplay":true,"arguments":[
        {"kind":"flag","names":[{"kind":"long","name":"help"},{"kind":"short","name":"h"}],
         "abstract":"Show \"help\".","isOptional":true,"isRepeating":false,"shouldDisplay":true}],
      "subcommands":[
        {"commandName":"go","abstract":"Go on","shouldDisplay":true,"superCommands":["tool"],
         "arguments":[
          {"kind":"positional","valueName":"No","abstract":"Which","isOptional":false,
           "isRepeating":true,"shouldDisplay":true},
          {"kind":"option","names":[{"kind":"long","name":"how-far"}],"valueName":"so far",
           "abstract":"How far.","defaultValue":"100","isOptional":true,"shouldDisplay":true},
          {"kind":"option","names":[{"kind":"long","name":"secret"}],"shouldDisplay":false}]},
        {"commandName":"hidden","abstract":"None","shouldDisplay":false,"arguments":[]}]}}
    """#

  private func manual() throws -> Manual {
    Manual(root: try CommandDescription(dump: Self.dump), date: "September 27, 2015")
  }

  @Test func aPageHasItsSections() throws {
    var manual = try manual()
    manual.exitStatuses = [.init("0", "done")]
    manual.environment = [.init("HOME", "your home")]
    manual.files = [.init("~/.tool", "its file")]
    manual.examples = [["tool", "go"]: [.init("tool go --how-far 3", "Go far")]]
    let pages = manual.pages
    #expect(pages.map(\.fileName) == ["tool.1", "tool-go.1"])
    #expect(
      pages[1].text == #"""
        .Dd September 27, 2015
        .Dt TOOL\-GO 1
        .Os
        .Sh NAME
        .Nm tool\-go
        .Nd Go on
        .Sh SYNOPSIS
        .Nm tool
        .Cm "\&go"
        .Ar "\&No" ...
        .Op Fl \-how\-far Ar "\&so far"
        .Sh DESCRIPTION
        Go on
        .Sh OPTIONS
        .Bl -tag -width Ds
        .It Ar "\&No" ...
        Which
        .It Fl \-how\-far Ar "\&so far"
        How far.
        (default: 100)
        .El
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Ev HOME
        your home
        .El
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa "\&\(ti/.tool"
        its file
        .El
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It 0
        done
        .El
        .Sh EXAMPLES
        Go far:
        .Bd -literal -offset indent
        tool go \-\-how\-far 3
        .Ed
        .Sh SEE ALSO
        .Xr tool 1

        """#)
  }

  @Test func theFirstPageListsTheCommandsThatAreShown() throws {
    let text = try #require(try manual().pages.first?.text)
    #expect(text.contains(".It Cm \"\\&go\"\nGo on\n"))
    #expect(!text.contains("hidden") && !text.contains("secret"))
    #expect(text.contains(".Nd Does it all\n") && text.contains("\\&.Not a request.\n"))
    #expect(text.contains(".It Fl h , Fl \\-help\nShow \\(dqhelp\\(dq.\n"))
    #expect(text.hasSuffix(".Sh SEE ALSO\n.Xr tool-go 1\n"))
  }

  @Test(arguments: ["", "{", "[]", "nothing"])
  func whatIsNoDescriptionMakesNoPages(dump: String) {
    let root = try? CommandDescription(dump: dump)
    #expect(root?.all.count ?? 0 < 2)
  }
}
