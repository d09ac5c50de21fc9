internal import Files
internal import Media
internal import Platform
internal import Synchronization

/// A check by content if a library is a Google Takeout, as names depend on the account's language,
/// and users rename folders. A folder decides if it has a JSON file with the name of a picture's
/// sidecar and members that only Google's have. Without JSON files no file is opened.
final class TakeoutRecognition: FolderLayout {
  private let files: SidecarReader
  private let state = Lock(State.unknown(attempts: 0))

  private enum State {
    case unknown(attempts: Int)
    case found(Found)
    case none
  }

  /// The contents of the library; weak, as its folders retain the library.
  private struct Found {
    weak var takeout: Takeout?
  }

  /// The maximal number of files to open before the folder counts as no Takeout.
  private static let mostAttempts = 32
  private static let mostAttemptsInFolder = 4

  init(files: SidecarReader) {
    self.files = files
  }

  func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)? {
    takeout(showing: listing, in: library, includesHidden: includesHidden)
  }

  func takeout(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> Takeout? {
    switch state.withLock(\.self) {
    case .found(let found): return found.takeout ?? make(library, includesHidden)
    case .none: return nil
    case .unknown(let attempts):
      guard listing.hasJSON || leadsToArchive(listing) else { return nil }
      return decide(listing, library, attempts, includesHidden)
    }
  }

  /// Returns true if the root may contain a Takeout; all folders are then read before any picture.
  private func leadsToArchive(_ listing: DirectoryListing) -> Bool {
    listing.directory.parent == nil
      && listing.folders.contains { TakeoutFileGroups.isArchive(listing.name($0)) }
  }

  private func decide(
    _ listing: DirectoryListing, _ library: FolderLibrary, _ attempts: Int, _ includesHidden: Bool
  ) -> Takeout? {
    var attempts = attempts
    var isFound = isTakeout(listing, &attempts)
    if !isFound, leadsToArchive(listing) {
      isFound = isAnyTakeout(below: listing.directory, &attempts, includesHidden)
    }
    guard isFound else {
      let next = attempts < Self.mostAttempts ? State.unknown(attempts: attempts) : .none
      state.withLock { $0 = next }
      return nil
    }
    return make(library, includesHidden)
  }

  private func make(_ library: FolderLibrary, _ includesHidden: Bool) -> Takeout {
    let takeout = TakeoutBuilder(of: library, includesHidden: includesHidden, files: files).finish()
    state.withLock { $0 = .found(Found(takeout: takeout)) }
    return takeout
  }

  /// Returns true if the root, or a folder in one named like an archive, is a Takeout.
  private func isAnyTakeout(
    below root: FolderDirectory, _ attempts: inout Int, _ includesHidden: Bool
  ) -> Bool {
    var waiting = [root]
    while let directory = waiting.popLast(), attempts < Self.mostAttempts {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      if isTakeout(listing, &attempts) { return true }
      for folder in listing.folders.reversed() {
        let name = OwnedBytes(listing.name(folder))
        if directory.parent != nil || TakeoutFileGroups.isArchive(name.bytes) {
          waiting.append(FolderDirectory(name, in: directory))
        }
      }
    }
    return false
  }

  private func isTakeout(_ listing: DirectoryListing, _ attempts: inout Int) -> Bool {
    guard listing.hasJSON else { return false }
    let names = TakeoutFileGroups(listing.files.map(listing.name))
    var attemptsLeft = Self.mostAttemptsInFolder
    for sidecar in names.sidecars where sidecar >= 0 {
      guard attemptsLeft > 0, attempts < Self.mostAttempts else { return false }
      attemptsLeft -= 1
      attempts += 1
      let place = FilePlace.entry(listing, Int(sidecar))
      if case .item = files.document(at: place, isSilent: true) { return true }
    }
    return false
  }

  func findings(in library: FolderLibrary) -> [String] {
    guard let takeout = find(in: library) else { return [] }
    return [
      "\"\(library.name)\" is a Google Takeout, by the JSON files in it; "
        + "\(takeout.albums.count) albums"
    ]
  }

  /// The maximum number of folders that are examined if no pictures are read.
  private static let mostFolders = 256

  func find(in library: FolderLibrary) -> Takeout? {
    var waiting = [library.root.directory]
    var count = 0
    while let directory = waiting.popLast(), count < Self.mostFolders {
      count += 1
      guard let listing = try? DirectoryListing(directory, includesHidden: false) else { continue }
      if let found = takeout(showing: listing, in: library, includesHidden: false) { return found }
      for folder in listing.folders.reversed() {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
    }
    return nil
  }
}
