internal import Platform

/// A reader of the assets of files that arrived in a folder. It lists only the folders of these
/// files, unless one of them shows that the library's files belong together by a convention.
final class ArrivalReader: AssetReader {
  private let library: FolderLibrary
  private let selection: FolderSelection
  private var identifiers: ArraySlice<OwnedBytes>
  private let listed: ArrivalListingCache
  private let areListed: Bool
  private let areAlone: Bool
  /// The grouping of the files by their convention; nil until a listing shows it.
  private var arranged: (any ArrangementSelection)?

  private static let batchSize = 256

  init(_ library: FolderLibrary, _ selection: FolderSelection, _ arrivals: Arrivals) {
    self.library = library
    self.selection = selection
    identifiers = arrivals.identifiers[...]
    listed = arrivals.listings
    areListed = arrivals.areListed
    areAlone = arrivals.areAlone && library.root.chosen == nil
  }

  var isAtEnd: Bool { identifiers.isEmpty }

  func next() -> PendingBatch? {
    guard !identifiers.isEmpty else { return nil }
    var listings: [(folder: OwnedBytes, listing: DirectoryListing)] = []
    var found: [(DirectoryListing, Int)] = []
    var absent: [OwnedBytes] = []
    for identifier in identifiers.prefix(Self.batchSize) {
      let (folder, name) = Self.parts(of: identifier)
      if !selection.includesHidden, Self.isBelowHidden(folder) { continue }
      let known = listings.first { $0.folder.span.hasSameBytes(as: folder.bytes) }?.listing
      // A file that has disappeared by now is reported only if the arrivals are a list.
      guard let listing = known ?? (areAlone ? lone(name, in: folder) : listing(of: folder)) else {
        absent.append(identifier)
        continue
      }
      if known == nil, !areAlone { listings.append((folder, listing)) }
      guard selection.includes(listing.directory) else { continue }
      guard let index = listing.index(of: name) else {
        absent.append(identifier)
        continue
      }
      guard selection.mayInclude(listing.files[index]) else { continue }
      found.append((listing, index))
    }
    identifiers = identifiers.dropFirst(Self.batchSize)
    let (library, selection, files, arranged) = (library, selection, found, arranged)
    let failures = areListed ? absent.compactMap { failure(ofAbsent: $0) } : []
    return PendingBatch {
      files.compactMap { listing, index in
        guard let asset = library.asset(listing, index, arrangedBy: arranged) else { return nil }
        return selection.includes(asset) ? asset : nil
      } + failures.map { UnreadableAsset($0) }
    }
  }

  /// Returns the failure of a listed file that does not exist; nil for one skipped as hidden.
  private func failure(ofAbsent identifier: OwnedBytes) -> AssetFailure? {
    let path = library.root.path.joined(with: identifier)
    var facts = stat()
    let isThere = path.withCString { lstat($0, &facts) == 0 }
    guard !isThere else { return nil }
    let reason = FileProblem(error: errno).reason
    return AssetFailure(
      asset: identifier.string, stage: "source",
      reason: "it was listed, but can't be seen here: \(reason)")
  }

  private static func isBelowHidden(_ folder: OwnedBytes) -> Bool {
    folder.bytes.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }

  private static func parts(of path: OwnedBytes) -> (folder: OwnedBytes, name: OwnedBytes) {
    let bytes = path.bytes
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (OwnedBytes([]), path) }
    return (
      OwnedBytes(UnsafeRawBufferPointer(rebasing: bytes[..<slash])),
      OwnedBytes(UnsafeRawBufferPointer(rebasing: bytes[(slash + 1)...]))
    )
  }

  private func directory(_ folder: OwnedBytes) -> FolderDirectory {
    let names = folder.bytes.split(separator: UInt8(ascii: "/"))
    return names.reduce(library.root.directory) {
      FolderDirectory(OwnedBytes(UnsafeRawBufferPointer(rebasing: $1)), in: $0)
    }
  }

  /// Returns a listing of a single file that can't belong with others, without listing its folder;
  /// nil if it is skipped as hidden or its folder can't be opened.
  private func lone(_ name: OwnedBytes, in folder: OwnedBytes) -> DirectoryListing? {
    if !selection.includesHidden, name.bytes.first == UInt8(ascii: ".") { return nil }
    return try? DirectoryListing(directory(folder), alone: name)
  }

  private func listing(of folder: OwnedBytes) -> DirectoryListing? {
    let directory = directory(folder)
    if let known = arranged?.listing(of: directory) { return known }
    guard
      let listing = try? listed.listing(of: directory, includesHidden: selection.includesHidden)
    else { return nil }
    guard arranged == nil,
      let found = library.convention.arrangement(
        showing: listing, in: library, includesHidden: selection.includesHidden)
    else { return listing }
    arranged = found.selecting(selection)
    return arranged?.listing(of: directory) ?? listing
  }
}
