internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Plugins
internal import Sessions
internal import Terminal

/// The commands `shotflow plugins …`.
struct PluginsSession {
  private let tool: Tool
  private let messages: Messages
  private let cancellation = Cancellation()

  init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  func list(_ format: FormatRequest?) throws {
    try messages.reporting {
      let records = try records()
      if let format {
        let printing = try format.printing(color: tool.color) { RecordMembers([.plugin], in: tool) }
        return try printing.print { print in for record in records { try print(record.write) } }
      }
      guard !records.isEmpty else {
        return messages.write("there are no plugins; to begin one: \(tool.name) plugins new NAME")
      }
      let head = ["plugin", "role", "version", "from", "path", "summary"]
      tool.output.write("\(TextTable.titled([head] + records.map(\.cells), tool.style))")
    }
  }

  func explain(_ name: String) throws {
    try messages.reporting {
      let found = try found(name)
      let plugin = try tool.pluginLoading.plugin(named: name, at: found.place)
      tool.output.write(plugin.description.blocks, tool.style)
      var rows = [
        ["role", "\(plugin.role)"], ["version", plugin.version], ["path", found.place],
      ]
      if let entry = try entry(of: found) {
        rows += [["url", entry.url], ["ref", entry.ref], ["commit", entry.commit]]
        if let change = try tool.pluginInstaller().change(of: name) {
          rows.append(["changed", change])
        }
      }
      tool.output.write(
        "\n\(TextTable(rows.map { $0.map { TerminalText.escaped($0) } }, alignsNumbers: false))")
    }
  }

  func printPath(of name: String?) throws {
    try messages.reporting {
      if let name { return tool.output.write("\(try found(name).place)\n") }
      let places = tool.pluginPlaces
      for folder in places.libraries + (places.shipped.map { [$0] } ?? []) {
        tool.output.write("\(folder)\n")
      }
    }
  }

  func make(_ name: String, role: String) throws {
    try messages.reporting {
      let isPath = name.contains("/") || name.hasSuffix(".lua")
      let word = isPath ? try PluginDraftPath(name).name : name
      let draft = try PluginTemplate(word, role: role)
      guard let own = tool.pluginPlaces.own else {
        throw PluginProblem("no home folder is known; name a path, such as ./\(word).lua")
      }
      let path = isPath ? name : "\(own)/\(word).lua"
      if let other = tool.pluginPlaces.plugin(named: word), !isPath || other.isShipped {
        throw PluginProblem("there is a plugin \"\(word)\" already: \(other.place)", .usage)
      }
      if let owner = RuleVocabulary(tool.components).owner(of: word) {
        throw PluginProblem("\"\(word)\" is \(owner); use another name", .usage)
      }
      if !isPath { try StateDirectories.make(folder: own) }
      let tests = String(path.dropLast(".lua".count)) + RuleFile.testSuffix
      try NewFile.write(draft.tests, to: tests)
      do {
        try NewFile.write(draft.text, to: path)
      } catch {
        unlink(tests)
        throw error
      }
      tool.output.write("\(path)\n\(tests)\n")
      try writeDefinitions()
      messages.write(
        "written; to try it: \(tool.name) plugins test \(ShellWord.path(path)) && \(tool.name) test"
          + " \(ShellWord.path(tests))")
    }
  }

  /// Tests a plugin, given by path or name, on generated assets. Throws ``ExitStatus`` after it
  /// reported an error, also if the plugin violates its contract.
  func test(_ word: String) throws {
    try messages.reporting {
      let place = try PluginLoader.place(named: word) ?? found(word).place
      guard let trial = try trial(at: place) else {
        throw PluginProblem("\"\(place)\" is no plugin: it has no Lua file", .usage)
      }
      let violations = trial.violations()
      for violation in violations { messages.writeProblem("\(trial.name): \(violation)") }
      guard violations.isEmpty else { throw ExitStatus.someFailed }
      for promise in trial.promises { tool.output.write("\(tool.style.green("ok"))  \(promise)\n") }
      tool.output.write("\(TerminalText.escaped(trial.name)) keeps the contract\n")
    }
  }

  /// Returns the contract test of a plugin in any language; nil if there is no plugin at the path.
  private func trial(at place: String) throws -> (any PluginContractTest)? {
    if let program = try ProgramContractTest(at: place) { return program }
    return try LuaPluginContractTest(at: place, tool.pluginLoading)
  }

  func add(_ address: String, isAgreed: Bool) throws {
    try messages.reporting {
      let installer = try tool.pluginInstaller(unless: handledSignals())
      let offer = try installer.offer(try PluginAddress(address))
      show(offer)
      guard try isAgreed || ask("Add it? [y yes, n no]") else {
        return messages.write("nothing was added")
      }
      try installer.take(offer)
      try writeDefinitions()
      messages.write("added; a rule says: use \"\(offer.entry.name)\"")
    }
  }

