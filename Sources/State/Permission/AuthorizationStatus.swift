/// Whether a rule may use something: PhotoKit's `PHAuthorizationStatus`, by its names.
package enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// Nobody has decided yet.
  case notDetermined
  /// An administrator or the system forbids it; the person can't change that.
  case restricted
  case denied
  case authorized
  /// The assets that the person chose; the rest does not exist for the rule.
  case limited
}
