/// Who is asked whether something is permitted: the administrator, the system, then the person.
package struct PermissionAuthority: Sendable {
  private let policyFile: PolicyFile
  private let store: @Sendable () throws -> PermissionStore

  /// - Parameter store: the person's decisions; asked for when nobody else has forbidden it.
  package init(
    policy: PolicyFile = .standard, store: @escaping @Sendable () throws -> PermissionStore
  ) {
    policyFile = policy
    self.store = store
  }

  /// What a rule may do with what it asked for.
  ///
  /// - Parameter refusal: why the system won't open the library; nil when it will.
  /// - Throws: ``PermissionProblem``, or what `store` throws.
  package func permission(
    for request: PermissionRequest, refusal: String? = nil
  ) throws -> Permission {
    if let restriction = restriction(of: request.target, refusal: refusal) {
      return Permission(restriction)
    }
    return try store().permission(for: request)
  }

  /// Who forbids what a rule asks for, whatever the person decided.
  package func restriction(of target: PermissionTarget, refusal: String? = nil) -> Restriction? {
    if let restriction = restriction(of: target, isOwn: true) { return restriction }
    return refusal.map(Restriction.system)
  }

  /// Who forbids a library that the person named; the system says so when it is opened.
  package func restriction(ofNamed library: String) -> Restriction? {
    restriction(of: .library(library), isOwn: false)
  }

  /// Refuses a library that the person named and the administrator forbids.
  ///
  /// - Parameter kinds: know what texts such as `shotwell:` mean.
  /// - Throws: ``PermissionProblem/restricted(_:_:)``, or ``LibraryProblem`` when it is not there.
  package func check(named library: String, in kinds: LibraryKinds) throws {
    guard hasPolicy else { return }
    let path = try LibraryPath(library, home: nil, in: kinds).path
    if let restriction = restriction(ofNamed: path) {
      throw PermissionProblem.restricted(.library(path), restriction)
    }
  }

  /// Whether there is a policy at all.
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
