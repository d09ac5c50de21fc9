/// The libraries that a run may read, which the rule names and the user permitted.
package struct LibraryAccess: Sendable {
  private var permitted: [LibraryPlace] = []
  /// The assets that the rule may see in libraries that the user named; nil for all.
  private var chosenOfNamed: ChosenAssets?

  package init() {}

  /// True if the rule may see only some of the assets.
  package var isLimited: Bool { chosenOfNamed != nil || permitted.contains { $0.chosen != nil } }

  /// Adds a library that may be opened.
  ///
  /// - Parameters:
  ///   - name: The library as the rule or the user writes it.
  ///   - chosen: The assets that the rule may see; nil for all.
  ///   - isNamed: True if the user named it.
  package mutating func add(
    _ name: String, at path: String, chosen: ChosenAssets?, isNamed: Bool
  ) {
    if isNamed { chosenOfNamed = chosen }
    permitted.append(LibraryPlace(name: name, path: path, chosen: chosen))
  }

  /// Returns the libraries that a source may open.
  ///
  /// - Parameters:
  ///   - own: The library that the rule names; nil for those that the user named.
  ///   - named: The libraries that the user named.
  /// - Throws: ``LibraryProblem`` when none exists, or it was not permitted.
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
  /// Returns the libraries that a source may open, with their paths.
  ///
  /// - Parameter own: the library that the rule names; nil for those that the user named.
  /// - Throws: ``LibraryProblem`` when none exists, or it was not permitted.
  package func places(
    own: String? = nil, named: [String]
  ) throws(LibraryProblem) -> [LibraryPlace] {
    try permission.access.libraries(own: own, named: named).map {
      LibraryPlace(name: $0.name, path: libraryKinds.path(of: $0.path), chosen: $0.chosen)
    }
  }
}
