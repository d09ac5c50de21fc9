public import Engine

/// The contract that every kind of library has to keep, as a check for tests.
///
/// ```swift
/// let contract = LibraryContract(of: CSVLibrary.self, at: path)
/// #expect(try contract.violations() == [])
/// ```
///
/// The library should contain a few dozen assets that differ in many fields, and must not change
/// during the check. Its own answers are compared with those that the engine computes without it.
public struct LibraryContract {
  let kind: LibraryKind
  let place: LibraryPlace
  private let fields: [AddedField]

  /// - Parameters:
  ///   - path: The path of a library, or a text that the kind locates.
  ///   - fields: The fields that rules can use besides the standard ones.
  public init(of type: any Library.Type, at path: String, fields: [AddedField] = []) {
    self.init(of: LibraryKind(of: type), at: path, fields: fields)
  }

  /// Creates the contract of a kind that was made at run time.
  public init(of kind: LibraryKind, at path: String, fields: [AddedField] = []) {
    self.kind = kind
    place = LibraryPlace(name: path, path: kind.locates(path) ?? path)
    self.fields = fields
  }

  /// Returns the violations of the contract, each as a sentence.
  ///
  /// Violations that follow from another one are not listed: a library whose originals are missing,
  /// or whose identifiers are not unique, is not checked further.
  ///
  /// - Throws: The errors of reading the library.
  public func violations() throws -> [String] {
    guard kind.recognises(place) else {
      return ["\(kind.name) does not recognise \"\(place.path)\""]
    }
    let all = try assets()
    for check in [identityViolations, originalViolations, stabilityViolations] {
      let violations = try check(all)
      if !violations.isEmpty { return violations }
    }
    return try pushdownViolations(all) + orderViolations(all) + fetchViolations(all)
      + albumViolations(all) + choiceViolations(all)
  }

  /// Returns the context of a new run that sees the chosen assets, or all for nil.
  func context(choosing chosen: ChosenAssets? = nil) -> RunContext {
    var context = RunContext(
      now: Instant(milliseconds: 0), ruleName: "contract", libraries: [place.path])
    context.use(Components(kinds: [kind], fields: fields))
    context.permission.access.add(place.path, at: place.path, chosen: chosen, isNamed: true)
    return context
  }

  func answer(
    _ fetch: AssetFetch, choosing chosen: ChosenAssets? = nil
  ) throws -> Answer {
    let place = LibraryPlace(name: place.name, path: place.path, chosen: chosen)
    let context = context(choosing: chosen)
    let library = try kind.open(place, for: context)
    return try LibraryReader(fetch, in: context).answer(of: library, at: place)
  }

  /// Returns a fetch's assets, to which the engine applies the tests that the library leaves over.
  func assets(
    _ fetch: AssetFetch = AssetFetch(), choosing chosen: ChosenAssets? = nil
  ) throws -> [Asset] {
    let answer = try answer(fetch, choosing: chosen)
    return try Self.all(of: answer.reader).filter { answer.residual.matches($0) }
  }

  static func all(of reader: any AssetReader) throws -> [Asset] {
    var assets: [Asset] = []
    while let pending = try reader.next() { assets += pending.unfold() }
    return assets
  }

  static func identifiers(_ assets: some Sequence<Asset>) -> [String] {
    assets.map { $0.string(of: .localIdentifier) }
  }

  /// Returns a sentence about the difference of two lists of identifiers; empty if none exists.
  static func difference(
    _ what: String, _ given: [String], _ expected: [String]
  ) -> [String] {
    if given == expected { return [] }
    let missing = expected.filter { !given.contains($0) }
    let added = given.filter { !expected.contains($0) }
    let detail =
      missing.isEmpty && added.isEmpty
      ? "the order differs or some come twice"
      : "missing: \(missing.prefix(3)), too many: \(added.prefix(3))"
    return ["\(what): \(given.count) assets instead of \(expected.count); \(detail)"]
  }
}
