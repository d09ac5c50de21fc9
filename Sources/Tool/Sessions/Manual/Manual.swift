package import Terminal

/// The manual of a tool: a page for each command, generated from the same descriptions as its help.
///
/// ```swift
/// for page in manual.pages { print(page.fileName) }  // shotflow.1, shotflow-run.1, …
/// ```
package struct Manual: Sendable {
  /// The tool's command, with all subcommands.
  private let root: CommandDescription
  /// The date in the form of mdoc(7): `September 27, 2015`.
  package let date: String
  /// The section of exit statuses; left out if it is empty.
  package var exitStatuses: [TextBlock.Term] = []
  /// The section of environment variables; left out if it is empty.
  package var environment: [TextBlock.Term] = []
  /// The section of files; left out if it is empty.
  package var files: [TextBlock.Term] = []
  /// Further blocks of the description of commands, by the command's names.
  package var furtherText: [[String]: [TextBlock]] = [:]

  package init(of root: Command, in tool: Tool, date: String) {
    self.root = CommandDescription(root, in: tool)
    self.date = date
  }

  /// The pages of all commands.
  package var pages: [ManualPage] {
    let commands = root.all
    return commands.map { ManualPage(of: $0, among: commands, in: self) }
  }
}

/// The manual page of one command.
package struct ManualPage: Sendable {
  /// The command's names with hyphens between them: `shotflow-run`.
  package let name: String
  /// The page's source in mdoc(7).
  package let text: String

  /// The page's file name, with its section: `shotflow-run.1`.
  package var fileName: String { "\(name).\(Self.section)" }

  private static let section = "1"

  fileprivate init(
    of command: CommandDescription, among all: [CommandDescription], in manual: Manual
  ) {
    name = Self.name(of: command)
    var page = MdocWriter()
    page.macro("Dd", .mark(manual.date))
    page.macro("Dt", .word(name.uppercased()), .mark(Self.section))
    page.macro("Os")
    page.section("NAME")
    page.macro("Nm", .word(name))
    page.macro("Nd", .mark(MdocWriter.escaped(Self.phrase(command.text.summary))))
    page.section("SYNOPSIS")
    Self.addSynopsis(of: command, to: &page)
    page.section("DESCRIPTION")
    Self.addDescription(of: command, to: &page, in: manual)
    if !command.inputs.isEmpty {
      page.section("OPTIONS")
      Self.add(command.inputs, to: &page)
    }
    let related = Self.related(to: command, among: all, in: page.text)
    if !manual.environment.isEmpty {
      page.section("ENVIRONMENT")
      page.list(manual.environment, { _ in .macro("Ev") }, { .word($0) })
    }
    if !manual.files.isEmpty {
      page.section("FILES")
      page.list(manual.files, { _ in .macro("Pa") }, { .word($0) })
    }
    if !manual.exitStatuses.isEmpty {
      page.section("EXIT STATUS")
      page.list(manual.exitStatuses, { .word($0) })
    }
    if !command.text.examples.isEmpty {
      page.section("EXAMPLES")
      for (place, example) in command.text.examples.map(CommandText.parts).enumerated() {
        if place > 0 { page.macro("Pp") }
        page.add(sentences: example.meaning + ":")
        page.add(example: [example.line])
      }
    }
    if !related.isEmpty {
      page.section("SEE ALSO")
      for (place, name) in related.enumerated() {
        let comma: [MdocWriter.Part] = place + 1 < related.count ? [.mark(",")] : []
        page.macro("Xr", [.mark(name), .mark(Self.section)] + comma)
      }
    }
    text = page.text
  }

  private static func name(of command: CommandDescription) -> String {
    command.words.joined(separator: "-")
  }

  /// Returns a sentence without its full stop, which the NAME section leaves out.
  private static func phrase(_ sentence: String) -> String {
    sentence.last == "." ? String(sentence.dropLast()) : sentence
  }

  private static func addSynopsis(of command: CommandDescription, to page: inout MdocWriter) {
    page.macro("Nm", .word(command.words.first ?? ""))
    for word in command.words.dropFirst() { page.macro("Cm", .word(word)) }
    if !command.subcommands.isEmpty {
      page.macro("Ar", .word("command"))
      page.macro("Op", .macro("Ar"), .word("options and arguments"))
      return
    }
    let inputs = command.inputs.filter { !$0.isField && $0.names != CommandInput.help.names }
    for input in inputs.filter({ !$0.names.isEmpty }) + inputs.filter(\.names.isEmpty) {
      let parts = parts(of: input, names: input.names.prefix(1))
      if !input.isRequired {
        page.macro("Op", parts)
      } else if case .macro(let first)? = parts.first {
        page.macro(first, Array(parts.dropFirst()))
      }
    }
  }

  private static func addDescription(
    of command: CommandDescription, to page: inout MdocWriter, in manual: Manual
  ) {
    let text = TextBlock.blocks(of: command.text.discussion)
    page.add([.paragraph(command.text.summary)] + text + (manual.furtherText[command.words] ?? []))
    if !command.subcommands.isEmpty {
      page.macro("Pp")
      page.add(sentences: "The commands are:")
      page.list(
        command.subcommands.map { TextBlock.Term($0.words.last ?? "", $0.text.summary) },
        { _ in .macro("Cm") }, { .word($0) })
    }
  }

  private static func add(_ options: [CommandInput], to page: inout MdocWriter) {
    page.macro("Bl", .mark("-tag"), .mark("-width"), .mark("Ds"))
    for option in options {
      page.macro("It", parts(of: option, names: option.shownNames[...]))
      page.add(sentences: option.fullHelp)
    }
    page.macro("El")
  }

  private static func parts(
    of argument: CommandInput, names: ArraySlice<String>
  ) -> [MdocWriter.Part] {
    var parts: [MdocWriter.Part] = []
    for name in names {
      if !parts.isEmpty { parts.append(.mark(",")) }
      parts += [.macro("Fl"), .word(String(name.dropFirst()))]
    }
    if let value = argument.valueName { parts += [.macro("Ar"), .word(value)] }
    if argument.isRepeated { parts.append(.mark("...")) }
    return parts
  }

  /// Returns the sorted names of the pages of the parent, the subcommands and the mentioned
  /// commands.
  private static func related(
    to command: CommandDescription, among all: [CommandDescription], in text: String
  ) -> [String] {
    let tool = MdocWriter.escaped(all.first?.words.first ?? "")
    let text = text.replacing("\n", with: " ")
    return all.filter { other in
      guard other.words != command.words else { return false }
      if other.words == Array(command.words.dropLast()) { return true }
      if Array(other.words.dropLast()) == command.words { return true }
      let call = other.words.dropFirst().map(MdocWriter.escaped).joined(separator: " ")
      return !call.isEmpty && text.contains("\(tool) \(call)")
    }.map(name).sorted()
  }
}

