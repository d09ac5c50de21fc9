internal import LuaBridge
internal import Pipeline
internal import Terminal

/// The permissions that a rule requests, and their states, determined before any file is opened.
package struct RulePermissions {
  private let rule: Rule
  private let choice: LibraryChoice
  private let settings: PermissionSettings
  private let authority: PermissionAuthority
  private let messages: Messages
  private let tool: Tool
  /// The programs that the rule would start, with their present contents.
  private let programs: Result<[ProgramFile], RunProblem>
  /// The folders to which the rule's paths lead now: the user is shown them, and the run uses them.
  private let places: GrantedPlaces

  init(
    of rule: Rule, on choice: LibraryChoice, _ settings: PermissionSettings, messages: Messages,
    in tool: Tool
  ) {
    self.rule = rule
    self.choice = choice
    self.settings = settings
    self.messages = messages
    self.tool = tool
    authority = tool.authority
    places = GrantedPlaces(of: rule.needs.flatMap(\.places))
    programs = Result { () throws(RunProblem) in try ProgramFile.all(of: rule.programs) }
  }

  struct RequestedPermission {
    let request: PermissionRequest
    /// The library's name as the rule or the user wrote it.
    var name = ""
    /// The reason why the system refuses to open the library; nil if it doesn't.
    var refusal: String?
    var reasons: [String] = []
    var programs: [RequestedProgram] = []
    /// The effects for which the rule's stages need the capability.
    var uses: [CapabilityUse] = []
    var programProblem: RunProblem?
    /// True if the user named the library on the command line, which needs no permission.
    var isNamed = false
    /// True if the command line or the settings name the library, and not the rule itself.
    var isOfRun = false
    /// True if the rule reads no assets of the library, and compares others with them.
    var isOther = false
    /// True if an option of a shipped rule grants the capability, as `--to FOLDER` grants writing.
    var isTyped = false
    /// True if the rule is the user's own, and the library was guessed.
    var isOfOwnRule = false

    func note(_ permission: Permission, in access: inout LibraryAccess) {
      access.add(name, request.target, permission, isNamed: (isNamed || isOfRun) && !isOther)
    }
  }

  struct RequestedProgram {
    /// The program and its arguments, as the rule writes them.
    let words: String
    /// The program's path, outside of system folders with its content's hash; nil if not found.
    var place: String?
  }

  /// Determines the rule's permissions, and lets `asker` ask about the undecided ones. `assets`
  /// lists those of a library, for the user to choose from. Throws ``PermissionRefusal`` unless all
  /// are granted, ``RunProblem/cancelled`` after Ctrl-C, or an error in reading the grants.
  func settle(
    by asker: (any PermissionPrompt)?,
    assets: (PermissionRequest) throws -> [ChoosableAsset]
  ) throws -> RunContext.Permission {
    var granted = RunContext.Permission()
    granted.capabilities = settings.allowed
    granted.places = places
    for capability in settings.allowed {
      if let restriction = authority.restriction(of: .capability(capability)) {
        throw PermissionRefusal(restriction.message(for: .capability(capability)))
      }
    }
    let requirements = try requirements()
    var permissions: [Permission] = []
    // Refusals that no answer can change are reported before the first question.
    for requirement in requirements { permissions.append(try settled(requirement)) }
    var forThisRun = try settings.allowed.map { capability in
      let request = PermissionRequest(try rule.loaded.identity(), .capability(capability))
      return (request, Permission(.authorized))
    }
    let open = zip(requirements, permissions).filter { $1.status == .notDetermined }.map(\.0)
    var answers: ArraySlice<Permission> = []
    if !open.isEmpty {
      guard let asker else { throw try words(open).notDetermined }
      answers = try ask(open, by: asker, assets)[...]
    }
    for (requirement, settled) in zip(requirements, permissions) {
      let permission = settled.status == .notDetermined ? answers.removeFirst() : settled
      let isForThisRun =
        try isTrial ? !requirement.isNamed : requirement.isTyped && !isStored(requirement)
      if isForThisRun { forThisRun.append((requirement.request, permission)) }
      requirement.note(permission, in: &granted.access)
      if case .capability(let capability) = requirement.request.target {
        granted.capabilities.append(capability)
      }
    }
    note(forThisRun)
    if granted.capabilities.contains(.exec) { granted.programs = try programs.get() }
    return granted
  }

  /// Logs the permissions that the command line grants for this run; a failure doesn't end it.
  private func note(_ permitted: [(PermissionRequest, Permission)]) {
    if permitted.isEmpty || !settings.areLogged { return }
    do {
      try store().noteRun(permitted, at: .current)
    } catch {
      messages.write("what is permitted for this run can't be logged: \(error)")
    }
  }

  /// Returns the permissions that the rule requests and the command line doesn't already grant.
  func requirements() throws -> [RequestedPermission] {
    let own = rule.plan.input.ownLibrary
    let libraries = rule.readsLibrariesOfTheRun ? choice.names : []
    let undecided = rule.loaded.requirements.filter { !settings.allowed.contains($0.capability) }
    let isGuessed = choice.isGuessed && !libraries.isEmpty
    let checksNamed = !libraries.isEmpty && (settings.status != nil || authority.hasPolicy)
    let others = try rule.otherLibraries(in: tool)
    guard own != nil || !others.isEmpty || !undecided.isEmpty || checksNamed || isGuessed else {
      return []
    }
    let identity = try rule.loaded.identity()
    let needsPermission = try isGuessed && !rule.comesAlong()
    var requirements: [RequestedPermission] = []
    if let own {
      let place = try LibraryPath(own.name, home: Environment["HOME"], in: tool.libraryKinds)
      let isNamed = settings.libraries.contains {
        (try? LibraryPath($0, home: nil, in: tool.libraryKinds))?.path == place.path
      }
      requirements.append(
        RequestedPermission(
          request: PermissionRequest(
            identity, .library(place.path), includesHidden: own.includesHidden),
          name: own.name, refusal: place.refusal, reasons: rule.loaded.wants, isNamed: isNamed))
    }
    for other in others {
      requirements.append(
        RequestedPermission(
          request: PermissionRequest(
            identity, .library(other.path.path), includesHidden: true),
          name: other.name, refusal: other.path.refusal, reasons: rule.loaded.wants,
          isNamed: other.isTyped, isOther: true))
    }
    if checksNamed || needsPermission {
      for name in libraries {
        let place = try LibraryPath(name, home: nil, in: tool.libraryKinds)
        requirements.append(
          RequestedPermission(
            request: PermissionRequest(
              identity, .library(place.path), includesHidden: needsPermission && rule.includesHidden
            ),
            name: name, refusal: place.refusal, reasons: rule.loaded.wants,
            isNamed: !needsPermission, isOfRun: true,
            isOfOwnRule: needsPermission && rule.isOfUser))
      }
    }
    for requirement in undecided {
      requirements.append(try self.requirement(for: requirement, of: identity))
    }
    return requirements
  }

  private func requirement(for requirement: RequestedCapability, of identity: RuleIdentity) throws
    -> RequestedPermission
  {
    let reasons = [requirement.reason].compactMap(\.self)
    guard requirement.capability == .exec else {
      let uses = try uses(of: requirement.capability)
      let request = try PermissionRequest(identity, requirement.capability, for: uses)
      return RequestedPermission(
        request: request, reasons: reasons, uses: uses,
        isTyped: ShippedRules.include(identity)
          && rule.typedCapabilities.contains(requirement.capability))
    }
    switch programs {
    case .success(let files):
      return RequestedPermission(
        request: PermissionRequest(
          identity, .capability(.exec), uses: try ProgramFile.digest(of: files)),
        reasons: reasons,
        programs: files.map { RequestedProgram(words: $0.call.text, place: $0.place) })
    case .failure(let problem):
      return RequestedPermission(
        request: PermissionRequest(identity, .capability(.exec)), reasons: reasons,
        programs: rule.programs.map { RequestedProgram(words: $0.text) }, programProblem: problem)
    }
  }

  /// Returns the effects for which the rule's stages need a capability, other than programs.
  private func uses(of capability: Capability) throws -> [CapabilityUse] {
    var uses = rule.needs.filter { $0.capability == capability }
      .map { CapabilityUse($0, in: places) }
    switch capability {
    case .write where !rule.programs.isEmpty:
      uses.append(CapabilityUse("let the programs that it starts write wherever you can"))
    case .network where !rule.programs.isEmpty:
      uses.append(CapabilityUse("let the programs that it starts use the network"))
    case .references:
      guard let own = rule.plan.input.ownLibrary else { break }
      let place = try LibraryPath(own.name, home: Environment["HOME"], in: tool.libraryKinds)
      uses.append(CapabilityUse("read the originals that \"\(place.path)\" points to"))
    default: break
    }
    return uses
  }

  /// Returns the state of a requested permission, without a question.
  func permission(for requirement: RequestedPermission) throws -> Permission {
    if requirement.isNamed, case .library(let path) = requirement.request.target {
      if let restriction = authority.restriction(ofNamed: path) { return Permission(restriction) }
    } else if let restriction = authority.restriction(
      of: requirement.request.target, refusal: requirement.refusal)
    {
      return Permission(restriction)
    }
    switch settings.status {
    case nil:
      if requirement.isNamed { return Permission(.authorized) }
      let permission = try authority.permission(
        for: requirement.request, refusal: requirement.refusal)
      guard permission.status == .notDetermined,
        requirement.isTyped || requirement.isOfOwnRule,
        try !store().isRevoked(requirement.request)
      else { return permission }
      return Permission(.authorized)
    case .restricted: return Permission(.policy("--auth restricted"))
    case .limited:
      guard case .library = requirement.request.target else { return Permission(.authorized) }
      return Permission(.limited, chosen: try triedChoice(for: requirement))
    case .some(let status): return Permission(status)
    }
  }

  /// Returns true if the user's decision is stored, so that options don't decide for this run.
  private func isStored(_ requirement: RequestedPermission) throws -> Bool {
    try store().permission(for: requirement.request).status != .notDetermined
  }

  /// Returns the assets for `--auth limited`: those of `--chosen`, else the user's earlier choice.
  private func triedChoice(for requirement: RequestedPermission) throws -> ChosenAssets {
    if !settings.chosen.isEmpty { return ChosenAssets(settings.chosen) }
    return try authority.permission(for: requirement.request).chosen ?? ChosenAssets([])
  }

  /// Returns the state of a permission; throws ``PermissionRefusal`` if it is denied or restricted.
  private func settled(_ requirement: RequestedPermission) throws -> Permission {
    let permission = try permission(for: requirement)
    switch permission.status {
    case .denied: throw try words([requirement]).denied
    case .restricted:
      guard let restriction = permission.restriction else { throw try words([requirement]).denied }
      throw PermissionRefusal(restriction.message(for: requirement.request.target))
    case .authorized, .limited, .notDetermined:
      if let problem = requirement.programProblem { throw problem }
      return permission
    }
  }

  private func words(_ requirements: [RequestedPermission]) throws -> PermissionMessages {
    PermissionMessages(
      try rule.loaded.identity(), requirements.map(\.request), ruleWords: rule.optionWords,
      lapse: try requirements.compactMap { try store().lapse(of: $0.request) }.first,
      isForOneRun: !requirements.contains(where: \.isOther),
      toolName: tool.name)
  }

  /// Asks for all `requirements` in one question; returns their states in the same order.
  private func ask(
    _ requirements: [RequestedPermission], by asker: any PermissionPrompt,
    _ assets: (PermissionRequest) throws -> [ChoosableAsset]
  ) throws -> [Permission] {
    let words = try words(requirements)
    let requests = requirements.map(\.request)
    let libraries = requests.filter(\.target.isLibrary)
    return try withoutActuallyEscaping(assets) { assets in
      var list: (() throws -> [ChoosableAsset])?
      if libraries.count == 1 { list = { try assets(libraries[0]) } }
      let question = PermissionQuestion(
        rule: try rule.loaded.identity(), about: rule.loaded.about, requirements: requirements,
        lapse: words.lapse, assets: list,
        ends: (words.justDenied.description, words.leftOpen.description))
      switch try asker.answer(question) {
      case .leftOpen:
        if !isTrial {
          for request in requests { try store().noteCancellation(of: request, at: .current) }
        }
        throw words.leftOpen
      case .deny:
        try decide(.denied, requests)
        throw words.justDenied
      case .allow(let followsEdits):
        try decide(.authorized, requests, followsEdits: followsEdits)
        messages.write("granted; to take it back: \(words.revocation)")
        return requests.map { _ in Permission(.authorized) }
      case .choose(let identifiers):
        try decide(.limited(identifiers), libraries)
        try decide(.authorized, requests.filter { !$0.target.isLibrary })
        report(identifiers, words)
        let chosen = Permission(.limited, chosen: ChosenAssets(identifiers))
        return requests.map { $0.target.isLibrary ? chosen : Permission(.authorized) }
      }
    }
  }

  private func report(_ chosen: [[UInt8]], _ words: PermissionMessages) {
    let count = chosen.count == 1 ? "1 asset" : "\(chosen.count) assets"
    messages.write("granted for \(count); to take it back: \(words.revocation)")
  }

  /// Lets the user choose again which assets a rule with limited access may see. Throws as
  /// ``settle(by:assets:)``.
  func chooseAgain(by asker: PagePrompt) throws {
    for requirement in try requirements() {
      let permission = try permission(for: requirement)
      guard case .library(let path) = requirement.request.target, permission.status == .limited,
        let identifiers = try asker.choose(
          in: path, includingHidden: requirement.request.includesHidden, earlier: permission.chosen)
      else { continue }
      try decide(.limited(identifiers), [requirement.request])
      report(identifiers, try words([requirement]))
    }
  }

  /// True if `--auth` sets a state to try, so that answers are not stored.
  private var isTrial: Bool { settings.status != nil }

  private func decide(
    _ decision: Grant.Decision, _ requests: [PermissionRequest], followsEdits: Bool = false
  ) throws {
    if isTrial { return }
    try store().decide(
      decision, for: requests, followsEdits: followsEdits, by: .question, at: .current)
  }

  private func store() throws -> PermissionStore { try tool.permissions() }
}
