internal import LuaBridge
internal import Pipeline
internal import Platform

/// A run whose records a user picks from, on the terminal, before they are printed.
struct PickSession {
  private let command: PickCommand
  private let tool: Tool
  private let messages: Messages

  /// The rules of a library and of standard input.
  private static let ofLibrary = """
    return pipeline {
      about = "Gives pictures and videos to pick from.",
      source {},
      filter { mediaType = { "image", "video" }, sortedBy = "-creationDate" },
    }
    """
  private static let ofInput = """
    return pipeline {
      about = "Gives pictures and videos to pick from.",
      source { stdin = true },
      filter { mediaType = { "image", "video" }, remark = "neither a picture nor a video" },
    }
    """

  init(_ command: PickCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// - Throws: ``ExitStatus`` when it is not ``ExitStatus/done``.
  func run() throws {
    do {
      let allowance = try PickAllowance(limit: command.limit, selected: command.selected)
      guard let keys = KeySource(isInputFree: true),
        let mode = TerminalMode(descriptor: keys.descriptor)
      else {
        throw RunProblem.missingProgram(
          "there is no terminal to pick on; rules/pick.lua picks without one")
      }
      guard let file = NamelessFile() else {
        throw RunProblem.outputFailed("there is no room for the records to pick from")
      }
      let detour = RunDetour(descriptor: file.descriptor, mode: mode) { context in
        let screen = ChooserScreen(
          keys: keys, mode: mode,
          descriptor: isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : keys.descriptor,
          terminal: Environment["TERM"], cancellation: context.cancellation)
        return try pick(allowance, from: file, on: screen, in: context)
      }
      try session().run(showsHelp: false, by: detour)
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw messages.report(error, rulePath: "")
    }
  }

  private func pick(
    _ allowance: PickAllowance, from file: NamelessFile, on screen: ChooserScreen,
    in context: RunContext
  ) throws -> Int {
    lseek(file.descriptor, 0, SEEK_SET)
    var context = context
    context.input = InputOptions(descriptor: file.descriptor)
    let list = try RecordList(onInputOf: context)
    if list.assets.isEmpty {
      messages.write("there is nothing to pick from")
      return 0
    }
    if list.isCut { messages.write("only the first \(list.assets.count) can be picked from") }
    guard let limit = allowance.left else {
      messages.write("none may be picked: the limit of \(allowance.limit) is reached")
      return 0
    }
    let pictures = AssetPictures.Language(Environment.terminal).map { language in
      let maker = PickPictures(list, in: context, tool)
      return AssetPictures(language) { maker.picture(of: $0) }
    }
    let chooser = AssetChooser(
      list.assets, limit: limit, preselected: list.places(of: allowance.identifiers),
      pictures: pictures)
    guard let places = try chooser.choose(on: screen) else { return 0 }
    try list.write(places, to: STDOUT_FILENO)
    return places.count
  }

  /// The run that gives the records.
  private func session() throws -> RuleSession {
    var options = command.options
    guard let subject = command.subject else {
      let isLibrary = !options.library.isEmpty || isatty(STDIN_FILENO) == 1
      return session(isLibrary ? Self.ofLibrary : Self.ofInput, options, command.rest)
    }
    if Self.isRule(subject) {
      let request = RunRequest(options, rule: subject, ruleWords: command.rest)
      return RuleSession(subject, request, in: tool)
    }
    if isLibrary(subject) {
      options.library.insert(subject, at: 0)
      return session(Self.ofLibrary, options, command.rest)
    }
    return session(Self.ofInput, options, [subject] + command.rest)
  }

  private func session(_ text: String, _ options: RunOptions, _ words: [String]) -> RuleSession {
    RuleSession(
      "pick", text: text, RunRequest(options, rule: "pick", ruleWords: words), in: tool)
  }

  private static func isRule(_ path: String) -> Bool {
    if path.hasSuffix(".lua") { return true }
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return false }
    var start: [UInt8] = [0, 0]
    return pread(file.descriptor, &start, 2, 0) == 2 && start == Array("#!".utf8)
  }

  private func isLibrary(_ text: String) -> Bool {
    var facts = stat()
    return tool.libraryKinds.path(of: text) != text
      || stat(text, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}

/// The number of assets that can be picked, as in PHPickerConfiguration: 0 means no limit, and assets
/// that are already picked count.
struct PickAllowance {
  /// The limit for all picks; 0 for none.
  let limit: Int
  /// The assets that are already picked, in order; the user can deselect them.
  let identifiers: [String]
  /// The number of picks that the list does not show.
  private let others: Int

  /// The number of assets that can be chosen in the list, 0 for no limit; nil when none are left.
  var left: Int? {
    if limit == 0 { return 0 }
    return limit > others ? limit - others : nil
  }

  /// - Parameters:
  ///   - limit: a whole number; nil for no limit.
  ///   - selected: a count, or identifiers, each text with commas between them.
  /// - Throws: ``UsageProblem``.
  init(limit: String?, selected: [String]) throws(UsageProblem) {
    self.limit =
      try limit.map { (text) throws(UsageProblem) in
        try Self.count(text, "--limit takes a whole number, 0 or more")
      } ?? 0
    let names = selected.flatMap { RuleOption.parts(of: $0) }
    if names.count == 1, Int(names[0]) != nil {
      others = try Self.count(
        names[0], "--selected takes how many are picked already, or their identifiers")
      identifiers = []
    } else {
      others = 0
      identifiers = names
    }
  }

  private static func count(_ text: String, _ rule: String) throws(UsageProblem) -> Int {
    guard let count = Int(text), count >= 0 else { throw UsageProblem("\(rule), not \"\(text)\"") }
    return count
  }
}
