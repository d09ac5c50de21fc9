internal import Files
package import LuaBridge
package import Pipeline
internal import Platform
internal import Plugins
package import Terminal

/// The program that runs: its name, the components for its rules, and its folders. Commands receive
/// it; no other type knows which program this is.
package struct Tool: Sendable {
  /// The name that the user types.
  package let name: String
  /// The tool's own version; nil for a tool that has only that of `shotflow`.
  package let version: String?
  /// The stages, libraries and notifiers that rules can use.
  package private(set) var components: Components
  /// The name of the program's folders for state, cache and configuration.
  package let folder: String
  /// The choice of colours for messages and tables, from the command line.
  package var color = ColorChoice.auto
  /// Returns true for the name of a command, which a rule of that name does not replace.
  package var isCommand: @Sendable (String) -> Bool = { _ in false }

  /// The options that select the assets of a rule; nil in a tool without commands.
  package var selection: (any SelectionVocabulary)?
  /// Returns the lines of examples below the help of a rule that ships, by its name.
  package var examples: @Sendable (String) -> [String] = { _ in [] }

  package init(name: String, version: String?, components: Components, folder: String) {
    self.name = name
    self.version = version
    self.folder = folder
    self.components = components
    let tool = self
    self.components = components.replacing(
      .declared(in: tool.ownPluginPlaces, among: { tool.pluginPlaces }, toolName: name) {
        try tool.pluginInstaller()
      })
  }

  /// Returns the tool with one more kind of library, which is tried before the others.
  package func adding(_ kind: LibraryKind) -> Tool {
    var tool = self
    tool.components = components.adding(kinds: [kind])
    return tool
  }

  /// The kinds of libraries that the command line or a rule may name.
  package var libraryKinds: LibraryKinds { LibraryKinds(components.libraries) }

  /// The tool's standard output.
  package var output: Output { Output(of: self) }

  /// Returns the writer of the tool's messages; `color` is nil for the choice of `--color`.
  package func messages(color: ColorChoice? = nil) -> Messages {
    Messages(of: name, color: color ?? self.color)
  }

  /// The style of text on standard output.
  package var style: Style {
    Style(color, isTerminal: isatty(STDOUT_FILENO) == 1, environment: { Environment[$0] })
  }

  /// Returns the tool's folders for state and cache. Throws ``StateDirectoryError`` without a home.
  package func directories() throws(StateDirectoryError) -> StateDirectories {
    try StateDirectories(environment: { Environment[$0] }, named: folder)
  }

  /// Returns the store of the user's grants. Throws ``StateDirectoryError`` without a home folder.
  package func permissions() throws(StateDirectoryError) -> PermissionStore {
    PermissionStore(folder: try directories().state)
  }

  /// The check of permissions by the administrator's policy, the system and this program's store.
  package var authority: PermissionAuthority { PermissionAuthority { try permissions() } }

  /// Returns a loader of rules that prints their output as messages.
  package func loader(_ messages: Messages) -> RuleLoader {
    RuleLoader(words: RuleVocabulary(components), printer: RulePrinter { messages.write($0) })
  }
}

/// Text on standard output; messages go to standard error through ``Messages``.
package struct Output {
  private let tool: Tool

  package init(of tool: Tool) {
    self.tool = tool
  }

  /// Writes the whole text. A closed pipe is no error; any other failure on standard output ends
  /// the program.
  package func write(_ text: String, to descriptor: Int32 = 1) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Platform.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno != EPIPE, descriptor == 1 { fail(errno) }
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// The columns of the terminal with the output, also through a pager; else `COLUMNS`, else 80.
  package static var columns: Int {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 {
        return Int(size.ws_col)
      }
    }
    return Environment["COLUMNS"].flatMap { Int($0) }.map { max(20, min($0, 1000)) } ?? 80
  }

  /// Writes help; lines wider than the terminal continue below, indented further.
  package func writeHelp(_ text: String) {
    write(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Self.wrapped($0, to: Self.columns) }.joined(separator: "\n"))
  }

  private static func wrapped(_ line: Substring, to columns: Int) -> String {
    guard TerminalText.columns(of: String(line)) > columns else { return String(line) }
    let indent = String(
      repeating: " ", count: min(columns / 4, line.prefix { $0 == " " }.count + 2))
    var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
    var lines = [words.popFirst().map(String.init) ?? ""]
    for word in words {
      let last = lines[lines.count - 1]
      let width = TerminalText.columns(of: last) + 1 + TerminalText.columns(of: String(word))
      if width > columns, last.contains(where: { $0 != " " }) {
        lines.append(indent + word)
      } else {
        lines[lines.count - 1] += " " + word
      }
    }
    return lines.joined(separator: "\n")
  }

  private func fail(_ error: Int32) -> Never {
    tool.messages().write("can't write the output: \(FileProblem(error: error).reason)")
    ExitStatus.cannotWrite.exit()
  }
}
