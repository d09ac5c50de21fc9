/// A folder of pictures, opened as a library.
package final class FolderLibrary: Library {
  /// As it was named.
  package let name: String
  package let root: FolderRoot
  package let headers: HeaderReaderPool
  package let sidecars: SidecarFiles
  /// What makes more of the folder than a folder, once its files show that it is.
  package let convention: any FolderConvention

  package static let kind = folderKind(
    name: "folder", summary: "a folder of pictures; its sub-folders are its albums",
    filesMayMove: true
  ) { _ in true }

  /// The absolute path, without links.
  package var path: OwnedBytes { root.path }

  /// - Parameters:
  ///   - chosen: the only files that there are; nil for all.
  ///   - decoders: who reads metadata.
  ///   - catalogue: what earlier runs read; nil to read everything.
  ///   - run: the run for which files are read; nil for none.
  ///   - notices: who is told of sidecars that can't be read.
  ///   - convention: what the files may mean together.
  /// - Throws: ``FileProblem`` when there is no such folder or it can't be read.
  package init(
    path: String, chosen: ChosenAssets? = nil, decoders: DecoderPool? = nil,
    catalogue: Catalogue? = nil, run: RunLink? = nil, notices: RunNotices = RunNotices(),
    convention: (SidecarFiles) -> any FolderConvention = { _ in NoConvention() }
  ) throws(FileProblem) {
    name = path
    sidecars = SidecarFiles(notices: notices)
    self.convention = convention(sidecars)
    headers = HeaderReaderPool(decoders: decoders, catalogue: catalogue, run: run)
    root = try FolderRoot(path: path, chosen: chosen)
  }

  package convenience init(opening place: LibraryPlace, for run: RunContext) throws {
    try self.init(opening: place, for: run, convention: { _ in NoConvention() })
  }

  /// Opens a folder whose files may mean something together.
  ///
  /// - Throws: ``LibraryProblem``.
  package convenience init(
    opening place: LibraryPlace, for run: RunContext,
    convention: (SidecarFiles) -> any FolderConvention
  ) throws(LibraryProblem) {
    do throws(FileProblem) {
      try self.init(
        path: place.path, chosen: place.chosen, decoders: run.decoders, catalogue: run.catalogue,
        run: run.link, notices: run.notices, convention: convention)
    } catch {
      throw LibraryProblem(place.path, error)
    }
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    if let arrivals = run.arrivals {
      let (accepted, rest) = fetch.predicate.split(Self.kind.answers)
      var selection = try fetch.selection(of: self)
      selection.predicate = accepted
      return Answer(reader: ArrivedReader(self, selection, arrivals), residual: rest)
    }
    if run.progress.wantsTotal {
      let counted = FolderCount(of: self, includesHidden: fetch.includesHidden)
      run.progress.expect(items: run.progress.snapshot.totalItems + counted.files)
    }
    let (accepted, rest) = fetch.predicate.split(Self.kind.answers)
    var selection = try fetch.selection(of: self)
    selection.predicate = accepted
    return Answer(reader: FolderReader(self, selection, in: run), residual: rest)
  }

  package var findings: [String] { convention.findings(in: self) }
}

extension FolderLibrary {
  /// A kind of library that is a folder.
  package static func folderKind(
    name: String, summary: String, filesMayMove: Bool = false,
    recognises: @escaping @Sendable (LibraryPlace) -> Bool
  ) -> LibraryKind {
    var kind = LibraryKind(
      name: name, summary: summary, answers: { $0.facet == .entry }, recognises: recognises)
    kind.honoursChoice = true
    kind.filesMayMove = filesMayMove
    kind.lister = { library, request, _ in
      guard let folder = library as? any FolderBased else { return [] }
      return try FolderAlbumListing(request).albums(of: folder.folder)
    }
    kind.fetcher = { FolderFetcher($0) }
    kind.watcher = { try FolderLibraryWatcher($0, $1) }
    kind.glance = { place, time in
      guard let root = try? FolderRoot(path: place.path, chosen: place.chosen) else { return [] }
      return FolderGlance(of: root, within: time).albums.map { album in
        Album(
          identifier: album.identifier.string, title: album.title, folderPath: album.folderPath,
          members: [])
      }
    }
    return kind
  }
}

/// A library that is a folder, whatever its files mean.
package protocol FolderBased: Library {
  var folder: FolderLibrary { get }
}

extension FolderLibrary: FolderBased {
  package var folder: FolderLibrary { self }
}

/// How many files a library has, found out from the names alone.
package struct FolderCount {
  package private(set) var files = 0

  /// Counts all folders; those that can't be read are left out.
  package init(of library: FolderLibrary, includesHidden: Bool) {
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      files += listing.files.count
      for folder in listing.folders {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
    }
  }
}
