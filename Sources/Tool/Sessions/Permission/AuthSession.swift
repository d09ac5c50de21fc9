internal import LuaBridge
package import Pipeline
internal import Platform
internal import Terminal

/// The commands `shotflow auth …`, which change and show the user's permissions for rules.
package struct AuthSession {
  private let line: AuthLine
  private let tool: Tool
  private let messages: Messages

  package init(_ line: AuthLine, in tool: Tool) {
    self.line = line
    self.tool = tool
    messages = tool.messages()
  }

  private var path: String { line.rule ?? "" }

  /// Stores the user's answer, granted or denied, for the permissions that the rule requests.
  package func decide(_ decision: Grant.Decision, followsEdits: Bool = false) throws {
    try reporting {
      let requirements = try subject().requirements
      try checkChangeable(requirements)
      if decision != .denied, let problem = requirements.compactMap(\.programProblem).first {
        throw problem
      }
      try keep(decision, requirements.map(\.request), followsEdits)
      guard decision == .authorized else { return }
      for use in requirements.flatMap(\.uses) { messages.write("it may \(use.text)") }
    }
  }

  /// Grants the rule access to the named assets of a library, without names to those on standard
  /// input; `adds` keeps the assets that were granted before.
  package func limit(to names: [String], adds: Bool, followsEdits: Bool) throws {
    try reporting {
      let requirements = try subject().requirements.filter(\.request.target.isLibrary)
      guard requirements.count == 1, let requirement = requirements.first,
        case .library(let library) = requirement.request.target
      else { throw UsageProblem("name the library: --library FOLDER") }
      try checkChangeable([requirement])
      var identifiers = try identifiers(names, of: library)
      if adds {
        let earlier = try tool.permissions().permission(for: requirement.request).chosen
        identifiers += earlier?.identifiers ?? []
      }
      guard !identifiers.isEmpty else {
        throw UsageProblem("no asset is named; to permit nothing: \(command("deny", requirement))")
      }
      let chosen = ChosenAssets(identifiers).identifiers
      try keep(.limited(chosen), [requirement.request], followsEdits)
    }
  }

  /// Removes the stored answers, so that the rule has to ask again; `all` for all rules.
  package func revoke(all: Bool) throws {
    try reporting {
      let store = try tool.permissions()
      let count: Int
      if all {
        count = try store.revoke(at: .current) { _ in true }
      } else if Self.isHash(path) {
        let beginning = path.lowercased()
        count = try store.revoke(at: .current) { grant in
          grant.digest.hasPrefix(beginning) && isAsked(grant.target, nil)
        }
      } else {
        let identity = try rule().loaded.identity()
        let named = try namedTargets()
        count = try store.revoke(at: .current) { grant in
          grant.concerns(identity) && isAsked(grant.target, named)
        }
      }
      messages.write(count == 1 ? "took back 1 decision" : "took back \(count) decisions")
    }
  }

  /// Prints the states of the permissions that a rule requests, or all that are stored.
  package func show(ofRule: Bool, in format: FormatRequest?) throws {
    try reporting {
      guard ofRule else { return try showAll(in: format) }
      let (permissions, identity, requirements) = try subject(needsRequirements: false)
      if requirements.isEmpty, format == nil {
        messages.write(
          "the rule asks for nothing: it names no library and wants no capability")
      }
      var rows = [["state", "what"]]
      var records: [AuthRecord] = []
      for requirement in requirements {
        let permission = try permissions.permission(for: requirement)
        records.append(
          AuthRecord(
            kind: .permission, status: permission.status, rule: identity.name,
            digest: identity.digest, target: requirement.request.target,
            count: permission.chosen?.count))
        let note = Self.note(permission.chosen?.count, of: permission.status)
        rows.append([note, TerminalText.escaped(requirement.request.target.summary)])
        for program in requirement.programs {
          rows.append(["", TerminalText.escaped("exec { \(program.words) }")])
          if let place = program.place { rows.append(["", TerminalText.escaped("  \(place)")]) }
        }
        for use in requirement.uses { rows.append(["", TerminalText.escaped("  \(use.text)")]) }
        if let problem = requirement.programProblem { _ = messages.report(problem, rulePath: path) }
        if let restriction = permission.restriction {
          messages.write(restriction.message(for: requirement.request.target))
        }
      }
      try Self.show(rows, records, .permission, in: format, of: tool)
    }
  }

  private static func show(
    _ rows: [[String]], _ records: [AuthRecord], _ kind: RecordMembers.Kind,
    in format: FormatRequest?, of tool: Tool
  ) throws {
    if let format {
      let printing = try format.printing(color: tool.color) { RecordMembers([kind], in: tool) }
      try printing.print { print in for record in records { try print(record.write) } }
    } else if rows.count > 1 {
      tool.output.write("\(TextTable.titled(rows, tool.style))")
    }
  }

  /// Prints the log of all changes of permissions.
  package static func showLog(in format: FormatRequest?, of tool: Tool) throws {
    try tool.messages().reporting {
      let entries = try tool.permissions().history()
      if entries.isEmpty, format == nil { tool.messages().write("nothing was decided yet") }
      var rows = [["when", "how", "state", "rule", "hash", "what"]]
      var records: [AuthRecord] = []
      for entry in entries {
        records.append(
          AuthRecord(
            kind: .decision, status: entry.status, rule: entry.ruleName, digest: entry.digest,
            target: entry.target, moment: entry.moment, note: entry.note))
        let note = entry.note.isEmpty ? "" : " (\(entry.note))"
        rows.append([
          entry.moment.description, entry.occasion.rawValue, entry.status.rawValue,
          TerminalText.escaped(entry.ruleName), String(entry.digest.prefix(12)),
          TerminalText.escaped(entry.target.summary + note),
        ])
      }
      try show(rows, records, .decision, in: format, of: tool)
    }
  }

  private func showAll(in format: FormatRequest?) throws {
    let grants = try tool.permissions().grants()
    if grants.isEmpty, format == nil { messages.write("nothing was decided yet") }
    var records: [AuthRecord] = []
    var rows = [["state", "rule", "hash", "what"]]
    for grant in grants {
      var count: Int?
      if case .limited(let assets) = grant.decision { count = assets.count }
      records.append(
        AuthRecord(
          kind: .permission, status: grant.status, rule: grant.ruleName, digest: grant.digest,
          target: grant.target, moment: grant.decidedAt, count: count))
      rows.append([
        Self.note(count, of: grant.status),
        TerminalText.escaped(grant.rulePath ?? grant.ruleName)
          + (grant.followsEdits ? " (after edits too)" : ""),
        String(grant.digest.prefix(12)), TerminalText.escaped(grant.target.summary),
      ])
    }
    try Self.show(rows, records, .permission, in: format, of: tool)
  }

  private static func note(_ count: Int?, of status: AuthorizationStatus) -> String {
    guard let count else { return status.rawValue }
    return "\(status.rawValue) to \(count == 1 ? "1 asset" : "\(count) assets")"
  }

  private typealias Subject = (
    permissions: RulePermissions, identity: RuleIdentity,
    requirements: [RulePermissions.RequestedPermission]
  )

  private func rule() throws -> Rule {
    try Rule(
      .word(path, from: line.origin), words: line.rest, now: .current,
      libraries: line.libraries, in: tool, messages)
  }

  /// Returns the rule, and those of its permission requests that the options select.
  private func subject(needsRequirements: Bool = true) throws -> Subject {
    let rule = try rule()
    let choice =
      line.libraries.isEmpty
      ? try rule.libraries(named: [], in: tool, try tool.configuration()) : LibraryChoice(named: [])
    let permissions = RulePermissions(
      of: rule, on: choice, .none, messages: messages, in: tool)
    let identity = try rule.loaded.identity()
    var requirements = try permissions.requirements()
    if let named = try namedTargets() {
      requirements = try named.map { target, refusal in
        if let own = requirements.first(where: { $0.request.target == target }) { return own }
        return RulePermissions.RequestedPermission(
          request: try request(identity, target), refusal: refusal)
      }
    }
    guard !needsRequirements || !requirements.isEmpty else {
      throw UsageProblem("the rule asks for nothing; name a library: --library FOLDER")
    }
    return (permissions, identity, requirements)
  }

  /// Returns the request for a permission that the command line names and the rule doesn't ask for.
  private func request(
    _ identity: RuleIdentity, _ target: PermissionTarget
  ) throws -> PermissionRequest {
    switch target {
    case .library: PermissionRequest(identity, target)
    case .capability(let capability): try PermissionRequest(identity, capability, for: [])
    }
  }

  private func namedTargets() throws -> [(target: PermissionTarget, refusal: String?)]? {
    guard !line.libraries.isEmpty || !line.allowed.isEmpty else { return nil }
    var targets: [(PermissionTarget, String?)] = []
    for name in line.libraries {
      let place = try LibraryPath(name, home: nil, in: tool.libraryKinds)
      targets.append((.library(place.path), place.refusal))
    }
    for capability in try PermissionSettings.capabilities(line.allowed) {
      targets.append((.capability(capability), nil))
    }
    return targets
  }

  private func isAsked(
    _ target: PermissionTarget, _ named: [(target: PermissionTarget, refusal: String?)]?
  ) -> Bool {
    named?.contains { $0.target == target } ?? true
  }

  /// Throws ``PermissionProblem`` if the system or a policy restricts one of the permissions.
  private func checkChangeable(_ requirements: [RulePermissions.RequestedPermission]) throws {
    for requirement in requirements {
      let authority = tool.authority
      if let restriction = authority.restriction(
        of: requirement.request.target, refusal: requirement.refusal)
      {
        throw PermissionProblem.restricted(requirement.request.target, restriction)
      }
    }
  }

  private func keep(
    _ decision: Grant.Decision, _ requests: [PermissionRequest], _ followsEdits: Bool
  ) throws {
    if followsEdits, let rule = requests.first?.rule, !rule.isOwn {
      throw UsageProblem(
        "\(rule.path): others can write the rule, its modules or their folders, so its edits can't"
          + " be taken for yours")
    }
    try tool.permissions()
      .decide(decision, for: requests, followsEdits: followsEdits, by: .command, at: .current)
    for request in requests {
      let state: String
      switch decision {
      case .authorized: state = "granted"
      case .denied: state = "denied"
      case .limited(let assets):
        state = assets.count == 1 ? "granted for 1 asset" : "granted for \(assets.count) assets"
      }
      let words = PermissionMessages(request.rule, [request], toolName: tool.name)
      messages.write("\(state): \(words.ruleName), \(words.targets)")
    }
  }

  /// Returns the local identifiers of `names`, which may be paths; for none, of standard input.
  private func identifiers(_ names: [String], of library: String) throws -> [[UInt8]] {
    guard names.isEmpty else {
      var words = CommandLineBytes()
      let folder = Array((library.hasSuffix("/") ? library : library + "/").utf8)
      return names.map { name in
        let bytes = words.bytes(of: name)
        return bytes.starts(with: folder) ? Array(bytes.dropFirst(folder.count)) : bytes
      }
    }
    return try ChoosableAsset.identifiers(onInputOf: tool.context(named: "auth"), library: library)
  }

  private func command(_ verb: String, _ requirement: RulePermissions.RequestedPermission) -> String
  {
    PermissionMessages(requirement.request.rule, [requirement.request], toolName: tool.name)
      .command(verb)
  }

  private static func isHash(_ text: String) -> Bool {
    (8...64).contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
  }

  private func reporting(_ body: () throws -> Void) throws {
    try messages.reporting(rulePath: path, body)
  }
}

struct AuthRecord {
  let kind: Kind
  let status: AuthorizationStatus
  let rule: String
  let digest: String
  let target: PermissionTarget
  var moment: Instant?
  var count: Int?
  var note = ""

  enum Kind {
    case permission, decision
  }

  func write(into writer: inout RecordWriter) {
    switch kind {
    case .permission: writer.begin(kind: "permission")
    case .decision: writer.begin(kind: "decision")
    }
    writer.write("status", status.rawValue)
    writer.write("rule", rule)
    writer.write("digest", digest)
    switch target {
    case .library(let path): writer.write("library", path)
    case .capability(let capability): writer.write("capability", capability.rawValue)
    }
    if let count { writer.write("count", Int64(count)) }
    if !note.isEmpty { writer.write("note", note) }
    if let moment { writer.write("decidedAt", moment) }
    writer.end()
  }
}
