/// Who forbids something that the person can't allow.
package enum Restriction: Hashable, Sendable {
  /// The administrator, at a place such as `/etc/shotflow/policy:3`.
  case policy(String)
  /// The administrator's policy can't be trusted or read, so that nobody knows what it forbids.
  case unreadablePolicy(String)
  /// The system refuses, for the reason given.
  case system(String)
}
