/// The user's decisions about rules, in a file that only the user can write, `permissions` in the
/// state folder. An untrustworthy file permits nothing.
///
/// ```swift
/// let permission = try store.permission(for: request)
/// if permission.status == .notDetermined {
///   try store.decide(.authorized, for: [request], by: .question, at: now)
/// }
/// ```
package struct PermissionStore: Sendable {
  private let folder: PermissionFolder
  private let log: PermissionLog

  private static let fileName = "permissions"

  /// - Parameter folder: The state folder, which need not exist.
  package init(folder: String) {
    self.folder = PermissionFolder(folder)
    log = PermissionLog(self.folder)
  }

  /// The path of the file with the decisions.
  package var path: String { folder.path(of: Self.fileName) }

  /// Returns the user's decision; ``PermissionAuthority`` checks restrictions before.
  package func permission(for request: PermissionRequest) throws(PermissionProblem) -> Permission {
    let grants = try grants().filter { $0.settles(request) }
    // If there are several, the narrowest holds.
    if grants.contains(where: { $0.decision == .denied }) { return Permission(.denied) }
    for grant in grants {
      if case .limited(let assets) = grant.decision {
        return Permission(.limited, chosen: ChosenAssets(assets))
      }
    }
    return Permission(grants.isEmpty ? .notDetermined : .authorized)
  }

  /// Returns the reason why an earlier grant does not cover a request; nil if there is no earlier
  /// grant, or it covers the request.
  package func lapse(of request: PermissionRequest) throws(PermissionProblem) -> GrantLapse? {
    for grant in try grants() {
      guard grant.target == request.target, grant.concerns(request.rule),
        grant.decision == .authorized
      else { continue }
      if grant.isOutdated { return .outdated }
      if grant.isForOther(than: request) { return .otherUses }
    }
    return nil
  }

  /// Returns true if the user's last decision about a request was to take back an earlier one, for
  /// the rule as it is or another one of its name.
  package func isRevoked(_ request: PermissionRequest) throws(PermissionProblem) -> Bool {
    let last = try history().last { entry in
      entry.isDecision && entry.target == request.target
        && (entry.digest == request.rule.digest || entry.ruleName == request.rule.name)
    }
    return last?.isRevocation ?? false
  }

  /// Returns all decisions, the oldest first.
  package func grants() throws(PermissionProblem) -> [Grant] {
    guard let bytes = try folder.read(Self.fileName) else { return [] }
    do {
      return try GrantFileFormat.grants(in: bytes)
    } catch {
      throw .notTrusted(path: path, reason: error.reason)
    }
  }

  /// Stores a decision about a rule's requests, in place of earlier decisions about them.
  package func decide(
    _ decision: Grant.Decision, for requests: [PermissionRequest], followsEdits: Bool = false,
    by occasion: PermissionLogEntry.Occasion, at moment: Instant
  ) throws(PermissionProblem) {
    guard !requests.isEmpty else { return }
    try change { (grants) in
      var entries: [PermissionLogEntry] = []
      for request in requests {
        let grant = Grant(decision, of: request, followsEdits: followsEdits, at: moment)
        grants.removeAll { $0.target == request.target && $0.concerns(request.rule) }
        grants.append(grant)
        entries.append(
          PermissionLogEntry(
            grant.status, ruleName: grant.ruleName, digest: grant.digest, target: grant.target,
            note: Self.note(on: grant), by: occasion, at: moment))
      }
      return entries
    }
  }

  /// Revokes decisions, so that the user is asked again; returns how many there were.
  package func revoke(
    at moment: Instant, where isMeant: (Grant) -> Bool
  ) throws(PermissionProblem) -> Int {
    var count = 0
    try change { grants in
      let entries = grants.filter(isMeant).map { grant in
        PermissionLogEntry(
          .notDetermined, ruleName: grant.ruleName, digest: grant.digest, target: grant.target,
          note: "revoked, was \(grant.status.rawValue)", by: .command, at: moment)
      }
      grants.removeAll(where: isMeant)
      count = entries.count
      return entries
    }
    return count
  }

  /// Logs that the user was asked and did not decide.
  package func noteCancellation(
    of request: PermissionRequest, at moment: Instant
  ) throws(PermissionProblem) {
    let entry = PermissionLogEntry(
      .notDetermined, ruleName: request.rule.name, digest: request.rule.digest,
      target: request.target, note: "left open", by: .question, at: moment)
    try note([entry])
  }

  /// Logs what the user permitted for one run only, which is not stored as a decision.
  package func noteRun(
    _ permitted: [(PermissionRequest, Permission)], at moment: Instant
  ) throws(PermissionProblem) {
    let entries = permitted.map { request, permission in
      let notes = [permission.chosen.map { Self.note(onAssets: $0.count) }, "for one run"]
      return PermissionLogEntry(
        permission.status, ruleName: request.rule.name, digest: request.rule.digest,
        target: request.target, note: notes.compactMap(\.self).joined(separator: ", "), by: .run,
        at: moment)
    }
    if !entries.isEmpty { try note(entries) }
  }

  private func note(_ entries: [PermissionLogEntry]) throws(PermissionProblem) {
    try folder.withLock { (open) throws(PermissionProblem) in try log.add(entries, in: open) }
  }

  /// Returns the logged decisions, the oldest first.
  package func history() throws(PermissionProblem) -> [PermissionLogEntry] {
    try log.entries()
  }

  /// Changes the decisions; `body` returns the entries for the log. The log is written first, so
  /// that it has every valid decision, although its last entry may not have taken effect.
  private func change(
    _ body: (inout [Grant]) -> [PermissionLogEntry]
  ) throws(PermissionProblem) {
    try folder.withLock { (open) throws(PermissionProblem) in
      var grants = try grants()
      let entries = body(&grants)
      guard !entries.isEmpty else { return }
      let bytes: [UInt8]
      do throws(FileProblem) {
        bytes = try GrantFileFormat.bytes(of: grants)
      } catch {
        throw PermissionProblem.notWritten(path: path, reason: error.reason)
      }
      try log.add(entries, in: open)
      try folder.write(bytes, to: Self.fileName, in: open)
    }
  }

  private static func note(on grant: Grant) -> String {
    var notes: [String] = []
    if case .limited(let assets) = grant.decision { notes.append(note(onAssets: assets.count)) }
    if grant.includesHidden { notes.append("hidden assets too") }
    if grant.followsEdits { notes.append("after edits too") }
    return notes.joined(separator: ", ")
  }

  private static func note(onAssets count: Int) -> String {
    count == 1 ? "1 asset" : "\(count) assets"
  }
}

