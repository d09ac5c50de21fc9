/// Records or paths from standard input.
struct RecordSource: SourceWork {
  let input: InputBehaviour
  /// The tests of a smart album, and the assets of albums if these are replaced with them.
  let fetch: AssetFetch

  var traits: StageTraits { StageTraits(input: input) }

  func open(_ query: Query, in context: RunContext) throws -> Answer {
    let (_, rest) = pushdown(query.predicate, in: context)
    let everything = context.includesEverything(fetch)
    let records = try InputReader.open(context, includingEverything: everything)
    guard input.readsNamedLibraries else { return Answer(reader: records, residual: rest) }
    var fetch = fetch
    fetch.predicate = query.predicate
    fetch.includesEverything = everything
    return Answer(reader: AlbumMemberReader(records, fetch, in: context), residual: rest)
  }

  func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    (.always, .conjunction([fetch.membership, predicate]))
  }

  func libraryPaths(in context: RunContext) -> [String] { [] }

  func findings(in context: RunContext) -> [String] {
    input.readsNamedLibraries
      ? ["of albums on standard input: the assets, from what --library names"] : []
  }
}