/// The list of files that a tool reads and writes, for its manual and its help.
package enum ToolFiles {
  /// Returns the paths with their descriptions.
  ///
  /// - Parameter folder: the name of the tool's folders.
  package static func terms(folder: String) -> [TextBlock.Term] {
    [
      TextBlock.Term("~/.config/\(folder)/config.lua", "your settings"),
      TextBlock.Term("~/.config/\(folder)/rules", "your rules, which are found by their names"),
      TextBlock.Term("~/.config/\(folder)/plugins", "modules that all rules may require"),
      TextBlock.Term("~/.local/state/\(folder)/ledger.sqlite", "the ledger: what was offered"),
      TextBlock.Term(
        "~/.local/state/\(folder)/journals",
        "what runs moved, copied, linked and trashed, for undo"),
      TextBlock.Term(
        "~/.local/state/\(folder)/permissions",
        "your decisions about rules, with a log of them beside it"),
      TextBlock.Term("~/.local/state/\(folder)/changes", "the fetches that tokens of changes name"),
      TextBlock.Term(
        "~/.cache/\(folder)/catalogue.sqlite", "facts and hashes of files that did not change"),
      TextBlock.Term("~/.cache/\(folder)/thumbnails", "pictures that were made"),
      TextBlock.Term(
        "~/.cache/thumbnails", "pictures of standard sizes, shared with file managers"),
      TextBlock.Term("../share/shotflow/rules", "the rules that ship, seen from the program"),
      TextBlock.Term(
        "../libexec/shotflow", "programs that decode pictures and start programs, seen from there"),
    ]
  }

  /// The text below the list, on variables that name other folders.
  package static let note =
    "XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME name other folders than ~/.config,"
    + " ~/.local/state and ~/.cache. Libraries are never written to, but by the stages move and"
    + " trash."
}
