internal import Pipeline

/// The options of a command line that concern permissions.
package struct PermissionSettings {
  let libraries: [String]
  /// The state that `--auth` sets for this run, to try the rule; nil for the stored state.
  let status: AuthorizationStatus?
  /// The local identifiers of the assets that the rule sees with `--auth limited`.
  let chosen: [[UInt8]]
  let allowed: [Capability]
  /// True if used capabilities are logged; false in a shard, as the whole run logs them.
  let areLogged: Bool

  /// The settings of a command line without options on permissions.
  static let none = PermissionSettings()

  private init() {
    (libraries, status, chosen, allowed, areLogged) = ([], nil, [], [], true)
  }

  /// Parses a command line's options on permissions; throws ``UsageProblem`` for an invalid value.
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

  /// Returns the capabilities in texts such as `exec,write`; throws ``UsageProblem`` for others.
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
