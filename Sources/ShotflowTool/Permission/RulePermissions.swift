internal import Console
internal import LuaBridge
internal import Pipeline

/// What a rule asks for, and what of that is permitted: decided before anything is opened.
struct RulePermissions {
  private let rule: Rule
  /// The libraries that the run would read.
  private let choice: LibraryChoice
  private let settings: PermissionSettings
  private let authority: PermissionAuthority
  /// Options of the rule, for the commands that messages name.
  private let ruleWords: [String]
  private let messages: Messages
  private let tool: Tool
  /// The programs that it would start, as they are now.
  private let programs: Result<[ProgramFile], RunProblem>

  init(
    of rule: Rule, on choice: LibraryChoice, _ settings: PermissionSettings, ruleWords: [String],
    messages: Messages, in tool: Tool
  ) {
    self.rule = rule
    self.choice = choice
    self.settings = settings
    self.ruleWords = ruleWords
    self.messages = messages
    self.tool = tool
    authority = tool.authority
    programs = Result { () throws(RunProblem) in try ProgramFile.all(of: rule.programs) }
  }

  /// Something that a rule asks for.
  struct Wish {
    let request: PermissionRequest
    /// A library as the rule or the person writes it.
    var name = ""
    /// Why the system won't open it.
    var refusal: String?
    var reasons: [String] = []
    var programs: [WishedProgram] = []
    /// What stages of the rule do with it.
    var deeds: [String] = []
    /// Why they can't be started.
    var programProblem: RunProblem?
    /// Whether the person named it, so that no permission is needed.
    var isNamed = false
    /// Whether it is a library that the rule does not name itself, so that what is chosen of it is
    /// all that the run has.
    var isOfRun = false

    func note(_ permission: Permission, in access: inout LibraryAccess) {
      access.add(name, request.target, permission, isNamed: isNamed || isOfRun)
    }
  }

  /// A program that it would start.
  struct WishedProgram {
    /// As the rule writes them.
    let words: String
    /// Where it lies, and its content where that is not the system's place; nil where there is none.
    var place: String?
  }

  /// What the rule may see and do; lets `asker` ask what nobody decided yet.
  ///
  /// - Parameter assets: what a library has, for a person to choose among.
  /// - Throws: ``PermissionRefusal``, ``PermissionProblem``, ``LibraryProblem``, or
  ///   ``RunProblem/cancelled``.
  func settle(
    by asker: (any PermissionAsker)?,
    assets: (PermissionRequest) throws -> [ChoosableAsset]
  ) throws -> (
    access: LibraryAccess, capabilities: [Capability], programs: [ProgramFile]
  ) {
    var access = LibraryAccess()
    var capabilities = settings.allowed
    for capability in capabilities {
      if let restriction = authority.restriction(of: .capability(capability)) {
        throw PermissionRefusal(restriction.message(for: .capability(capability)))
      }
    }
    let wishes = try wishes()
    var permissions: [Permission] = []
    // What can't be changed by an answer is told before anything is asked.
    for wish in wishes { permissions.append(try settled(wish)) }
    var forThisRun = try settings.allowed.map { capability in
      let request = PermissionRequest(try rule.loaded.identity(), .capability(capability))
      return (request, Permission(.authorized))
    }
    let open = zip(wishes, permissions).filter { $1.status == .notDetermined }.map(\.0)
    if asker == nil, !open.isEmpty { throw try words(open).notDetermined }
    for (wish, settled) in zip(wishes, permissions) {
      var permission = settled
      if let asker, settled.status == .notDetermined {
        permission = try ask(wish, by: asker, assets)
      }
      if isTrial, !wish.isNamed { forThisRun.append((wish.request, permission)) }
      wish.note(permission, in: &access)
      if case .capability(let capability) = wish.request.target { capabilities.append(capability) }
    }
    note(forThisRun)
    return (access, capabilities, capabilities.contains(.exec) ? try programs.get() : [])
  }

  /// Logs what the command line permits for this run; a log that can't be written stops nothing that
  /// the person said.
  private func note(_ permitted: [(PermissionRequest, Permission)]) {
    if permitted.isEmpty || !settings.areLogged { return }
    do {
      try store().noteRun(permitted, at: .current)
    } catch {
      messages.write("what is permitted for this run can't be logged: \(error)")
    }
  }

  /// What the rule asks for and the person did not give it on the command line.
  func wishes() throws -> [Wish] {
    let own = rule.plan.source.traits.ownLibrary
    let libraries = rule.readsLibrariesOfTheRun ? choice.names : []
    let wished = rule.loaded.wishes.filter { !settings.allowed.contains($0.capability) }
    let isGuessed = choice.isGuessed && !libraries.isEmpty
    let checksNamed = !libraries.isEmpty && (settings.status != nil || authority.hasPolicy)
    guard own != nil || !wished.isEmpty || checksNamed || isGuessed else { return [] }
    let identity = try rule.loaded.identity()
    let needsPermission = try isGuessed && !rule.comesAlong()
    var wishes: [Wish] = []
    if let own {
      let place = try LibraryPath(own.name, home: Environment["HOME"], in: tool.libraryKinds)
      let isNamed = settings.libraries.contains {
        (try? LibraryPath($0, home: nil, in: tool.libraryKinds))?.path == place.path
      }
      wishes.append(
        Wish(
          request: PermissionRequest(
            identity, .library(place.path), includesHidden: own.includesHidden),
          name: own.name, refusal: place.refusal, reasons: rule.loaded.wants, isNamed: isNamed))
    }
    if checksNamed || needsPermission {
      for name in libraries {
        let place = try LibraryPath(name, home: nil, in: tool.libraryKinds)
        wishes.append(
          Wish(
            request: PermissionRequest(
              identity, .library(place.path), includesHidden: needsPermission && rule.includesHidden
            ),
            name: name, refusal: place.refusal, reasons: rule.loaded.wants,
            isNamed: !needsPermission, isOfRun: true))
      }
    }
    for wish in wished {
      wishes.append(try self.wish(for: wish, of: identity))
    }
    return wishes
  }

