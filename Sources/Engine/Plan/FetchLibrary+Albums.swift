extension FetchLibrary {
  /// The albums of a pipeline whose source gives such, counted and with the assets that stand for
  /// them.
  ///
  /// - Parameter calls: of the pipeline's stages, by which it is known when it is asked for again.
  /// - Returns: albums of the caller's own, and the number of the state that they are of.
  package func albums(
    of plan: PipelinePlan, _ calls: [StageCall]
  ) throws -> (albums: [Asset], shelf: AlbumShelf) {
    if let shelf = shelf(of: calls), let albums = shelf.albums() { return (albums, shelf) }
    let shelf = try count(plan, number: nextNumber())
    guard let albums = shelf.countedAlbums() else { throw FetchProblem.changed }
    keep(shelf, of: calls)
    return (albums, shelf)
  }

  private func count(_ plan: PipelinePlan, number: Int) throws -> AlbumShelf {
    let isUnchanged = try watch()
    var context = context
    context.libraries = [path]
    // What was open before may have changed.
    context.resources[OpenedLibraries.self] = OpenedLibraries()
    context.progress = RunProgress()
    let opened = try plan.source.open(plan.query, in: context)
    let lane = Lane(context: context, functions: nil, width: lanes)
    var steps = try StepChain(plan.steps.prefix(1).map { $0.forRun() }[...], in: lane)
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
    // An asset that stands for an album is read once, so that it can be given again.
    for album in albums { album.coverAsset?.readAhead(.header) }
    return AlbumShelf(
      albums, number: number, failures: failures, isUnchanged: isUnchanged)
  }
}
