/// What a run may see: libraries that the rule names itself and the person permitted, and how much.
package struct LibraryAccess: Sendable {
  /// Libraries of the rule's own that were permitted.
  private var permitted: [LibraryPlace] = []
  /// What exists of the libraries that the person named; nil for all.
  private var chosenOfNamed: ChosenAssets?

  package init() {}

  /// Whether some assets only exist for the rule.
  package var isLimited: Bool { chosenOfNamed != nil || permitted.contains { $0.chosen != nil } }

  /// Notes a library that may be opened.
  ///
  /// - Parameters:
  ///   - name: the library as the rule or the user writes it.
  ///   - chosen: what of it exists for the rule; nil for all of it.
  ///   - isNamed: whether the user named it.
  package mutating func add(
    _ name: String, at path: String, chosen: ChosenAssets?, isNamed: Bool
  ) {
    if isNamed { chosenOfNamed = chosen }
    permitted.append(LibraryPlace(name: name, path: path, chosen: chosen))
  }

  /// The libraries that a source may open.
  ///
  /// - Parameters:
  ///   - own: the library that the rule names; nil for those that the person named.
  ///   - named: those that the person named.
  /// - Throws: ``LibraryProblem`` when there is none, or it was not permitted.
  package func libraries(own: String?, named: [String]) throws(LibraryProblem) -> [LibraryPlace] {
    guard let own else {
      guard !named.isEmpty else {
        throw .notNamed("no library is named; add --library FOLDER")
      }
      return named.map { LibraryPlace(name: $0, path: $0, chosen: chosenOfNamed) }
    }
    if let entry = permitted.first(where: { $0.name == own }) { return [entry] }
    if named.contains(own) { return [LibraryPlace(name: own, path: own, chosen: chosenOfNamed)] }
    throw .notPermitted("the rule has no permission for the library \"\(own)\"")
  }
}

extension RunContext {
  /// The libraries that a source may open, with their paths.
  ///
  /// - Parameter own: the library that the rule names; nil for those that the user named.
  /// - Throws: ``LibraryProblem`` when there is none, or it was not permitted.
  package func places(
    own: String? = nil, named: [String]
  ) throws(LibraryProblem) -> [LibraryPlace] {
    try access.libraries(own: own, named: named).map {
      LibraryPlace(name: $0.name, path: libraryKinds.path(of: $0.path), chosen: $0.chosen)
    }
  }
}
