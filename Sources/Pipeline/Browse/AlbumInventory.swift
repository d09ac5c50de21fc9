/// All albums of a library: smart albums, then those that people made, shared or imported.
package struct AlbumInventory {
  package let albums: [AlbumAsset]
  /// What could not be read while they were counted.
  package let failures: [AssetFailure]

  /// Counts the albums of a library.
  ///
  /// - Parameters:
  ///   - includesEmpty: whether albums are listed of which no asset is there.
  ///   - includesHidden: whether hidden assets count in every album.
  /// - Throws: ``LibraryProblem`` when it can't be read, or ``RunProblem/cancelled``.
  package init(
    of library: FetchLibrary, includesEmpty: Bool, includesHidden: Bool, in context: RunContext
  ) throws {
    let calls = Self.calls(includesEmpty: includesEmpty, includesHidden: includesHidden)
    let plan = try PlanBuilder(components: context.components, rulePath: "", now: context.now)
      .plan(calls)
    let (albums, shelf) = try library.albums(of: plan, calls)
    self.albums = albums.compactMap { $0 as? AlbumAsset }
    failures = shelf.failures
  }

  private static func calls(includesEmpty: Bool, includesHidden: Bool) -> [StageCall] {
    let subtypes =
      CollectionSubtype.allCases.filter { $0.title != nil }
      + CollectionSubtype.allCases.filter { $0.title == nil }
    let source = ArgumentValue.table([
      ArgumentMember("albums", .list(subtypes.map { .text($0.rawValue) })),
      ArgumentMember("includeHidden", .flag(includesHidden)),
    ])
    let calls = [StageCall(name: "source", arguments: [source], line: 0)]
    if !includesEmpty { return calls }
    let filter = ArgumentValue.table([ArgumentMember("empty", .flag(true))])
    return calls + [StageCall(name: "filter", arguments: [filter], line: 0)]
  }
}
