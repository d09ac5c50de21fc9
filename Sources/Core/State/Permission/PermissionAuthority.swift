/// The authority on permissions: the administrator's policy, then the system, then the user.
package struct PermissionAuthority: Sendable {
  private let policyFile: PolicyFile
  private let store: @Sendable () throws -> PermissionStore

  /// - Parameter store: Returns the user's decisions; not called if the policy or system forbids
  ///   the use.
  package init(
    policy: PolicyFile = .standard, store: @escaping @Sendable () throws -> PermissionStore
  ) {
    policyFile = policy
    self.store = store
  }

  /// Returns the permission of a rule for one target. Throws ``PermissionProblem`` if the user's
  /// decisions can't be read, or the errors of `store`. `refusal` is the system's reason for
  /// denying access to the library; nil if it does not.
  package func permission(
    for request: PermissionRequest, refusal: String? = nil
  ) throws -> Permission {
    if let restriction = restriction(of: request.target, refusal: refusal) {
      return Permission(restriction)
    }
    return try store().permission(for: request)
  }

  /// Returns the restriction of a library or capability by the policy or, if `refusal` has its
  /// reason, by the system; nil if both let the user decide.
  package func restriction(of target: PermissionTarget, refusal: String? = nil) -> Restriction? {
    if let restriction = restriction(of: target, isOwn: true) { return restriction }
    return refusal.map(Restriction.system)
  }

  /// Returns the policy's restriction of a library that the user named; nil if none exists.
  package func restriction(ofNamed library: String) -> Restriction? {
    restriction(of: .library(library), isOwn: false)
  }

  /// Throws ``PermissionProblem/restricted(_:_:)`` for a library that the user named and the
  /// administrator forbids, or ``LibraryProblem`` if it does not exist.
  ///
  /// - Parameter kinds: The kinds of libraries that prefixes such as `shotwell:` name.
  package func check(named library: String, in kinds: LibraryKinds) throws {
    guard hasPolicy else { return }
    let path = try LibraryPath(library, home: nil, in: kinds).path
    if let restriction = restriction(ofNamed: path) {
      throw PermissionProblem.restricted(.library(path), restriction)
    }
  }

  /// True if there is a policy, even an unreadable one.
  package var hasPolicy: Bool {
    do { return try policyFile.load() != nil } catch { return true }
  }

  private func restriction(of target: PermissionTarget, isOwn: Bool) -> Restriction? {
    do throws(FileProblem) {
      return try policyFile.load()?.restriction(of: target, isOwn: isOwn)
    } catch {
      return .unreadablePolicy(error.reason)
    }
  }
}