  private func wish(for wish: CapabilityWish, of identity: RuleIdentity) throws -> Wish {
    let reasons = [wish.reason].compactMap(\.self)
    guard wish.capability == .exec else {
      let deeds = rule.needs.filter { $0.capability == wish.capability }.map(\.deed)
      let request = try PermissionRequest(identity, wish.capability, deeds: deeds)
      return Wish(request: request, reasons: reasons, deeds: deeds)
    }
    switch programs {
    case .success(let files):
      return Wish(
        request: PermissionRequest(
          identity, .capability(.exec), programs: try ProgramFile.digest(of: files)),
        reasons: reasons,
        programs: files.map { WishedProgram(words: $0.call.text, place: $0.place) })
    case .failure(let problem):
      return Wish(
        request: PermissionRequest(identity, .capability(.exec)), reasons: reasons,
        programs: rule.programs.map { WishedProgram(words: $0.text) }, programProblem: problem)
    }
  }

  /// The state of something that the rule asks for; nobody is asked.
  func permission(for wish: Wish) throws -> Permission {
    if wish.isNamed, case .library(let path) = wish.request.target {
      if let restriction = authority.restriction(ofNamed: path) { return Permission(restriction) }
    } else if let restriction = authority.restriction(
      of: wish.request.target, refusal: wish.refusal)
    {
      return Permission(restriction)
    }
    switch settings.status {
    case nil:
      return wish.isNamed
        ? Permission(.authorized)
        : try authority.permission(for: wish.request, refusal: wish.refusal)
    case .restricted: return Permission(.policy("--auth restricted"))
    case .limited:
      guard case .library = wish.request.target else { return Permission(.authorized) }
      return Permission(.limited, chosen: try triedChoice(for: wish))
    case .some(let status): return Permission(status)
    }
  }

  /// The assets that `--auth limited` leaves: those that were named, else those that were chosen.
  private func triedChoice(for wish: Wish) throws -> ChosenAssets {
    if !settings.chosen.isEmpty { return ChosenAssets(settings.chosen) }
    return try authority.permission(for: wish.request).chosen ?? ChosenAssets([])
  }

  /// The permission, unless it was refused.
  private func settled(_ wish: Wish) throws -> Permission {
    let permission = try permission(for: wish)
    switch permission.status {
    case .denied: throw try words([wish]).denied
    case .restricted:
      guard let restriction = permission.restriction else { throw try words([wish]).denied }
      throw PermissionRefusal(restriction.message(for: wish.request.target))
    case .authorized, .limited, .notDetermined:
      if let problem = wish.programProblem { throw problem }
      return permission
    }
  }

  private func words(_ wishes: [Wish]) throws -> PermissionWords {
    PermissionWords(
      try rule.loaded.identity(), wishes.map(\.request), ruleWords: ruleWords,
      startsOthers: try wishes.contains { try store().permitsOtherPrograms(than: $0.request) },
      toolName: tool.name)
  }

  private func ask(
    _ wish: Wish, by asker: any PermissionAsker,
    _ assets: (PermissionRequest) throws -> [ChoosableAsset]
  ) throws -> Permission {
    let words = try words([wish])
    let request = wish.request
    return try withoutActuallyEscaping(assets) { assets in
      var list: (() throws -> [ChoosableAsset])?
      if case .library = request.target { list = { try assets(request) } }
      let question = PermissionQuestion(
        request: request, about: rule.loaded.about, reasons: wish.reasons, programs: wish.programs,
        deeds: wish.deeds, startsOthers: words.startsOthers, assets: list)
      switch try asker.answer(question) {
      case .leftOpen:
        if !isTrial { try store().noteCancellation(of: request, at: .current) }
        throw words.leftOpen
      case .deny:
        try decide(.denied, request)
        throw words.justDenied
      case .allow(let followsEdits):
        try decide(.authorized, request, followsEdits: followsEdits)
        messages.write("granted; to take it back: \(words.revocation)")
        return Permission(.authorized)
      case .choose(let identifiers):
        try decide(.limited(identifiers), request)
        report(identifiers, words)
        return Permission(.limited, chosen: ChosenAssets(identifiers))
      }
    }
  }

  private func report(_ chosen: [[UInt8]], _ words: PermissionWords) {
    let count = chosen.count == 1 ? "1 asset" : "\(chosen.count) assets"
    messages.write("granted for \(count); to take it back: \(words.revocation)")
  }

  /// Lets the user choose again what exists for the rule of libraries that it has some of.
  ///
  /// - Throws: as ``settle(by:assets:)``.
  func chooseAgain(by asker: PageAsker) throws {
    for wish in try wishes() {
      let permission = try permission(for: wish)
      guard case .library(let path) = wish.request.target, permission.status == .limited,
        let identifiers = try asker.choose(
          in: path, includingHidden: wish.request.includesHidden, earlier: permission.chosen)
      else { continue }
      try decide(.limited(identifiers), wish.request)
      report(identifiers, try words([wish]))
    }
  }

  /// Whether a state is only tried, so that what is answered holds for this run alone.
  private var isTrial: Bool { settings.status != nil }

  private func decide(
    _ decision: Grant.Decision, _ request: PermissionRequest, followsEdits: Bool = false
  ) throws {
    if isTrial { return }
    try store().decide(
      decision, for: [request], followsEdits: followsEdits, by: .question, at: .current)
  }

  private func store() throws -> PermissionStore { try tool.permissions() }
}
