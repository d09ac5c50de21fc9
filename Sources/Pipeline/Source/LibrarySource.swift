/// Gives the assets of a library, of one album, or of what the shell hands over; or albums.
struct LibrarySource: SourceStage {
  static let description = StageDescription(
    name: "source", role: .source,
    summary: "where assets come from: a library, one of its albums, or standard input",
    options: [
      OptionDescription(
        "album", .text, "an album: its subtype, such as smartAlbumScreenshots, its path or title"),
      OptionDescription(
        "albums", .texts,
        "albums instead of assets, each with its count and cover: subtypes, identifiers or titles,"
          + " in that order"),
      OptionDescription(
        "stdin", .flag, "records or paths from standard input instead of a library",
        standard: "false"),
      OptionDescription(
        "library", .text, "a library of the rule's own; the person has to permit it"),
      OptionDescription(
        "includeHidden", .flag, "hidden files and folders too", standard: "false"),
      OptionDescription(
        "includeAllBurstAssets", .flag,
        "every frame of a burst, not only the one that stands for it",
        standard: "false"),
    ],
    example: "source { album = \"smartAlbumScreenshots\" }")

  /// What is asked for, but for what filters behind the source add.
  private let fetch: AssetFetch
  private let albums: [String]?
  private let isStandardInput: Bool
  private let library: String?

  init(_ arguments: inout StageArguments) {
    let album = arguments.text("album")
    albums = arguments.texts("albums")
    isStandardInput = arguments.flag("stdin") ?? false
    library = arguments.text("library")
    var fetch = AssetFetch(album: album)
    fetch.includesHidden = arguments.flag("includeHidden") ?? false
    fetch.includesBurstFrames = arguments.flag("includeAllBurstAssets") ?? false
    self.fetch = fetch
    if isStandardInput, album != nil || library != nil {
      arguments.note(
        "stdin gives what the shell hands over, so it goes with neither album nor library",
        token: "stdin")
    }
    if let albums {
      if album != nil {
        arguments.note("a source gives one album's assets, or albums; not both", token: "albums")
      }
      if isStandardInput {
        arguments.note("albums are a library's; standard input has none", token: "albums")
      }
      if albums.isEmpty {
        arguments.note(
          "albums names at least one, such as { \"albumRegular\" }", token: "albums")
      }
    }
    for name in (albums ?? []) + [album].compactMap(\.self)
    where CollectionSubtype(rawValue: name) == nil && name.hasPrefix("smartAlbum") {
      arguments.note(
        "no album is of subtype \"\(name)\"", token: name,
        suggestion: NearestName.of(name, among: CollectionSubtype.allCases.map(\.rawValue)))
    }
  }

  var listsAlbums: Bool { albums != nil }

  private var listing: AlbumListing? {
    albums.map {
      AlbumListing(
        names: $0, includesHidden: fetch.includesHidden,
        includesBurstFrames: fetch.includesBurstFrames)
    }
  }

  func pushdown(_ predicate: Predicate, in context: RunContext)
    -> (accepted: Predicate, rest: Predicate)
  {
    let whole = Predicate.conjunction([fetch.membership, predicate])
    if isStandardInput { return (.always, whole) }
    let libraries = (try? libraries(in: context)) ?? []
    let photos = libraries.count { PhotosLibrary.isLibrary($0.path) }
    return whole.split { test in
      (photos == 0 || PhotosLibrary.answers(test))
        && (photos == libraries.count && photos > 0 || test.facet == .entry)
    }
  }

  var readsInput: Bool { isStandardInput }

  func libraryPaths(in context: RunContext) -> [String] {
    isStandardInput ? [] : ((try? libraries(in: context)) ?? []).map(\.path)
  }

  /// What exists of a library for a rule can change without the library.
  func marks(in context: RunContext) -> [LibraryMark]? {
    guard !isStandardInput, let entries = try? libraries(in: context), !entries.isEmpty else {
      return nil
    }
    var marks: [LibraryMark] = []
    for entry in entries {
      guard entry.chosen == nil, let mark = LibraryMark(photosLibrary: entry.path) else {
        return nil
      }
      marks.append(mark)
    }
    return marks
  }

  func fetch(_ query: Query) -> AssetFetch? {
    guard !isStandardInput, !listsAlbums, library == nil else { return nil }
    var fetch = fetch
    (fetch.predicate, fetch.order) = (query.predicate, query.order)
    return fetch
  }

