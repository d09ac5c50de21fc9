extension PhotosLibrary {
  package static let kind: LibraryKind = {
    var kind = LibraryKind(
      name: "photos",
      summary: "a library of Apple Photos, or the media partition of an iPhone",
      answers: { answers($0) }, mark: { database(of: $0).map { LibraryMark(database: $0) } }
    ) { PhotosLayout(path: $0.path) != nil }
    kind.abilities.honoursChoice = true
    kind.abilities.databases = { database(of: $0).map { [$0] } ?? [] }
    kind.abilities.albums.lister = { library, request, _ in
      guard let photos = library as? PhotosLibrary else { return [] }
      return try PhotosAlbumListing(request, of: photos).albums()
    }
    kind.abilities.albums.statements = { library, request, query in
      guard let photos = library as? PhotosLibrary else { return [] }
      return try PhotosAlbumListing(request, of: photos).statements(query)
    }
    kind.abilities.fetcher = { DatabaseFetcher<PhotosSnapshot>($0) }
    return kind
  }()

  /// Returns the path of a library's database, whether or not it exists; nil for any other folder.
  private static func database(of place: LibraryPlace) -> String? {
    PhotosLayout(path: place.path).map { "\(place.path)/\($0.database)" }
  }

  /// Opens the library at a place for a run; throws ``LibraryProblem`` if it can't be read.
  package convenience init(opening place: LibraryPlace, for run: RunContext) throws {
    try self.init(
      path: place.path, chosen: place.chosen, cancellation: run.cancellation,
      allowsReferences: run.permission.capabilities.contains(.references),
      decoders: run.services.decoders, catalogue: run.services.catalogue, run: run.link)
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    let selection = try fetch.selection(of: self)
    let rest = selection.rest(schema)
    let isOrdered = selection.order != nil
    if fetch.offset >= PhotosOffsetReader.worthwhileOffset, rest == .always,
      fetch.order.isEmpty || isOrdered
    {
      return Answer(
        reader: try PhotosOffsetReader(self, selection, fetch, in: run), residual: rest,
        isOrdered: isOrdered, skipped: fetch.offset)
    }
    return Answer(
      reader: try PhotosReader(self, selection, in: run), residual: rest, isOrdered: isOrdered)
  }

  package func statements(for fetch: AssetFetch) -> [String] {
    do {
      return PhotosStatement(try fetch.selection(of: self), schema).summary
    } catch {
      return ["none: \(error)"]
    }
  }
}
