/// The reasons why the user's decisions can't be read or stored. Nothing is permitted then.
package enum PermissionProblem: Error, Hashable, Sendable {
  /// An untrustworthy file: it is damaged, or other users could have written it.
  case notTrusted(path: String, reason: String)
  case notWritten(path: String, reason: String)
  /// Another process that writes decisions and does not finish.
  case busy(path: String)
  /// A restriction by the administrator's policy of a target that the user wants to allow.
  case restricted(PermissionTarget, Restriction)
}

extension PermissionProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTrusted(let path, let reason):
      "the permissions in \"\(path)\" can't be believed: \(reason); nothing is permitted until the"
        + " file is put right or removed (then every rule asks again)"
    case .notWritten(let path, let reason): "can't keep the decision in \"\(path)\": \(reason)"
    case .busy(let path): "another shotflow holds \"\(path)\"; try again"
    case .restricted(let target, let restriction): restriction.message(for: target)
    }
  }
}

extension Restriction {
  /// Returns a message with the restriction and its source, and that the user can't lift it.
  package func message(for target: PermissionTarget) -> String {
    switch self {
    case .policy(let place):
      "the administrator's policy (\(place)) forbids \(target.summary); only the administrator can"
        + " change that"
    case .unreadablePolicy(let reason):
      "\(reason), so it can't be known whether it forbids \(target.summary); only the administrator"
        + " can change that"
    case .system(let reason):
      "the system refuses \(target.summary): \(reason); shotflow can't change that; only a user who"
        + " may set the rights of those files can" + Self.systemHint
    }
  }

  private static var systemHint: String {
    #if canImport(Darwin)
      " (or System Settings, Privacy & Security, Files and Folders)"
    #else
      ""
    #endif
  }
}
