/// Gives the assets of a library, of one album, or of what the shell hands over.
struct LibrarySource: SourceStage {
  static let description = StageDescription(
    name: "source", role: .source,
    summary: "where assets come from: a library, one of its albums, or standard input",
    options: [
      OptionDescription(
        "album", .text, "an album: its subtype, such as smartAlbumScreenshots, its path or title"),
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

  private let album: String?
  private let isStandardInput: Bool
  private let library: String?
  private let includesHidden: Bool
  private let includesBurstFrames: Bool

  init(_ arguments: inout StageArguments) {
    album = arguments.text("album")
    isStandardInput = arguments.flag("stdin") ?? false
    library = arguments.text("library")
    includesHidden = arguments.flag("includeHidden") ?? false
    includesBurstFrames = arguments.flag("includeAllBurstAssets") ?? false
    if isStandardInput, album != nil || library != nil {
      arguments.note(
        "stdin gives what the shell hands over, so it goes with neither album nor library",
        token: "stdin")
    }
    if let album, CollectionSubtype(rawValue: album) == nil, album.hasPrefix("smartAlbum") {
      arguments.note(
        "no album is of subtype \"\(album)\"", token: album,
        suggestion: NearestName.of(album, among: CollectionSubtype.allCases.map(\.rawValue)))
    }
  }

  func pushdown(_ predicate: Predicate, in context: RunContext)
    -> (accepted: Predicate, rest: Predicate)
  {
    let whole = Predicate.conjunction([membership, predicate])
    if isStandardInput { return (.always, whole) }
    let paths = library.map { [$0] } ?? context.libraries
    let photos = paths.filter(PhotosLibrary.isLibrary).count
    return whole.split { test in
      (photos == 0 || PhotosLibrary.answers(test))
        && (photos == paths.count && photos > 0 || test.facet == .entry)
    }
  }

  var readsInput: Bool { isStandardInput }

  private var membership: Predicate {
    guard let subtype = album.flatMap(CollectionSubtype.init(rawValue:)) else { return .always }
    return subtype.membership
  }

  func open(_ query: Query, in context: RunContext) throws -> OpenSource {
    let (accepted, rest) = pushdown(query.predicate, in: context)
    if isStandardInput {
      return OpenSource(reader: try InputReader.open(context), residual: rest)
    }
    if let library, !context.libraries.contains(library) {
      throw LibraryProblem.notPermitted(
        "the rule names the library \"\(library)\" itself; to permit it, name it on the command "
          + "line: --library \"\(library)\"")
    }
    guard !context.libraries.isEmpty else {
      throw LibraryProblem.notNamed("no library is named; add --library FOLDER")
    }
    var notes: [String] = []
    var isOrdered = false
    var readers: [any AssetReader] = []
    for path in library.map({ [$0] }) ?? context.libraries {
      guard PhotosLibrary.isLibrary(path) else {
        readers.append(try reader(of: path, accepted: accepted, in: context))
        continue
      }
      let photos = try PhotosLibrary(path: path, cancellation: context.cancellation)
      let selection = try selection(of: photos, named: path, query)
      notes += photos.notes
      isOrdered = selection.order != nil
      readers.append(try PhotosReader(photos, selection, in: context))
    }
    return OpenSource(
      reader: ChainedReader(readers), residual: rest,
      isOrdered: readers.count == 1 && isOrdered && !query.order.isEmpty, notes: notes)
  }

  func statements(_ query: Query, in context: RunContext) -> [String] {
    guard !isStandardInput else { return [] }
    let paths = library.map { [$0] } ?? context.libraries
    return paths.filter(PhotosLibrary.isLibrary).flatMap { path in
      do {
        let photos = try PhotosLibrary(path: path)
        let selection = try selection(of: photos, named: path, query)
        return PhotosStatement(selection, photos.schema).summary
      } catch {
        return ["none: \(error)"]
      }
    }
  }

  private func reader(
    of path: String, accepted: Predicate, in context: RunContext
  ) throws -> any AssetReader {
    let library: FolderLibrary
    do {
      library = try FolderLibrary(
        path: path, decoders: context.decoders, catalogue: context.catalogue)
    } catch {
      throw LibraryProblem(path, error)
    }
    if context.progress.wantsTotal {
      let counted = FolderCount(of: library, includesHidden: includesHidden)
      context.progress.expect(items: context.progress.snapshot.totalItems + counted.files)
    }
    var selection = FolderSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.predicate = accepted
    if let album, CollectionSubtype(rawValue: album) == nil {
      selection.album = try FolderAlbums(of: library, includesHidden: includesHidden)
        .folder(named: album, library: path)
    } else if album == CollectionSubtype.albumRegular.rawValue {
      selection.excludesRoot = true
    }
    return FolderReader(library, selection, in: context)
  }

  /// What an Apple Photos library is asked for; what it can't answer of the tests, the run does.
  private func selection(
    of photos: PhotosLibrary, named path: String, _ query: Query
  ) throws -> PhotosSelection {
    var selection = PhotosSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.predicate = .conjunction([membership, query.predicate])
    selection.order = PhotosDateOrder(query.order)
    guard let album else { return selection }
    switch CollectionSubtype(rawValue: album) {
    case nil:
      selection.album = try PhotosAlbumName(album).find(in: photos.albumTree(), library: path)
    case .smartAlbumRecentlyAdded: selection.album = .recentlyAdded
    case .smartAlbumAllHidden: selection.includesHidden = true
    case .albumRegular, .albumCloudShared, .albumImported:
      selection.album = CollectionSubtype(rawValue: album).map(PhotosAlbumChoice.kind)
    default: break
    }
    return selection
  }
}