/// The log of the user's decisions, in order, in a file of limited size.
struct PermissionLog: Sendable {
  let folder: PermissionFolder
  /// The size in bytes at which the older half of the entries is dropped.
  private let limit: Int

  static let fileName = "permissions.log"

  init(_ folder: PermissionFolder, limit: Int = 256 << 10) {
    self.folder = folder
    self.limit = limit
  }

  /// Appends decisions; the caller holds the folder's lock.
  func add(
    _ entries: [PermissionLogEntry], in open: PrivateFolder
  ) throws(PermissionProblem) {
    let bytes = entries.flatMap { $0.line.bytes }
    guard try folder.append(bytes, to: Self.fileName, in: open) else {
      return try folder.write(bytes, to: Self.fileName, in: open)
    }
    if let all = try folder.read(Self.fileName), all.count > limit {
      // The first line of the half is usually cut.
      let half = all.suffix(limit / 2).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      let older = Self.entries(in: all.prefix(upTo: half.startIndex)).filter(\.isRevocation)
      // What was taken back stays so, although it is nowhere else.
      let kept = older.flatMap { $0.line.bytes }.suffix(limit / 4)
      let whole = kept.count < limit / 4 ? kept : kept.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      try folder.write(Array(whole + half), to: Self.fileName, in: open)
    }
  }

  /// Returns the decisions, the oldest first; unreadable lines are left out.
  func entries() throws(PermissionProblem) -> [PermissionLogEntry] {
    Self.entries(in: try folder.read(Self.fileName) ?? [])
  }

  private static func entries(in bytes: some Collection<UInt8>) -> [PermissionLogEntry] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      TabSeparatedLine(line).flatMap { PermissionLogEntry($0) }
    }
  }
}

/// One decision in the log.
package struct PermissionLogEntry: Hashable, Sendable {
  /// The actions of the user by which a decision is made.
  package enum Occasion: String, Sendable {
    /// A command, such as `auth grant`.
    case command
    /// A question on the terminal, when the rule asked.
    case question
    /// An option for one run only: `run --allow`, `run --auth`.
    case run
  }

  /// True if the user took back a decision.
  var isRevocation: Bool { status == .notDetermined && occasion == .command }
  /// True if the entry decides about later runs, unlike one for one run or an unanswered question.
  var isDecision: Bool { occasion != .run && (status != .notDetermined || isRevocation) }

  /// The time of the decision.
  package let moment: Instant
  /// The action by which the user decided.
  package let occasion: Occasion
  /// The status after the decision; notDetermined after a revocation or an unanswered question.
  package let status: AuthorizationStatus
  /// The rule's name.
  package let ruleName: String
  /// The hash of the rule's content.
  package let digest: String
  /// The target of the decision.
  package let target: PermissionTarget
  /// Further facts: the number of chosen assets, or that the permission stays valid after edits.
  package let note: String

  package init(
    _ status: AuthorizationStatus, ruleName: String, digest: String, target: PermissionTarget,
    note: String, by occasion: Occasion, at moment: Instant
  ) {
    self.moment = moment
    self.occasion = occasion
    self.status = status
    self.ruleName = ruleName
    self.digest = digest
    self.target = target
    self.note = note
  }

  init?(_ line: TabSeparatedLine) {
    guard let texts = line.texts, texts.count == 7, let moment = Instant(texts[0]),
      let occasion = Occasion(rawValue: texts[1]),
      let status = AuthorizationStatus(rawValue: texts[2]),
      let target = PermissionTarget(texts[5])
    else { return nil }
    self.init(
      status, ruleName: texts[3], digest: texts[4], target: target, note: texts[6], by: occasion,
      at: moment)
  }

  var line: TabSeparatedLine {
    TabSeparatedLine([
      moment.description, occasion.rawValue, status.rawValue, ruleName, digest, target.text, note,
    ])
  }
}
