internal import LuaBridge
internal import Pipeline
internal import Platform

/// A page on which the user picks from a library's albums, and which follows its changes; then a
/// run prints the records of the picks.
package struct LibraryPicker {
  private let session: RuleSession
  private let controller: PageController
  private let messages: Messages

  /// Prepares the page; `session` is a run on all assets of the library.
  package init(_ session: RuleSession, on controller: PageController, _ messages: Messages) {
    self.session = session
    self.controller = controller
    self.messages = messages
  }

  /// Shows the page; returns false, without one, if the session reads several libraries or a part
  /// of one. With `--exit-status`, throws ``ExitStatus/nothingEmitted`` if nothing was printed.
  package func pick(_ configuration: PickConfiguration) throws -> Bool {
    let request = session.request
    let prepared = try PreparedRule(session)
    let names = prepared.libraries.names
    guard let library = names.first, names.count == 1, request.auth == nil, !request.isDryRun
    else { return false }
    try session.tool.authority.check(named: library, in: session.tool.libraryKinds)
    var context = prepared.context
    (context.output.folder, context.output.pictureDescriptor) = (nil, nil)
    context.output.failed = nil
    context.keepPicturesOfFullDisk()
    prepared.handleSignals()
    defer { controller.end() }
    let picked = Result { try choose(from: library, in: context, prepared.settings, configuration) }
    context.services.catalogue?.close()
    context.forgetPicturesOfFullDisk()
    let picks = try picked.get()
    if try picks.isEmpty || print(picks, configuration) == 0, request.usesExitStatus {
      throw ExitStatus.nothingEmitted
    }
    return true
  }

  private func choose(
    from library: String, in context: RunContext, _ settings: RunSettings,
    _ configuration: PickConfiguration
  ) throws -> [PageDecision.Pick] {
    let fetches = FetchLibrary(path: library, in: context, lanes: settings.lanes)
    for note in try fetches.open() { messages.write(note) }
    let everything = try fetches.fetchAssets(AssetFetch())
    guard let limit = configuration.limit(ofPicksFrom: try everything.count, messages) else {
      return []
    }
    let folder = library.hasSuffix("/") ? library : library + "/"
    let selected = try configuration.identifiers
      .map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 }
      .filter { try everything.index(of: $0) != nil }
    let pageState = PageState(
      kind: .library, limit: limit,
      selected: configuration.kept(selected, within: limit, messages))
    let frozen = session.request.now.map { _ in settings.now }
    let decision = try controller.show(pageState, until: context.cancellation) {
      queue, descriptor in
      try Browser(fetches, in: context, outputDescriptor: descriptor) { frozen ?? .current }
        .answer(queue)
    }
    guard case .chosen(let picks) = decision else { return [] }
    return picks
  }

  /// Runs the session for the picked assets alone; returns the number of printed records.
  private func print(_ picks: [PageDecision.Pick], _ configuration: PickConfiguration) throws -> Int
  {
    let chosen = picks.map { pick -> (identifier: String, note: PickNote) in
      guard case .identifier(let identifier) = pick.name else { return ("", pick.note) }
      return (identifier, pick.note)
    }
    guard let file = tmpfile() else {
      throw RunProblem.outputFailed("there is no room for what was picked")
    }
    defer { fclose(file) }
    let descriptor = fileno(file)
    let claims = PostponedClaims()
    var printed = 0
    let redirect = OutputRedirect(descriptor: descriptor, claims: claims) {
      [messages] context, form in
      let records = try RecordFile(descriptor, unless: context.cancellation)
      let list = try records.list(of: Array(0..<records.count), in: context.apart)
      let places = Dictionary(zip(list.assets.map(\.identifier), 0...)) { first, _ in first }
      let found = chosen.compactMap { identifier, note in
        places[Array(identifier.utf8)].map { RecordPage.Pick(place: $0, note: note) }
      }
      let missing = chosen.count - found.count
      if missing > 0 {
        messages.write("\(missing) of \(chosen.count) picked are not there any more")
      }
      printed = try PagePicker(records, in: context.apart, messages).print(found, claims, form)
      return printed
    }
    var request = session.request
    request.auth = AuthorizationStatus.limited.rawValue
    request.chosen = chosen.map(\.identifier)
    try RuleSession(session.subject, request, in: session.tool).run(showsHelp: false, by: redirect)
    return printed
  }
}
