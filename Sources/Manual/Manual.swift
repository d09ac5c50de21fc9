/// The manual of a tool: a page for each of its commands, all from the same descriptions as its help.
///
/// ```swift
/// for page in manual.pages { print(page.fileName) }  // shotflow.1, shotflow-run.1, …
/// ```
package struct Manual: Sendable {
  package let root: CommandDescription
  /// As mdoc(7) wants it: `September 27, 2015`.
  package let date: String
  package var exitStatuses: [TextBlock.Term] = []
  package var environment: [TextBlock.Term] = []
  package var files: [TextBlock.Term] = []
  /// Options of commands that the argument parser does not know, by the command's words.
  package var furtherOptions: [[String]: [ArgumentDescription]] = [:]
  /// Parts of the description of commands, by the command's words.
  package var furtherText: [[String]: [TextBlock]] = [:]
  /// Examples by the command's words, each with what it is for.
  package var examples: [[String]: [TextBlock.Term]] = [:]

  package init(root: CommandDescription, date: String) {
    self.root = root
    self.date = date
  }

  package var pages: [ManualPage] {
    let commands = root.all
    return commands.map { ManualPage(of: $0, among: commands, in: self) }
  }
}

/// The manual page of one command.
package struct ManualPage: Sendable {
  /// The command's words with hyphens between them: `shotflow-run`.
  package let name: String
  /// Its source in mdoc(7).
  package let text: String

  package var fileName: String { "\(name).\(Self.section)" }

  private static let section = "1"

  fileprivate init(
    of command: CommandDescription, among all: [CommandDescription], in manual: Manual
  ) {
    name = Self.name(of: command)
    var page = PageSource()
    page.macro("Dd", .mark(manual.date))
    page.macro("Dt", .word(name.uppercased()), .mark(Self.section))
    page.macro("Os")
    page.section("NAME")
    page.macro("Nm", .word(name))
    page.macro("Nd", .mark(PageSource.escaped(Self.phrase(command.abstract))))
    page.section("SYNOPSIS")
    Self.addSynopsis(of: command, to: &page)
    page.section("DESCRIPTION")
    Self.addDescription(of: command, to: &page, in: manual)
    let options = command.arguments + (manual.furtherOptions[command.words] ?? [])
    if !options.isEmpty {
      page.section("OPTIONS")
      Self.add(options, to: &page)
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
    if let examples = manual.examples[command.words] {
      page.section("EXAMPLES")
      for (place, example) in examples.enumerated() {
        if place > 0 { page.macro("Pp") }
        page.add(sentences: example.meaning + ":")
        page.add(example: [example.name])
      }
    }
    if !related.isEmpty {
      page.section("SEE ALSO")
      for (place, name) in related.enumerated() {
        let comma: [PageSource.Part] = place + 1 < related.count ? [.mark(",")] : []
        page.macro("Xr", [.mark(name), .mark(Self.section)] + comma)
      }
    }
    text = page.text
  }

  private static func name(of command: CommandDescription) -> String {
    command.words.joined(separator: "-")
  }

  /// A sentence without its end, which the line of a name has not.
  private static func phrase(_ sentence: String) -> String {
    sentence.last == "." ? String(sentence.dropLast()) : sentence
  }

  private static func addSynopsis(of command: CommandDescription, to page: inout PageSource) {
    page.macro("Nm", .word(command.words.first ?? ""))
    for word in command.words.dropFirst() { page.macro("Cm", .word(word)) }
    if !command.subcommands.isEmpty {
      page.macro("Ar", .word("command"))
      page.macro("Op", .macro("Ar"), .word("options and arguments"))
      return
    }
    let general = command.words.count > 1 ? ["--help", "--version"] : []
    for argument in command.arguments where !argument.names.contains(where: general.contains) {
      let parts = parts(of: argument, names: argument.names.suffix(1))
      if argument.isOptional {
        page.macro("Op", parts)
      } else if case .macro(let first)? = parts.first {
        page.macro(first, Array(parts.dropFirst()))
      }
    }
  }

  private static func addDescription(
    of command: CommandDescription, to page: inout PageSource, in manual: Manual
  ) {
    let text = TextBlock.blocks(of: command.discussion)
    page.add([.paragraph(command.abstract)] + text + (manual.furtherText[command.words] ?? []))
    if !command.subcommands.isEmpty {
      page.macro("Pp")
      page.add(sentences: "The commands are:")
      page.list(
        command.subcommands.map { TextBlock.Term($0.words.last ?? "", $0.abstract) },
        { _ in .macro("Cm") }, { .word($0) })
    }
  }

  private static func add(_ options: [ArgumentDescription], to page: inout PageSource) {
    page.macro("Bl", .mark("-tag"), .mark("-width"), .mark("Ds"))
    for option in options {
      page.macro("It", parts(of: option, names: option.names[...]))
      let standard = option.standard.map { " (default: \($0))" } ?? ""
      page.add(sentences: option.summary + standard)
    }
    page.macro("El")
  }

  private static func parts(
    of argument: ArgumentDescription, names: ArraySlice<String>
  ) -> [PageSource.Part] {
    var parts: [PageSource.Part] = []
    for name in names {
      if !parts.isEmpty { parts.append(.mark(",")) }
      parts += [.macro("Fl"), .word(String(name.dropFirst()))]
    }
    if let value = argument.valueName { parts += [.macro("Ar"), .word(value)] }
    if argument.isRepeating { parts.append(.mark("...")) }
    return parts
  }

  /// The pages of the command above, of those below and of those that the page names, in order.
  private static func related(
    to command: CommandDescription, among all: [CommandDescription], in text: String
  ) -> [String] {
    let tool = PageSource.escaped(all.first?.words.first ?? "")
    let text = text.replacing("\n", with: " ")
    return all.filter { other in
      guard other.words != command.words else { return false }
      if other.words == Array(command.words.dropLast()) { return true }
      if Array(other.words.dropLast()) == command.words { return true }
      let call = other.words.dropFirst().map(PageSource.escaped).joined(separator: " ")
      return !call.isEmpty && text.contains("\(tool) \(call)")
    }.map(name).sorted()
  }
}
