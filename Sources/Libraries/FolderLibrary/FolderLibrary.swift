/// A folder of pictures, opened as a library.
package final class FolderLibrary: Library {
  /// The path as the user wrote it.
  package let name: String
  /// The root folder.
  package let root: FolderRoot
  /// The readers of the files' headers.
  package let headers: HeaderReaderPool
  /// The reader of the files' sidecars.
  package let sidecars: SidecarReader
  /// The convention that may group the folder's files, once they show it.
  package let convention: any FolderLayout

  package static let kind = folderKind(
    name: "folder", summary: "a folder of pictures; its sub-folders are its albums",
    filesMayMove: true
  ) { _ in true }

  /// The absolute path, without links.
  package var path: OwnedBytes { root.path }

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - chosen: the only files of the library; nil for all.
  ///   - decoders: the decoder processes that read metadata.
  ///   - catalogue: the results of earlier runs; nil to read everything.
  ///   - run: the run for which files are read; nil for none.
  ///   - givingCameraTexts: true if descriptions that cameras wrote by themselves count, too.
  ///   - notices: the receiver of reports about unreadable sidecars.
  ///   - convention: the convention by which files may belong together.
  /// - Throws: ``FileProblem`` when the folder does not exist or can't be read.
  package init(
    path: String, chosen: ChosenAssets? = nil, decoders: DecoderPool? = nil,
    catalogue: Catalogue? = nil, run: RunLink? = nil, givingCameraTexts: Bool = false,
    notices: RunNotices = RunNotices(),
    convention: (SidecarReader) -> any FolderLayout = { _ in PlainFolderLayout() }
  ) throws(FileProblem) {
    name = path
    sidecars = SidecarReader(notices: notices)
    self.convention = convention(sidecars)
    headers = HeaderReaderPool(
      decoders: decoders, catalogue: catalogue, run: run, givingCameraTexts: givingCameraTexts)
    root = try FolderRoot(path: path, chosen: chosen)
  }

  package convenience init(opening place: LibraryPlace, for run: RunContext) throws {
    try self.init(opening: place, for: run, convention: { _ in PlainFolderLayout() })
  }

  /// Opens a folder whose files may belong together by a convention.
  ///
  /// - Throws: ``LibraryProblem`` when the folder does not exist or can't be read.
  package convenience init(
    opening place: LibraryPlace, for run: RunContext,
    convention: (SidecarReader) -> any FolderLayout
  ) throws(LibraryProblem) {
    do throws(FileProblem) {
      try self.init(
        path: place.path, chosen: place.chosen, decoders: run.services.decoders,
        catalogue: run.services.catalogue,
        run: run.link, givingCameraTexts: run.request.input.givesCameraTexts,
        notices: run.services.notices, convention: convention)
    } catch {
      throw LibraryProblem(place.path, error)
    }
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    let (accepted, rest) = fetch.predicate.split(Self.kind.answers)
    var selection = try fetch.selection(of: self)
    selection.predicate = accepted
    if let arrivals = run.arrivals {
      return Answer(reader: ArrivalReader(self, selection, arrivals), residual: rest)
    }
    if run.progress.wantsTotal {
      let counted = FolderCount(of: self, selection)
      run.progress.expect(items: run.progress.snapshot.totalItems + counted.files)
    }
    return Answer(reader: FolderReader(self, selection, in: run), residual: rest)
  }

  package var findings: [String] { convention.findings(in: self) }
}

extension FolderLibrary {
  /// Returns the description of a kind of library that is a folder.
  package static func folderKind(
    name: String, summary: String, filesMayMove: Bool = false,
    recognises: @escaping @Sendable (LibraryPlace) -> Bool
  ) -> LibraryKind {
    var kind = LibraryKind(
      name: name, summary: summary, answers: { $0.facet == .entry }, recognises: recognises)
    kind.abilities.honoursChoice = true
    kind.abilities.filesMayMove = filesMayMove
    kind.abilities.albums.lister = { library, request, _ in
      guard let folder = library as? any FolderBackedLibrary else { return [] }
      return try FolderAlbumListing(request: request).albums(of: folder.folder)
    }
    kind.abilities.fetcher = { FolderFetcher($0) }
    kind.abilities.watcher = { try FolderLibraryWatcher($0, $1) }
    kind.abilities.albums.quickList = { place, time in
      guard let root = try? FolderRoot(path: place.path, chosen: place.chosen) else { return [] }
      return QuickAlbumList(of: root, within: time).albums.map { album in
        Album(
          identifier: album.identifier.string, title: album.title, folderPath: album.folderPath,
          members: [])
      }
    }
    return kind
  }
}

/// A library that is stored as a folder, whatever the convention of its files.
package protocol FolderBackedLibrary: Library, SkippingLibrary {
  /// The folder that holds the library's files.
  var folder: FolderLibrary { get }
}

extension FolderBackedLibrary {
  package func skipped(
    by fetch: AssetFetch, reasonIn field: Field?, for run: RunContext
  ) -> any AssetReader {
    var selection = FolderSelection()
    selection.includesHidden = fetch.includesHidden
    selection.includesBurstFrames = fetch.includesBurstFrames
    return SkippedReader(folder, selection, reasonIn: field, in: run)
  }
}

extension FolderLibrary: FolderBackedLibrary {
  package var folder: FolderLibrary { self }
}

/// The number of files in a library, counted from directory entries alone.
package struct FolderCount {
  /// The number of files.
  package private(set) var files = 0

  /// Counts the files of all folders that may be assets; unreadable folders are left out.
  package init(of library: FolderLibrary, _ selection: FolderSelection) {
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: selection.includesHidden)
      else {
        continue
      }
      files += listing.files.count { selection.mayInclude($0) }
      waiting += listing.subfolders
    }
  }
}