  func update(_ name: String, to ref: String?, isAgreed: Bool) throws {
    try messages.reporting {
      let installer = try tool.pluginInstaller(unless: handledSignals())
      let offer = try installer.update(name, to: ref)
      let locked = try installer.lock()[name]
      if offer.changes.isEmpty, locked?.commit == offer.entry.commit, ref == nil {
        return messages.write("\"\(name)\" is at commit \(offer.entry.commit.prefix(12)) already")
      }
      if locked?.commit != offer.entry.commit, try !installer.hasLockedCommit(name) {
        throw PluginProblem(
          "the repository \"\(offer.entry.url)\" was rewritten: commit"
            + " \(locked?.commit.prefix(12) ?? "") that was added is gone, and \(offer.entry.ref) is"
            + " \(offer.entry.commit.prefix(12)) now; nothing was changed. If that is meant to be, type"
            + " \"\(tool.name) plugins remove \(name)\" and add it again")
      }
      show(offer)
      for change in offer.changes {
        messages.write(change.summary)
        for line in change.lines { messages.write("  \(line)") }
      }
      guard try isAgreed || ask("Take it? [y yes, n no]") else {
        return messages.write("nothing was changed")
      }
      try installer.take(offer)
      try writeDefinitions()
      messages.write("taken; rules that use it ask for permission again")
    }
  }

  func remove(_ name: String) throws {
    try messages.reporting {
      try tool.pluginInstaller().remove(name)
      try writeDefinitions()
      messages.write("removed \"\(name)\"")
    }
  }

  /// Makes the files of an added plugin the user's own, which shotflow no longer checks.
  func keep(_ name: String) throws {
    try messages.reporting {
      try tool.pluginInstaller().keep(name)
      messages.write("the files of \"\(name)\" are your own now")
    }
  }

  func define() throws {
    try messages.reporting {
      guard let path = try writeDefinitions() else {
        throw PluginProblem("no home folder is known, so there is no place for definitions")
      }
      tool.output.write("\(path)\n")
    }
  }

  private func show(_ offer: PluginInstaller.Candidate) {
    let description = offer.plugin.description
    let options = description.options.map(\.name).joined(separator: ", ")
    let fields = description.adds.map { "\($0.name) (\($0.type.rawValue))" }
    let lines = [
      "\(offer.entry.name) \(offer.plugin.version): \(description.summary)",
      "  from    \(offer.entry.url), \(offer.entry.ref), commit \(offer.entry.commit)",
      "  files   \(offer.tree.files.map(\.path).joined(separator: ", "))",
      "  role    \(description.role); options \(options)",
      "  fields  \(fields.isEmpty ? "none" : fields.joined(separator: ", "))",
      "  may     read the fields of the assets that a rule hands it, and nothing else",
    ]
    for line in lines { messages.write(line) }
  }

  /// Asks the user. Throws ``PluginProblem`` if there is no terminal.
  private func ask(_ question: String) throws -> Bool {
    guard let asker = PermissionTerminal(status: messages.status, cancellation: cancellation) else {
      throw PluginProblem("there is no terminal to ask on; --yes agrees", .notAgreed)
    }
    return try asker.ask(question, letters: "y") == UInt8(ascii: "y")
  }

  private func handledSignals() -> @Sendable () -> Bool {
    let cancellation = cancellation
    Signals.handle(cancellation)
    return { cancellation.isCancelled }
  }

  private func found(_ name: String) throws -> PluginFolders.Found {
    let places = tool.pluginPlaces
    if let found = places.plugin(named: name) { return found }
    let known = places.all().map(\.name)
    let near = NearestName.of(name, among: known).map { "did you mean \"\($0)\"?" }
    throw PluginProblem(
      "no plugin is called \"\(name)\"; \(near ?? "\"\(tool.name) plugins list\" lists them")",
      .usage)
  }

  private func entry(of found: PluginFolders.Found) throws -> PluginLock.Entry? {
    guard let own = tool.pluginPlaces.own, found.place == "\(own)/\(found.name)" else { return nil }
    return try tool.pluginInstaller().lock()[found.name]
  }

  private func records() throws -> [PluginRecord] {
    let places = tool.pluginPlaces
    let all = places.all()
    return try all.map { found in
      let entry = try entry(of: found)
      let first = places.plugin(named: found.name)
      let hidden =
        first == found ? nil : "hidden by \(first?.place ?? ""), which has the same name"
      return PluginRecord(
        found, entry: entry,
        change: entry == nil ? nil : try tool.pluginInstaller().change(of: found.name),
        hidden: hidden,
        tool.pluginLoading)
    }
  }

  /// Writes editors' definitions of the found plugins; nil without a folder for them.
  @discardableResult private func writeDefinitions() throws -> String? {
    let plugins = try records().filter { $0.problem == nil }.compactMap(\.plugin)
    return try EditorDefinitions(tool).write(plugins)
  }
}

/// A path for a new plugin, which ends with its name.
private struct PluginDraftPath {
  let name: String

  init(_ path: String) throws(PluginProblem) {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    guard last.hasSuffix(".lua"), last.count > 4 else {
      throw PluginProblem("a new plugin is a name, or a path that ends with NAME.lua", .usage)
    }
    name = String(last.dropLast(4))
  }
}
