internal import CatalogueLibrary
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
      let problems = tool.pluginPlaces.unreadable()
      let records = try records()
      if let format {
        let printing = try format.printing(color: tool.color) { RecordMembers([.plugin], in: tool) }
        try printing.print { print in for record in records { try print(record.write) } }
      } else if !records.isEmpty {
        let head = ["plugin", "role", "version", "from", "path", "summary"]
        tool.output.write("\(TextTable.titled([head] + records.map(\.cells), tool.style))")
      } else if problems.isEmpty {
        messages.write("there are no plugins; to begin one: \(tool.name) plugins new NAME")
      }
      for problem in problems { messages.writeProblem(problem.description) }
      guard problems.isEmpty else { throw ExitStatus.someFailed }
    }
  }

  func explain(_ name: String) throws {
    try messages.reporting {
      let found = try found(name)
      let declared = try PluginDeclaration(named: name, at: found.place, tool.pluginLoading)
      var rows = [["role", declared.role], ["path", found.place]]
      switch declared {
      case .stage(let plugin):
        tool.output.write(plugin.description.blocks, tool.style)
        rows.insert(["version", plugin.version], at: 1)
      case .library(let library):
        tool.output.write("\(TerminalText.escaped("\(library.name): \(library.summary)"))\n")
        rows += [["reads", library.reads], ["use", "--library \(name):PATH"]]
      }
      if let entry = try entry(of: found) {
        rows += [["url", entry.shownURL], ["ref", entry.ref], ["commit", entry.commit]]
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
      let folders = places.libraries + [places.shipped, places.declarations].compactMap(\.self)
      for folder in folders {
        tool.output.write("\(folder)\n")
      }
    }
  }

  /// Writes a plugin, or the declaration of a kind of library for the words `library NAME`.
  func make(_ names: [String], role: String) throws {
    try messages.reporting {
      switch (names.first ?? "", names.count) {
      case ("library", 2): try makeLibrary(names[1])
      case ("library", 1):
        throw UsageProblem("a kind of library has a name: \(tool.name) plugins new library NAME")
      case (let name, 1): try makeStage(name, role: role)
      default: throw UsageProblem("\"\(names[1])\" is one name too many")
      }
    }
  }

  private func makeStage(_ name: String, role: String) throws {
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
    try write(draft.text, tests: draft.tests, to: path)
  }

  private func makeLibrary(_ name: String) throws {
    let isPath = name.contains("/") || name.hasSuffix(".lua")
    let word = isPath ? try PluginDraftPath(name).name : name
    let draft = try LibraryTemplate(word)
    if tool.components.libraries.contains(where: { $0.name == word }) {
      throw PluginProblem("\"\(word)\" is a kind of library already; use another name", .usage)
    }
    guard let own = tool.pluginPlaces.declarations else {
      throw PluginProblem("no home folder is known; name a path, such as ./\(word).lua")
    }
    if !isPath, let other = tool.pluginPlaces.library(named: word),
      other.place != "\(own)/\(word).lua"
    {
      throw PluginProblem("there is a kind of library \"\(word)\" already: \(other.place)", .usage)
    }
    if !isPath { try StateDirectories.make(folder: own) }
    try write(draft.text, tests: draft.tests, to: isPath ? name : "\(own)/\(word).lua")
  }

  /// Writes a plugin and its tests to new files, and prints their paths.
  private func write(_ text: String, tests: String, to path: String) throws {
    let place = String(path.dropLast(".lua".count)) + RuleFile.testSuffix
    try NewFile.write(tests, to: place)
    do {
      try NewFile.write(text, to: path)
    } catch {
      unlink(place)
      throw error
    }
    tool.output.write("\(path)\n\(place)\n")
    try writeDefinitions()
    messages.write(
      "written; to try it: \(tool.name) plugins test \(ShellWord.path(path)) && \(tool.name) test"
        + " \(ShellWord.path(place))")
  }

  /// Tests a plugin, given by path or name, on generated assets. Throws ``ExitStatus`` after it
  /// reported an error, also if the plugin violates its contract.
  func test(_ word: String) throws {
    try messages.reporting {
      let place = try PluginLoader.place(named: word) ?? found(word).place
      let scratch = try ScratchFolder()
      defer { withExtendedLifetime(scratch) {} }
      guard let trial = try trial(at: place, in: scratch) else {
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
  private func trial(
    at place: String, in scratch: ScratchFolder
  ) throws -> (any PluginContractTest)? {
    if let library = LibraryPluginFile(at: place) { return try trial(of: library, in: scratch) }
    if let program = try ProgramContractTest(at: place) { return program }
    return try LuaPluginContractTest(at: place, tool.pluginLoading, samples: samples(beside: place))
  }

  private func trial(
    of library: LibraryPluginFile, in scratch: ScratchFolder
  ) throws -> any PluginContractTest {
    let declaration = try CatalogueDeclaration(RuleFile(path: library.path))
    let isTested = access(library.tests, F_OK) == 0
    guard isTested,
      let fixture = try RuleTestFile(library.tests, printer: RulePrinter { _ in }).fixture
    else {
      throw PluginProblem(
        "\"\(library.path)\" is tested on a catalogue that \"\(library.tests)\" has as SQL:"
          + " return { catalogue = [[ CREATE TABLE … ]], tests = { … } }", .usage)
    }
    return LibraryPluginContractTest(of: declaration, on: fixture, in: scratch.path)
  }

  /// Returns the assets of the plugin's own tests; empty without a file of tests.
  private func samples(beside place: String) throws -> [[Field: FieldValue]] {
    guard place.hasSuffix(".lua") else { return [] }
    let tests = String(place.dropLast(".lua".count)) + RuleFile.testSuffix
    guard access(tests, F_OK) == 0 else { return [] }
    return try RuleTestFile(tests, printer: RulePrinter { _ in }).samples
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
      messages.write(
        offer.declared.stage == nil
          ? "added; to read a catalogue by it: --library \(offer.entry.name):PATH"
          : "added; a rule says: use \"\(offer.entry.name)\"")
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
          "the repository \"\(offer.entry.shownURL)\" was rewritten: commit"
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
    let version = offer.declared.version.map { " \($0)" } ?? ""
    var lines = [
      "\(offer.entry.name)\(version): \(offer.declared.summary)",
      "  from    \(offer.entry.shownURL), \(offer.entry.ref), commit \(offer.entry.commit)",
      "  files   \(offer.tree.files.map(\.path).joined(separator: ", "))",
    ]
    switch offer.declared {
    case .stage(let plugin):
      let options = plugin.description.options.map(\.name).joined(separator: ", ")
      let fields = plugin.description.adds.map { "\($0.name) (\($0.type.rawValue))" }
      lines += [
        "  role    \(plugin.role); options \(options)",
        "  fields  \(fields.isEmpty ? "none" : fields.joined(separator: ", "))",
        "  may     read the fields of the assets that a rule hands it, and nothing else",
      ]
    case .library(let library):
      lines += [
        "  role    library", "  fields  \(library.assets.fieldNames.joined(separator: ", "))",
        "  may     read \(library.reads)",
      ]
    }
    for line in lines { messages.write(line) }
  }

  /// Returns true if the user answers `y`. Throws ``PluginProblem`` if there is no terminal.
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
    if let problem = places.unreadable(name).first { throw problem }
    let near = NearestName.of(name, among: places.all().map(\.name))
    let remedy = NearestName.remedy(near, or: "\"\(tool.name) plugins list\" lists them")
    throw PluginProblem("no plugin is called \"\(name)\"\(remedy)", .usage)
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
        first == found || found.isLibrary
        ? nil : "hidden by \(first?.place ?? ""), which has the same name"
      return PluginRecord(
        found, entry: entry,
        change: entry == nil ? nil : try tool.pluginInstaller().change(of: found.name),
        hidden: hidden,
        tool.pluginLoading)
    }
  }

  /// Writes editors' definitions of the valid plugins; returns the path, nil without a home folder.
  @discardableResult private func writeDefinitions() throws -> String? {
    let plugins = try records().filter { $0.problem == nil }.compactMap(\.plugin)
    return try EditorDefinitions(tool: tool).write(plugins)
  }
}

extension CatalogueDeclaration {
  /// The files that the declared kind of library reads, as a text for the user.
  fileprivate var reads: String {
    let databases = (files + attached.map(\.file)).joined(separator: ", ")
    let outside =
      roots == nil ? "" : "; with the permission \"references\", below folders that it names"
    return "\(databases) that you name, and the pictures below their folder\(outside)"
  }
}

/// The path of a new plugin, which ends with `NAME.lua`.
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
