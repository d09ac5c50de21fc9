internal import Files
internal import Media
internal import Platform
internal import Synchronization

/// A check by content if a library is or contains a Google Takeout, as names depend on the account's
/// language, and users rename folders. A folder decides if it has a JSON file with the name of a
/// picture's sidecar and members that only Google's have. Without JSON files no file is opened.
final class TakeoutRecognition: FolderLayout {
  private let files: SidecarReader
  private let state = Lock(State.unknown(TakeoutEvidence()))

  private enum State {
    case unknown(TakeoutEvidence)
    case found(Found)
  }

  /// The contents of the library; weak, as its folders retain the library.
  private struct Found {
    weak var takeout: Takeout?
  }

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
    case .unknown(var evidence):
      guard listing.hasJSON || leadsToArchive(listing) else { return nil }
      if evidence.isShown(by: listing, files) || isAnyTakeout(below: listing, includesHidden) {
        return make(library, includesHidden)
      }
      state.withLock { $0 = .unknown(evidence) }
      return nil
    }
  }

  /// Returns true if a folder may contain a Takeout, of which all folders are then read before any
  /// picture.
  private func leadsToArchive(_ listing: DirectoryListing) -> Bool {
    listing.folders.contains { TakeoutFileGroups.isArchive(listing.name($0)) }
  }

  private func make(_ library: FolderLibrary, _ includesHidden: Bool) -> Takeout {
    let takeout = TakeoutBuilder(of: library, includesHidden: includesHidden, files: files).finish()
    state.withLock { $0 = .found(Found(takeout: takeout)) }
    return takeout
  }

  /// Returns true if a folder in one named like an archive is that of a Takeout.
  private func isAnyTakeout(below listing: DirectoryListing, _ includesHidden: Bool) -> Bool {
    var evidence = TakeoutEvidence()
    var waiting = folders(of: listing, where: TakeoutFileGroups.isArchive)
    while let directory = waiting.popLast(), !evidence.isExhausted {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      if evidence.isShown(by: listing, files) { return true }
      waiting += folders(of: listing) { _ in true }
    }
    return false
  }

  /// Returns the folders of a folder with certain names, the last one first.
  private func folders(
    of listing: DirectoryListing, where isIncluded: (UnsafeRawBufferPointer) -> Bool
  ) -> [FolderDirectory] {
    listing.folders.reversed().map(listing.name).filter(isIncluded)
      .map { FolderDirectory(OwnedBytes($0), in: listing.directory) }
  }

  func findings(in library: FolderLibrary) -> [String] {
    guard let takeout = find(in: library) else { return [] }
    let verb = takeout.isWhole ? "is" : "contains"
    return [
      "\"\(library.name)\" \(verb) a Google Takeout, by the JSON files in it; "
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
      waiting += folders(of: listing) { _ in true }
    }
    return nil
  }
}

/// A search for a JSON file that only a Takeout has; it ends after a number of opened files.
struct TakeoutEvidence {
  private var attempts = 0

  /// The maximal number of files to open before the folders count as no Takeout.
  private static let mostAttempts = 32
  private static let mostAttemptsInFolder = 4

  var isExhausted: Bool { attempts >= Self.mostAttempts }

  /// Returns true if one of a folder's JSON files is the sidecar of a picture in a Takeout.
  mutating func isShown(by listing: DirectoryListing, _ files: SidecarReader) -> Bool {
    guard listing.hasJSON, !isExhausted else { return false }
    let names = TakeoutFileGroups(listing.files.map(listing.name))
    var attemptsLeft = Self.mostAttemptsInFolder
    for sidecar in names.sidecars where sidecar >= 0 {
      guard attemptsLeft > 0, !isExhausted else { return false }
      attemptsLeft -= 1
      attempts += 1
      let place = FilePlace.entry(listing, Int(sidecar))
      if case .item = files.document(at: place, isSilent: true) { return true }
    }
    return false
  }
}
