internal import Media
internal import Platform
internal import Sidecars
internal import Synchronization

/// Finds out whether a library is a Google Takeout: by its content, as names depend on the language
/// of the account and people rename folders.
///
/// A folder decides in which a JSON file is called like a picture's sidecar and says what only
/// Google's sidecars say. A library without JSON files is asked nothing.
final class TakeoutRecognition: FolderConvention {
  private let files: SidecarFiles
  private let state = Lock(State.unknown(attempts: 0))

  private enum State {
    case unknown(attempts: Int)
    case found(Found)
    case none
  }

  /// Its folders hold the library, so the library does not hold it.
  private struct Found {
    weak var takeout: Takeout?
  }

  /// How many files are opened before a library is none.
  private static let mostAttempts = 32
  private static let mostAttemptsInFolder = 4

  init(files: SidecarFiles) {
    self.files = files
  }

  func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)? {
    takeout(showing: listing, in: library, includesHidden: includesHidden)
  }

  /// The Takeout that the library is, when the folder shows it or an earlier one did.
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

  /// Whether the first folder of a library shows that a Takeout may lie within, so that all of it is
  /// known before its first picture is given.
  private func leadsToArchive(_ listing: DirectoryListing) -> Bool {
    listing.directory.parent == nil
      && listing.folders.contains { TakeoutNames.isArchive(listing.name($0)) }
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
    let takeout = TakeoutDraft(of: library, includesHidden: includesHidden, files: files).finish()
    state.withLock { $0 = .found(Found(takeout: takeout)) }
    return takeout
  }

  /// Looks through the folders below, those named as archives first.
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
        if directory.parent != nil || TakeoutNames.isArchive(name.bytes) {
          waiting.append(FolderDirectory(name, in: directory))
        }
      }
    }
    return false
  }

  private func isTakeout(_ listing: DirectoryListing, _ attempts: inout Int) -> Bool {
    guard listing.hasJSON else { return false }
    let names = TakeoutNames(listing.files.map(listing.name))
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

  /// How many folders are looked into where nobody asks for pictures.
  private static let mostFolders = 256

  /// The Takeout that the library is, as a walk of its first folders shows.
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
