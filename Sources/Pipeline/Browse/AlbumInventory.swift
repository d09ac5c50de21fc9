/// All albums of a library: smart albums first, then created, shared and imported ones.
package struct AlbumInventory {
  /// The albums, each with its number of assets.
  package let albums: [AlbumAsset]
  /// The assets that could not be read while the albums were counted.
  package let failures: [AssetFailure]

  /// Lists the albums, with `includesEmpty` also those without assets, and with `includesHidden`
  /// counting hidden assets. Throws ``LibraryProblem`` if the library can't be read, or
  /// ``RunProblem/cancelled``.
  package init(
    of library: FetchLibrary, includesEmpty: Bool, includesHidden: Bool, in context: RunContext
  ) throws {
    let calls = Self.calls(includesEmpty: includesEmpty, includesHidden: includesHidden)
    let plan = try context.plan(calls)
    let (albums, cache) = try library.albums(of: plan, calls)
    self.albums = albums.compactMap { $0 as? AlbumAsset }
    failures = cache.failures
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
