extension FetchLibrary {
  /// Returns the albums of a pipeline whose source lists albums, counted and with their covers.
  ///
  /// - Parameter calls: The calls of the pipeline's stages, which identify it for the next request.
  /// - Returns: New albums for the caller, and the state that they belong to.
  package func albums(
    of plan: PipelinePlan, _ calls: [StageCall]
  ) throws -> (albums: [Asset], cache: AlbumCache) {
    if let cache = cache(of: calls), let albums = cache.albums() { return (albums, cache) }
    let cache = try count(plan, number: nextNumber())
    guard let albums = cache.countedAlbums() else { throw FetchProblem.changed }
    keep(cache, of: calls)
    return (albums, cache)
  }

  private func count(_ plan: PipelinePlan, number: Int) throws -> AlbumCache {
    let isUnchanged = try watch()
    var context = context
    context.request.libraries = [path]
    // A library that was opened before may have changed.
    context.resources[OpenedLibraries.self] = OpenedLibraries()
    context.progress = RunProgress()
    let opened = try plan.source.open(plan.query, in: context)
    let worker = WorkerContext(context: context, functions: nil, width: lanes)
    var steps = try StepChain(plan.steps.prefix(1).map { $0.forRun() }[...], in: worker)
    var albums: [AlbumAsset] = []
    var failures: [AssetFailure] = []
    while let pending = try opened.reader.next() {
      var batch = Batch(ordinal: 0, assets: pending.unfold())
      try steps.process(&batch) { done in
        albums += done.survivors.compactMap { $0 as? AlbumAsset }
        failures += done.failures
      }
    }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    // Covers are read here, so that they can be copied later.
    for album in albums { album.coverAsset?.readAhead(.header) }
    return AlbumCache(
      albums, number: number, failures: failures, isUnchanged: isUnchanged)
  }
}
