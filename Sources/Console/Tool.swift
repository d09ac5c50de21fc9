package import LuaBridge
package import Pipeline
internal import Platform
package import Terminals

/// The program that runs: its name, what its rules can use, and where it keeps things.
///
/// Every command is handed it; nothing else knows which program this is.
package struct Tool: Sendable {
  /// The word that its user types.
  package let name: String
  /// Its own; nil for a tool that has only that of `shotflow`.
  package let version: String?
  package let components: Components
  /// The name of its folders for state, cache and configuration.
  package let folder: String
  /// Whether messages and tables are coloured, as the command line says.
  package var color = ColorChoice.auto

  package init(name: String, version: String?, components: Components, folder: String) {
    self.name = name
    self.version = version
    self.components = components
    self.folder = folder
  }

  /// What knows what a library is that is named on the command line or by a rule.
  package var libraryKinds: LibraryKinds { LibraryKinds(components.libraries) }

  /// Calls `body`, in which the declarations of commands carry the tool's name and version.
  package func declaring<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Version.$declared.withValue(version ?? Version.current) {
      try ToolName.$declared.withValue(name, operation: body)
    }
  }

  package var output: Output { Output(of: self) }

  /// - Parameter color: nil for what the command line says.
  package func messages(color: ColorChoice? = nil) -> Messages {
    Messages(of: name, color: color ?? self.color)
  }

  /// How text on standard output stands out.
  package var style: Style {
    Style(color, isTerminal: isatty(STDOUT_FILENO) == 1, environment: { Environment[$0] })
  }

  /// - Throws: ``StateDirectoryError``.
  package func directories() throws(StateDirectoryError) -> StateDirectories {
    try StateDirectories(environment: { Environment[$0] }, named: folder)
  }

  /// Where the person's decisions are.
  ///
  /// - Throws: ``StateDirectoryError``.
  package func permissions() throws(StateDirectoryError) -> PermissionStore {
    PermissionStore(folder: try directories().state)
  }

  /// Who is asked where this program runs.
  package var authority: PermissionAuthority { PermissionAuthority { try permissions() } }

  package func loader(_ messages: Messages) -> RuleLoader {
    RuleLoader(words: RuleWords(components), printer: RulePrinter { messages.write($0) })
  }
}

/// Text on standard output; messages go to standard error through ``Messages``.
package struct Output {
  private let tool: Tool

  package init(of tool: Tool) {
    self.tool = tool
  }

  /// Writes all of it. A reader that went away is no error; any other failure ends the program.
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

  /// How wide the terminal is that shows the output, be it by way of a pager.
  package static var columns: Int {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 {
        return Int(size.ws_col)
      }
    }
    return Environment["COLUMNS"].flatMap { Int($0) }.map { max(20, min($0, 1000)) } ?? 80
  }

  /// Writes help: lines that the terminal would cut go on below, further to the right.
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
    tool.messages().write(
      "can't write the output: \(String(cString: strerror(error)).lowercased())")
    ExitStatus.cannotWrite.exit()
  }
}
