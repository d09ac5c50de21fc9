internal import LuaBridge
internal import Pipeline
internal import Platform

/// The program that runs: its name, what its rules can use, and where it keeps things.
///
/// Every command is handed it; nothing else knows which program this is.
struct Tool: Sendable {
  /// The word that its user types.
  let name: String
  /// Its own; nil for that of `shotflow`.
  let version: String?
  let components: Components
  /// The name of its folders for state, cache and configuration.
  let folder: String

  /// What knows what a library is that is named on the command line or by a rule.
  var libraryKinds: LibraryKinds { LibraryKinds(components.libraries) }

  /// Calls `body`, in which the declarations of commands carry the tool's name and version.
  func declaring<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Version.$declared.withValue(version ?? Version.current) {
      try ToolName.$declared.withValue(name, operation: body)
    }
  }

  var output: Output { Output(of: self) }

  func messages(color: ColorChoice = .auto) -> Messages { Messages(of: name, color: color) }

  /// - Throws: ``StateDirectoryError``.
  func directories() throws(StateDirectoryError) -> StateDirectories {
    try StateDirectories(environment: Environment.folders, named: folder)
  }

  /// Where the person's decisions are.
  ///
  /// - Throws: ``StateDirectoryError``.
  func permissions() throws(StateDirectoryError) -> PermissionStore {
    PermissionStore(folder: try directories().state)
  }

  /// Who is asked where this program runs.
  var authority: PermissionAuthority { PermissionAuthority { try permissions() } }

  func loader(_ messages: Messages) -> RuleLoader {
    RuleLoader(words: RuleWords(components), printer: RulePrinter { messages.write($0) })
  }

  /// A rule with the folders that its modules may lie in, besides its own.
  func ruleFile(_ path: String) throws(RuleProblem) -> RuleFile {
    try RuleFile(path: path, libraries: pluginFolders)
  }

  /// Where modules lie that all rules may require: the folders in `SHOTFLOW_PLUGINS`, joined by
  /// colons, then `plugins` among the person's configuration. Relative ones count as not named.
  private var pluginFolders: [String] {
    let named = Environment["SHOTFLOW_PLUGINS"]?.split(separator: ":").map(String.init) ?? []
    let own = (try? directories())?.configuration
    return named.filter { $0.hasPrefix("/") } + (own.map { ["\($0)/plugins"] } ?? [])
  }
}

/// Text on standard output; messages go to standard error through ``Messages``.
struct Output {
  private let tool: Tool

  init(of tool: Tool) {
    self.tool = tool
  }

  /// Writes all of it. A reader that went away is no error; any other failure ends the program.
  func write(_ text: String, to descriptor: Int32 = 1) {
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

  private func fail(_ error: Int32) -> Never {
    tool.messages().write(
      "can't write the output: \(String(cString: strerror(error)).lowercased())")
    ExitStatus.cannotWrite.exit()
  }
}
