import Pipeline
import Terminal
import Testing

@testable import Sessions

/// The pages of a tool, made of its commands.
@Suite struct ManualTests {
  private struct Go: ToolCommand {
    static let text = CommandText("go", "Go on", examples: ["tool go --how-far 3  # Go far"])
    var places: [String] = []
    var far: Int?
    var isSecret = false

    static func entries(in tool: Tool) -> [CommandEntry<Self>] {
      var secret = CommandEntry<Self>.flag("--secret", \.isSecret, "Hidden.")
      secret.input.isShown = false
      return [
        .arguments("No", \.places, "Which", isRequired: true),
        .number("--how-far", \.far, standard: 100, "so far", "How far."), secret,
      ]
    }

    func run(in tool: Tool) {}
  }

  private struct Hidden: ToolCommand {
    static let text = CommandText("hidden", "None", isShown: false)
    func run(in tool: Tool) {}
  }

  private func manual() -> Manual {
    let root = Command(
      CommandText("shotflow", "Does it all.", "Type:\n\n  shotflow go .x\n\n.Not a request."),
      [Go.command, Hidden.command])
    let tool = Tool(name: "tool", version: nil, components: .builtin, folder: "tool")
    return Manual(of: root, in: tool, date: "September 27, 2015")
  }

  @Test func aPageHasItsSections() throws {
    var manual = manual()
    manual.exitStatuses = [.init("0", "done")]
    manual.environment = [.init("HOME", "your home")]
    manual.files = [.init("~/.tool", "its file")]
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
        .Op Fl \-how\-far Ar "\&so far"
        .Op Fl \-color Ar when
        .Ar "\&No" ...
        .Sh DESCRIPTION
        Go on
        .Sh OPTIONS
        .Bl -tag -width Ds
        .It Ar "\&No" ...
        Which
        .It Fl \-how\-far Ar "\&so far"
        How far.
        (default: 100)
        .It Fl \-color Ar when
        Colour: auto, always or never.
        .It Fl h , Fl \-help
        Show this help.
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
    let text = try #require(manual().pages.first?.text)
    #expect(text.contains(".It Cm \"\\&go\"\nGo on\n"))
    #expect(!text.contains("hidden") && !text.contains("secret"))
    #expect(text.contains(".Nd Does it all\n") && text.contains("\\&.Not a request.\n"))
    #expect(text.contains(".It Fl h , Fl \\-help\nShow this help.\n"))
    #expect(text.hasSuffix(".Sh SEE ALSO\n.Xr tool-go 1\n"))
  }
}