  var ownLibrary: OwnLibrary? {
    let hidden = CollectionSubtype.smartAlbumAllHidden.rawValue
    return library.map {
      OwnLibrary(
        name: $0,
        includesHidden: fetch.includesHidden || fetch.album == hidden
          || albums?.contains(hidden) == true)
    }
  }

  func open(_ query: Query, in context: RunContext) throws -> OpenSource {
    let (accepted, rest) = pushdown(query.predicate, in: context)
    if isStandardInput {
      return OpenSource(reader: try InputReader.open(context), residual: rest)
    }
    var notes: [String] = []
    var isOrdered = false
    var skipped = 0
    var readers: [any AssetReader] = []
    let libraries = try libraries(in: context)
    for entry in libraries {
      if let listing {
        readers.append(
          AlbumReader(try albums(listing, of: entry, in: context, &notes), in: context))
        continue
      }
      guard PhotosLibrary.isLibrary(entry.path) else {
        readers.append(try reader(of: entry, accepted: accepted, in: context))
        continue
      }
      let photos = try context.opened.photos(entry, in: context)
      let selection = try selection(of: photos, named: entry.path, query)
      notes += photos.notes
      isOrdered = selection.order != nil
      if query.offset >= PhotosPlaceReader.worthwhileOffset, libraries.count == 1,
        rest == .always, query.order.isEmpty || isOrdered
      {
        skipped = query.offset
        readers.append(try PhotosPlaceReader(photos, selection, query, in: context))
      } else {
        readers.append(try PhotosReader(photos, selection, in: context))
      }
    }
    return OpenSource(
      reader: ChainedReader(readers), residual: listsAlbums ? .always : rest,
      isOrdered: readers.count == 1 && isOrdered && !query.order.isEmpty, skipped: skipped,
      notes: notes)
  }

  func statements(_ query: Query, in context: RunContext) -> [String] {
    guard !isStandardInput else { return [] }
    let libraries = (try? libraries(in: context)) ?? []
    return libraries.filter { PhotosLibrary.isLibrary($0.path) }.flatMap { entry in
      do {
        let photos = try context.opened.photos(entry, in: context)
        if let listing { return try listing.statements(of: photos, named: entry.path, query) }
        let selection = try selection(of: photos, named: entry.path, query)
        return PhotosStatement(selection, photos.schema).summary
      } catch {
        return ["none: \(error)"]
      }
    }
  }

  private func libraries(in context: RunContext) throws(LibraryProblem) -> [LibraryAccess.Entry] {
    try context.access.libraries(own: library, named: context.libraries)
  }

  func findings(in context: RunContext) -> [String] {
    guard !isStandardInput, let entries = try? libraries(in: context) else { return [] }
    return entries.filter { !PhotosLibrary.isLibrary($0.path) }.compactMap { entry in
      guard let takeout = (try? folder(entry, in: context))?.findTakeout() else { return nil }
      return "\"\(entry.path)\" is a Google Takeout, by the JSON files in it; "
        + "\(takeout.albums.count) albums"
    }
  }

  private func albums(
    _ listing: AlbumListing, of entry: LibraryAccess.Entry, in context: RunContext,
    _ notes: inout [String]
  ) throws -> [AlbumAsset] {
    guard PhotosLibrary.isLibrary(entry.path) else {
      return try listing.albums(of: folder(entry, in: context), named: entry.path)
    }
    let photos = try context.opened.photos(entry, in: context)
    notes += photos.notes
    return try listing.albums(of: photos, named: entry.path)
  }

  private func folder(
    _ entry: LibraryAccess.Entry, in context: RunContext
  ) throws(LibraryProblem) -> FolderLibrary {
    do {
      return try FolderLibrary(
        path: entry.path, chosen: entry.chosen, decoders: context.decoders,
        catalogue: context.catalogue, notices: context.notices)
    } catch {
      throw LibraryProblem(entry.path, error)
    }
  }

  private func reader(
    of entry: LibraryAccess.Entry, accepted: Predicate, in context: RunContext
  ) throws -> any AssetReader {
    let library = try folder(entry, in: context)
    if context.progress.wantsTotal {
      let counted = FolderCount(of: library, includesHidden: fetch.includesHidden)
      context.progress.expect(items: context.progress.snapshot.totalItems + counted.files)
    }
    var selection = try fetch.selection(of: library, named: entry.path)
    selection.predicate = accepted
    return FolderReader(library, selection, in: context)
  }

  private func selection(
    of photos: PhotosLibrary, named path: String, _ query: Query
  ) throws -> PhotosSelection {
    var fetch = fetch
    (fetch.predicate, fetch.order) = (query.predicate, query.order)
    return try fetch.selection(of: photos, named: path)
  }
}
