package import Files
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

/// The name that calls a program: fit for a command line, a completion script and a folder.
package struct ToolName: Hashable {
  /// The name, such as `shotflow`.
  package let text: String

  /// Creates a name. Stops the program if the text has anything but letters, digits, `-`, `_` and
  /// `.`, or doesn't begin with a letter or digit.
  package init(_ text: String) {
    precondition(Self.isPlain(text), "\"\(text)\" can't name a tool")
    self.text = text
  }

  /// Creates the name of a program from the path it was called by; `shotflow` if its last part is
  /// invalid.
  package init(ofCall path: String) {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    text = Self.isPlain(last) ? last : "shotflow"
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetterOrDigit else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
  }
}

extension Tool {
  /// Returns the context in which a command reads libraries or runs a rule.
  ///
  /// - Parameters:
  ///   - name: the name of the rule, or of a command without one.
  ///   - components: the stages and libraries that the rule can use; nil for the tool's.
  ///   - folders: the folders of the ledger, the caches and the journals; nil to store nothing.
  ///   - lanes: the greatest number of decoder processes.
  ///   - isQuiet: true to drop remarks about what was left out as it should be.
  ///   - messages: receives what concerns no asset; nil to drop it.
  package func context(
    named name: String, on libraries: [String] = [], components: Components? = nil,
    now: Instant = .current, storingIn folders: StateDirectories? = nil,
    usesCatalogue: Bool = true, input: InputOptions = InputOptions(), out: String? = nil,
    isDryRun: Bool = false, lanes: Int = 1, until cancellation: Cancellation = Cancellation(),
    progress: RunProgress = RunProgress(), isQuiet: Bool = false, _ messages: Messages? = nil
  ) -> RunContext {
    let notices =
      messages.map { messages in
        RunNotices(
          isQuiet: isQuiet, { messages.write($0) },
          hint: { text, isLack in
            // A question about pictures is answered in part only, wherever the answer goes.
            let isPiped = isLack && name == "find"
            tellUntilKnown(text, countedIn: "inner-libraries", alsoPiped: isPiped, messages)
          },
          lasting: { tellOnce($0, isNews: $1, messages) })
      } ?? RunNotices()
    var context = RunContext(
      components: components ?? self.components, now: now, ruleName: name, libraries: libraries,
      ledgerPath: folders?.ledger, input: input, outputFolder: out, isDryRun: isDryRun,
      cancellation: cancellation, progress: progress,
      decoders: DecoderPool(limit: lanes, cancellation: cancellation), notices: notices)
    context.rootMap = LibraryRootMap(reading: { [self] in (try? configuration().roots) ?? [] })
    context.unfinishedFiles = UnfinishedFiles()
    guard let folders else { return context }
    if usesCatalogue { context.services.catalogue = Self.catalogue(in: folders, notices) }
    context.snapshots = SnapshotFolder(path: folders.changes)
    context.journal = RunJournal(
      in: JournalFolder(path: folders.journals), rule: name, at: .current, notices: notices)
    context.thumbnails = ThumbnailCache(folders: folders, version: Version.current)
    return context
  }

  /// Writes a message on a terminal, or if it is `alsoPiped`, and only until it was seen ten times,
  /// which the size of a file in the cache counts.
  func tellUntilKnown(
    _ text: String, countedIn name: String, alsoPiped: Bool = false, _ messages: Messages
  ) {
    guard alsoPiped || messages.status.isTerminal else { return }
    if let folders = try? directories() {
      let folder = LazyFolder([folders.name], below: folders.cacheBase)
      let count = (try? folder.existing()?.open(name))?.status.size ?? 0
      if count >= 10 { return }
      let marks = [UInt8](repeating: UInt8(ascii: "."), count: Int(count) + 1)
      try? folder.make { (folder) throws(FileProblem) in try folder.write(marks, to: name) }
    }
    messages.write(text)
  }

  /// Writes a message, but not to a file or mail for a second time, unless it is news.
  private func tellOnce(_ text: String, isNews: Bool, _ messages: Messages) {
    let isKnown = (try? directories()).map { Self.note(text, in: $0) } ?? false
    if isNews || !isKnown || messages.status.isTerminal { messages.write(text) }
  }

  /// Notes a message in the cache, among the last ones; returns true if it is there.
  private static func note(_ text: String, in folders: StateDirectories) -> Bool {
    let (name, most) = ("remarks", 50)
    let folder = LazyFolder([folders.name], below: folders.cacheBase)
    let file = try? folder.existing()?.open(name)
    let bytes = (try? file?.bytes(atMost: 1 << 16)) ?? []
    let known = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let line = text.replacing("\n", with: " ")
    if known.contains(line) { return true }
    let kept = (known.suffix(most - 1) + [line]).map { $0 + "\n" }.joined()
    try? folder.make { (folder) throws(FileProblem) in
      try folder.write(Array(kept.utf8), to: name)
    }
    return false
  }

  /// Returns the cache of the facts and hashes that earlier runs read from files.
  package static func catalogue(
    in folders: StateDirectories, _ notices: RunNotices
  ) -> Catalogue {
    Catalogue(at: folders.catalogue, warn: { notices.tell($0) })
  }
}
