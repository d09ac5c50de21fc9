/// A reader that walks the folders of a library from the root down, in byte order, files before
/// sub-folders. Links, pipes, sockets and devices are skipped; unreadable folders are reported.
package final class FolderReader: AssetReader {
  private let library: FolderLibrary
  private let selection: FolderSelection
  private let context: RunContext
  private var waiting: [FolderDirectory]
  private var current: (listing: DirectoryListing, next: Int)?
  private var listings: ArrangedListings
  private var problems: [AssetFailure] = []
  /// The paths of folders with a catalogue of another program, and of such files.
  private var catalogues: [String] = []
  /// A function that is called with each folder that was listed; nil for none.
  package var listed: ((DirectoryListing) -> Void)?

  private static let batchSize = 256

  /// Creates a reader that begins at the library's root.
  package init(_ library: FolderLibrary, _ selection: FolderSelection, in context: RunContext) {
    self.library = library
    self.selection = selection
    self.context = context
    waiting = [library.root.directory]
    listings = ArrangedListings(library, selection)
  }

  package var isAtEnd: Bool { current == nil && waiting.isEmpty && problems.isEmpty }

  package func next() throws -> PendingBatch? {
    var found: [(listing: DirectoryListing, start: Int, end: Int)] = []
    var count = 0
    while count < Self.batchSize, !context.isReadingOver {
      guard let (listing, next) = current ?? nextFolder() else { break }
      current = nil
      guard selection.includes(listing.directory) else {
        context.progress.complete(items: listing.files.count)
        continue
      }
      let end = min(listing.files.count, next + Self.batchSize - count)
      found.append((listing, next, end))
      count += end - next
      if end < listing.files.count { current = (listing, end) }
    }
    let problems = self.problems
    self.problems = []
    if found.isEmpty, problems.isEmpty { return nil }
    let selection = selection
    let progress = context.progress
    let listed = found
    let listedCount = count
    let catalogue = context.services.catalogue
    let arranged = listings.arranged
    let library = library
    return PendingBatch {
      if let catalogue,
        listed.contains(where: { selection.needsHeaders(of: $0.listing, $0.start..<$0.end) })
      {
        catalogue.expect(files: listedCount)
      }
      var assets: [Asset] = problems.map { UnreadableAsset($0) }
      for (listing, start, end) in listed {
        for index in start..<end where selection.mayInclude(listing.files[index]) {
          guard let asset = library.asset(listing, index, arrangedBy: arranged) else { continue }
          if selection.includes(asset) { assets.append(asset) }
        }
      }
      // Files that are left out here are complete.
      progress.complete(items: listedCount + problems.count - assets.count)
      return assets
    }
  }

  /// Returns a new asset object for a file whose asset was returned before.
  package func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset {
    guard let arranged = listings.arranged, arranged.holds(listing) else {
      return library.asset(listing, index)
    }
    return arranged.sameAsset(listing, index)
  }

  /// Reports the library of another program inside of the folder, which is not walked, unless the
  /// source or a test of paths leaves out its place.
  private func tell(of library: OwnedBytes, _ kind: StaticString) {
    let path = self.library.root.path.joined(with: library).string
    guard isAsked(for: path) else { return }
    if let inner = context.innerLibraries { return inner.note(path) }
    if isNamed(path) { return }
    context.services.notices.hint(
      of: "library \(path)", isLack: !selection.testedFields.isEmpty,
      "\"\(path)\" is \(kind), and its pictures are not read here;"
        + " --library \"\(path)\" reads them")
  }

  /// Reports the catalogue of another program, such as Shotwell, whose files are read without it.
  private func tellOfCatalogue(in listing: DirectoryListing) {
    let databases = listing.files.filter { $0.kind != .media }.map { listing.name($0) }.filter {
      $0.suffix(3).elementsEqual(".db".utf8) || $0.suffix(7).elementsEqual(".sqlite".utf8)
    }
    guard
      !databases.isEmpty
        || listing.folders.contains(where: { listing.name($0).elementsEqual("data".utf8) })
    else { return }
    let root = library.root.path
    let isRoot = listing.directory.parent == nil
    let folder = isRoot ? root.string : root.joined(with: listing.directory.relativePath).string
    guard !catalogues.contains(where: { folder.hasPrefix("\($0)/") }), isAsked(for: folder)
    else { return }
    // The root itself would have been opened as a catalogue.
    let paths =
      (isRoot ? [] : [folder])
      + databases.map { "\(folder)/\(String(decoding: $0, as: UTF8.self))" }
    for path in paths {
      guard let kind = try? context.libraryKinds.kind(of: LibraryPlace(path: path)),
        kind.abilities.databases != nil
      else { continue }
      catalogues.append(path)
      if isNamed(path) { return }
      let words = kind.summary.prefix { $0 != ":" && $0 != ";" }
      let text =
        "\"\(path)\" is \(words), and its titles, ratings and albums are not read here;"
        + " --library \"\(path)\" reads them"
      // Its files may be missing among the results.
      if !selection.testedFields.isDisjoint(with: Self.typedFields) {
        return context.services.notices.remark(text)
      }
      return context.services.notices.hint(of: "library \(path)", text)
    }
  }

  /// Returns true if the run reads the library at a path, too.
  private func isNamed(_ path: String) -> Bool {
    context.request.libraries.contains { LibraryPlace(path: $0).identity.string == path }
  }

  /// The fields whose values people type in other programs.
  private static let typedFields: FieldSet = Field.allCases.filter {
    $0.isDescriptive || $0 == .isFavorite || $0 == .albumPaths
  }.reduce(into: []) { $0.formUnion(FieldSet($1)) }

  /// Returns true unless the source or a test of paths leaves out the files of a folder.
  private func isAsked(for folder: String) -> Bool {
    let (tests, _) = selection.predicate.split { $0.fields == FieldSet(.path) }
    return selection.albums == nil && tests.matches(PlaceInside(folder))
  }

  private func nextFolder() -> (listing: DirectoryListing, next: Int)? {
    while let directory = waiting.popLast() {
      guard !context.isReadingOver else { return nil }
      do {
        let listing = try listings.listing(of: directory)
        waiting += listing.subfolders.reversed()
        listed?(listing)
        for library in listing.libraries { tell(of: library.path, library.kind) }
        tellOfCatalogue(in: listing)
        if !listing.files.isEmpty { return (listing, 0) }
      } catch {
        let path = directory.root.path.joined(with: directory.relativePath)
        problems.append(
          AssetFailure(asset: path.string, stage: "source", reason: error.reason))
      }
    }
    return nil
  }
}

/// Any file below a folder, for tests of paths alone.
///
/// `@unchecked Sendable`: confined like every ``Asset``, here to the reader.
private final class PlaceInside: Asset, @unchecked Sendable {
  private let path: String

  init(_ folder: String) {
    path = folder + "/*"
  }

  override func sourceValue(of field: Field) -> FieldValue {
    field == .path ? .string(path) : .absent
  }
}
