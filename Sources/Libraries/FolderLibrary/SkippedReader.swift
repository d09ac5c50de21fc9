internal import CSystem
internal import Files
internal import Platform

/// A reader of what is in a library's folders and is no asset, from the root down. Sidecars and parts
/// of other assets name these.
final class SkippedReader: AssetReader {
  private let library: FolderLibrary
  private let selection: FolderSelection
  /// The field that gets the reason; nil for none.
  private let field: Field?
  private let context: RunContext
  private var waiting: [FolderDirectory]
  private var listings: ArrangedListings

  /// Creates a reader that begins at the library's root. A library of which the rule may see only
  /// chosen assets has nothing else to give.
  init(
    _ library: FolderLibrary, _ selection: FolderSelection, reasonIn field: Field?,
    in context: RunContext
  ) {
    self.library = library
    self.selection = selection
    self.field = field
    self.context = context
    listings = ArrangedListings(library, selection)
    waiting = library.root.chosen == nil ? [library.root.directory] : []
  }

  var isAtEnd: Bool { waiting.isEmpty }

  func next() -> PendingBatch? {
    guard !context.isReadingOver, let directory = waiting.popLast() else { return nil }
    let found = skipped(in: directory)
    if let field {
      for asset in found {
        asset.findingsForWriting().set(.string(asset.reason.text), of: field)
      }
    }
    let assets: [Asset] = found
    return PendingBatch { assets }
  }

  private func skipped(in directory: FolderDirectory) -> [SkippedAsset] {
    let collector = EntryCollector(includesHidden: true, includesLinks: true)
    guard let listing = try? listings.listing(of: directory),
      let handle = try? directory.open(),
      csystem_list(
        handle.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry) == 0
    else { return [asset(of: directory, .unreadable)] }
    if listing.isLibrary { return [asset(of: directory, .library)] }
    let folders = listing.folders.map { Array(listing.name($0)) }
    for folder in folders.reversed() {
      waiting.append(FolderDirectory(OwnedBytes(folder), in: directory))
    }
    let walked = Set(folders)
    let entries = collector.found.map { found in
      let (start, count) = (Int(found.start), Int(found.count))
      return (name: OwnedBytes(collector.names[start..<start + count]), kind: found.kind)
    }
    let hasCompanions = entries.contains { CompanionKind(of: $0.name.bytes) != nil }
    let owners = hasCompanions ? companionOwners(in: listing, handle) : [:]
    return entries.sorted { $0.name.span.precedes($1.name.span) }.compactMap {
      name, kind -> SkippedAsset? in
      func status() -> FileStatus? {
        name.withCString { FileStatus(directory: handle.descriptor, name: $0) }
      }
      let kind = kind ?? status()?.kind ?? .other
      if kind == .directory, walked.contains(Array(name.bytes)) { return nil }
      var reason = reason(name, kind, in: listing, handle)
      if reason == .noPicture, let owner = owners[Array(name.bytes)] {
        reason = .companion(of: owner)
      }
      return reason.map { reason in
        let found = status()
        return SkippedAsset(
          name, directory.relativePath.joined(with: name), in: directory.root,
          size: found?.isRegularFile == true ? found?.size : nil, reason)
      }
    }
  }

  /// Returns the pictures and movies that other files of an open folder belong to by their names.
  private func companionOwners(
    in listing: DirectoryListing, _ handle: DirectoryHandle
  ) -> [[UInt8]: String] {
    let names = FolderNames(in: handle)
    var owners: [[UInt8]: String] = [:]
    for file in listing.files where file.kind == .media {
      let name = OwnedBytes(listing.name(file))
      for companion in names.companions(of: Array(name.bytes))
      where owners[companion.name] == nil {
        owners[companion.name] = name.string
      }
    }
    return owners
  }

  /// Returns the reason why an entry is skipped; nil if it is not.
  private func reason(
    _ name: OwnedBytes, _ kind: FileStatus.Kind, in listing: DirectoryListing,
    _ handle: DirectoryHandle
  ) -> SkippedAsset.Reason? {
    if !selection.includesHidden, name.bytes.first == UInt8(ascii: ".") { return .hidden }
    switch kind {
    case .link: return .link
    case .other: return .special
    case .directory:
      if SkippedFolder.has(name.bytes) { return .excluded }
      return SkippedFolder.isOfThumbnails(name.bytes) ? .thumbnails : .library
    case .file: break
    }
    guard let index = listing.index(of: name) else {
      // Listings have no XMP files.
      return CompanionKind(of: name.bytes) == nil ? nil : .noPicture
    }
    guard let asset = library.asset(listing, index, arrangedBy: listings.arranged) else {
      return listings.arranged?.reason(listing, index) ?? .noPicture
    }
    if listing.files[index].kind == .other, UnfinishedName.has(name.bytes) { return .beingWritten }
    if !asset.isPictureOrMovie { return .noPicture }
    if asset.isPutAway(includesArchived: true) { return .trashed }
    if asset.isPutAway(includesArchived: selection.includesHidden) { return .archived }
    if asset.isPartOfAnother(includesBurstFrames: true) {
      let picture = listing.files[Int(listing.files[index].companion)]
      return .movie(of: OwnedBytes(listing.name(picture)).string)
    }
    if asset.isPartOfAnother(includesBurstFrames: selection.includesBurstFrames) {
      return .burstFrame
    }
    let isReadable = name.withCString { faccessat(handle.descriptor, $0, R_OK, AT_EACCESS) == 0 }
    return isReadable ? nil : .unreadable
  }

  private func asset(
    of directory: FolderDirectory, _ reason: SkippedAsset.Reason
  ) -> SkippedAsset {
    SkippedAsset(directory.name, directory.relativePath, in: directory.root, size: nil, reason)
  }
}
