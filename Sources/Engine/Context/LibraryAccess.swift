/// What a run may see: libraries that the rule names itself and the person permitted, and how much.
package struct LibraryAccess: Sendable {
  /// A library that a run may open.
  struct Entry: Sendable {
    /// As the rule, or the person, writes it.
    let name: String
    /// Where it is.
    let path: String
    /// What of it exists for the rule; nil for all of it.
    let chosen: ChosenAssets?
  }

  /// Libraries of the rule's own that were permitted.
  private var permitted: [Entry] = []
  /// What exists of the libraries that the person named; nil for all.
  private var chosenOfNamed: ChosenAssets?

  package init() {}

  /// Whether some assets only exist for the rule.
  var isLimited: Bool { chosenOfNamed != nil || permitted.contains { $0.chosen != nil } }

  /// Notes a library that may be opened; one that may not is left out.
  ///
  /// - Parameters:
  ///   - name: the library as the rule or the person writes it.
  ///   - isNamed: whether the person named it.
  package mutating func add(
    _ name: String, _ target: PermissionTarget, _ permission: Permission, isNamed: Bool
  ) {
    guard case .library(let path) = target,
      permission.status == .authorized || permission.status == .limited
    else { return }
    if isNamed { chosenOfNamed = permission.chosen }
    permitted.append(Entry(name: name, path: path, chosen: permission.chosen))
  }

  /// The libraries that a source may open.
  ///
  /// - Parameters:
  ///   - own: the library that the rule names; nil for those that the person named.
  ///   - named: those that the person named.
  /// - Throws: ``LibraryProblem`` when there is none, or it was not permitted.
  func libraries(own: String?, named: [String]) throws(LibraryProblem) -> [Entry] {
    guard let own else {
      guard !named.isEmpty else {
        throw .notNamed("no library is named; add --library FOLDER")
      }
      return named.map { Entry(name: $0, path: $0, chosen: chosenOfNamed) }
    }
    if let entry = permitted.first(where: { $0.name == own }) { return [entry] }
    if named.contains(own) { return [Entry(name: own, path: own, chosen: chosenOfNamed)] }
    throw .notPermitted("the rule has no permission for the library \"\(own)\"")
  }
}
