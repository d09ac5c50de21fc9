internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The command `pick`: runs a rule and prints those records that the user picks.
struct PickSession {
  private let command: PickCommand
  /// Options of the rule, and more files.
  private let rest: [String]
  private let tool: Tool
  private let messages: Messages

  /// The longer side of a picture beside the list, in pixels.
  private static let pictureSide = 320

  init(_ command: PickCommand, in tool: Tool) {
    self.command = command
    rest = command.selection + command.line.rest
    self.tool = tool
    messages = tool.messages()
  }

  /// Runs the rule and lets the user pick. Throws ``ExitStatus`` unless it ends as `done`.
  func run() throws {
    try messages.reporting {
      let configuration = try PickConfiguration(limit: command.limit, selected: command.selected)
      if command.page { return try runOnPage(configuration) }
      if command.noOpen { throw UsageProblem("--no-open is for --page") }
      guard let keys = KeySource(isInputFree: true),
        let mode = TerminalMode(descriptor: keys.descriptor)
      else {
        throw RunProblem.missingProgram(
          "there is no terminal to pick on; --page picks in the browser")
      }
      guard let file = NamelessFile() else {
        throw RunProblem.outputFailed("there is no room for the records to pick from")
      }
      let claims = PostponedClaims()
      let redirect = OutputRedirect(descriptor: file.descriptor, claims: claims, mode: mode) {
        context, form in
        let screen = ChooserScreen(
          keys: keys, mode: mode,
          descriptor: isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : keys.descriptor,
          terminal: Environment["TERM"], cancellation: context.cancellation)
        return try pick(configuration, from: file, claims, on: screen, in: context, form)
      }
      try session().run(showsHelp: false, by: redirect)
    }
  }

  private func pick(
    _ configuration: PickConfiguration, from file: NamelessFile, _ claims: PostponedClaims,
    on screen: ChooserScreen, in context: RunContext, _ form: (any RecordFormat)?
  ) throws -> Int {
    lseek(file.descriptor, 0, SEEK_SET)
    var context = context
    context.services.postponedClaims = nil
    context.request.input = InputOptions(descriptor: file.descriptor)
    let list = try RecordList(onInputOf: context)
    let places = try places(configuration, in: list, on: screen, context)
    let (written, taken) = try claims.redeem(
      places, from: context.services.offers, at: context.request.now
    ) {
      let (complete, problem) = list.write($0, to: STDOUT_FILENO, in: form)
      return (complete, problem)
    }
    if taken > 0 { messages.write("\(taken) left out: another run took them meanwhile") }
    return written
  }

  private func runOnPage(_ configuration: PickConfiguration) throws {
    let controller = PageController(title, PageOpening(opens: !command.noOpen, messages))
    if rule() == nil, let session = librarySession(), rest.isEmpty,
      try LibraryPicker(session, on: controller, messages).pick(configuration)
    {
      return
    }
    let session = try session()
    try PageRun(session, on: controller).run { records, context, claims, form in
      try PagePicker(records, in: context.apart, messages)
        .pick(configuration, on: controller, session.pageAnswers(in: context), claims, form)
    }
  }

  private var title: String {
    let word = command.line.word ?? command.line.request.libraries.first
    return word?.split(separator: "/").last.map(String.init) ?? "Pictures"
  }

  private func places(
    _ configuration: PickConfiguration, in list: RecordList, on screen: ChooserScreen,
    _ context: RunContext
  ) throws -> [Int] {
    if list.isCut { messages.write("only the first \(list.assets.count) can be picked from") }
    guard let limit = configuration.limit(ofPicksFrom: list.assets.count, messages) else {
      return []
    }
    let style = Style(tool.color, isTerminal: true, environment: { Environment[$0] })
    let language = GraphicsProtocol(isColored: style.isColored) { Environment[$0] }
    let pictures = language.map { language in
      AssetPictures(language) { [context = context.apart] place in
        list.picture(of: place, side: Self.pictureSide, in: context)
      }
    }
    let kept = configuration.kept(
      list.places(of: configuration.identifiers), within: limit, messages)
    let chooser = AssetChooser(
      list.assets, limit: limit, preselected: kept, pictures: pictures)
    return try chooser.choose(on: screen) ?? []
  }

  private func session() throws -> RuleSession {
    let request = command.line.request
    if let rule = rule() {
      let files = rule.isWord ? [] : [command.line.word].compactMap(\.self)
      return RuleSession(rule, request, words: files + rest, in: tool)
    }
    return librarySession()
      ?? session(request, [command.line.word].compactMap(\.self) + rest, readsInput: true)
  }

  /// Returns the run on all assets of a library; nil if the user picks from files or records.
  private func librarySession() -> RuleSession? {
    var request = command.line.request
    if let subject = command.line.word {
      guard isLibrary(subject) else { return nil }
      request.libraries.insert(subject, at: 0)
    }
    return session(request, rest, readsInput: false)
  }

  /// Returns the run of a rule that lists pictures and videos, with `--everything` all files; those
  /// of a library with the newest first.
  private func session(
    _ request: RunRequest, _ words: [String], readsInput: Bool
  ) -> RuleSession {
    let isWhole = request.includesEverything
    let source = isWhole ? "stdin = true" : "stdin = true, everything = true"
    let filter = [
      isWhole ? nil : #"mediaType = { "image", "video" }"#,
      isWhole || !readsInput ? nil : #"remark = "neither a picture nor a video""#,
      readsInput ? nil : #"sortedBy = "-creationDate""#,
    ].compactMap(\.self).joined(separator: ", ")
    let text = """
      options { selection = true }
      return pipeline {
        about = "Gives \(isWhole ? "files" : "pictures and videos") to pick from.",
        source { \(readsInput ? source : "") },
        \(filter.isEmpty ? "" : "filter { \(filter) },")
      }
      """
    return RuleSession(.program(text, name: "pick"), request, words: words, in: tool)
  }

  /// Returns the rule of the command line; nil for files or a library, which precede a rule's name.
  private func rule() -> RuleSubject? {
    let source = command.line.options
    if let text = source.text { return text }
    guard let subject = command.line.word, subject != RuleSubject.inputWord else { return nil }
    let word = RuleSubject.word(subject, from: source.origin)
    if Self.isRule(subject) { return word }
    guard RuleFolders.isName(subject), access(subject, F_OK) != 0, !isLibrary(subject) else {
      return nil
    }
    let found = tool.ruleFolders.rule(named: subject, from: source.origin)
    return found != nil || source.origin != nil ? word : nil
  }

  private static func isRule(_ path: String) -> Bool {
    if path.hasSuffix(".lua") { return true }
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return false }
    return (try? file.bytes(from: 0, count: 2)) == Array("#!".utf8)
  }

  private func isLibrary(_ text: String) -> Bool {
    var facts = stat()
    return tool.libraryKinds.path(of: text) != text
      || stat(text, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
