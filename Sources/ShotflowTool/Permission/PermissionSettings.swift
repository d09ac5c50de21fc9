internal import Console
internal import Pipeline

/// What a command line says of permissions.
struct PermissionSettings {
  /// Libraries that the person named.
  let libraries: [String]
  /// The state that is tried; nil for the one that holds.
  let status: AuthorizationStatus?
  /// What there is when ``AuthorizationStatus/limited`` is tried.
  let chosen: [[UInt8]]
  /// Capabilities that the person allows for this run.
  let allowed: [Capability]
  /// Whether it is logged that they were allowed; parts of a run leave that to the whole.
  let areLogged: Bool

  /// Those of a command line that says nothing.
  static let none = PermissionSettings()

  private init() {
    (libraries, status, chosen, allowed, areLogged) = ([], nil, [], [], true)
  }

  /// - Throws: ``UsageProblem`` for a value that an option does not take.
  init(_ request: RunRequest) throws(UsageProblem) {
    libraries = request.libraries
    status = try request.auth.map { (text) throws(UsageProblem) in try Self.status(text) }
    guard request.chosen.isEmpty || status == .limited else {
      throw UsageProblem("--chosen goes with --auth limited")
    }
    chosen = request.chosen.map { Array($0.utf8) }
    allowed = try Self.capabilities(request.allowed)
    areLogged = !request.shard.isPartial
  }

  /// Reads names, each of which may be several with commas between them.
  static func capabilities(_ texts: [String]) throws(UsageProblem) -> [Capability] {
    var found: [Capability] = []
    for name in texts.flatMap({ $0.split(separator: ",") }).map(String.init) {
      guard let capability = Capability(rawValue: name) else {
        throw UsageProblem(
          message(for: name, "allow", among: Capability.allCases.map(\.rawValue)))
      }
      if !found.contains(capability) { found.append(capability) }
    }
    return found
  }

  private static func status(_ text: String) throws(UsageProblem) -> AuthorizationStatus {
    if let status = AuthorizationStatus(rawValue: text) { return status }
    throw UsageProblem(
      message(for: text, "auth", among: AuthorizationStatus.allCases.map(\.rawValue)))
  }

  private static func message(for text: String, _ option: String, among names: [String]) -> String {
    let near = NearestName.of(text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    return "--\(option) takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), "
      + "not \"\(text)\"\(near)"
  }
}
