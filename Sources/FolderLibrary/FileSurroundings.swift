internal import Media

/// What lies beside a file and belongs to it: sidecars, and what a Takeout puts there.
///
/// Confined to the lane that holds the file's asset.
final class FileSurroundings {
  /// What the file is in a Takeout.
  private let takeout: (library: Takeout, number: Int)?
  private let files: SidecarFiles
  private let xmp: FilePlace?
  private let name: UnsafeRawBufferPointer
  /// Keeps the name where it is.
  private let listing: DirectoryListing

  /// What the sidecars say; read on first use.
  private(set) lazy var sidecar = Sidecar(
    takeout: takeout.flatMap { $0.library.item(of: $0.number) },
    xmp: xmp.flatMap { files.xmp(at: $0, for: name) })

  /// The path of the version that was edited; nil when there is none.
  private(set) lazy var editedPath: OwnedBytes? = kin(\.edited)?.wholePath()

  /// Nil for a file that stands alone, as most do.
  init?(of listing: DirectoryListing, _ index: Int) {
    guard let xmp = listing.sidecar(beside: index) else { return nil }
    takeout = nil
    self.xmp = xmp
    self.listing = listing
    name = listing.name(listing.files[index])
    files = listing.directory.library.sidecars
  }

  init(of number: Int, in library: Takeout) {
    let (listing, index) = library.entry(of: number)
    takeout = (library, number)
    xmp = listing.sidecar(beside: index)
    self.listing = listing
    name = listing.name(listing.files[index])
    files = listing.directory.library.sidecars
  }

  private init(copying other: FileSurroundings) {
    takeout = other.takeout
    files = other.files
    xmp = other.xmp
    name = other.name
    listing = other.listing
  }

  /// The same for another thread; nothing of it is read yet.
  func another() -> FileSurroundings { FileSurroundings(copying: self) }

  /// The paths of the folders of a Takeout that have a copy of it; nil for a file of no Takeout.
  var folderPaths: [OwnedBytes]? {
    guard let takeout else { return nil }
    return takeout.library.folders(of: takeout.number).map {
      takeout.library.folders[$0].listing.directory.relativePath
    }
  }

  /// Whether the file tells of changes by what lies beside it.
  var tellsAdjustments: Bool { takeout != nil }

  /// The movie of a live photo, which the export put beside the picture.
  var movie: FilePlace? { kin(\.movie) }

  /// Size, times and number of each file beside it, so that a change of one is a change of the asset.
  func addVersion(to fingerprint: inout Fingerprint) {
    let json = takeout.flatMap { $0.library.sidecar(of: $0.number) }
    for place in [json, xmp, movie, kin(\.edited)] {
      guard let place, let status = try? place.status() else {
        fingerprint.add(false)
        continue
      }
      fingerprint.add(status)
    }
  }

  /// Whether the person put it where it is not to be seen: into the trash, or the archive.
  func isPutAway(includesArchived: Bool) -> Bool {
    guard takeout != nil else { return false }
    return sidecar.isTrashed || (sidecar.isArchived && !includesArchived)
  }

  private func kin(_ part: KeyPath<TakeoutKin, Int32>) -> FilePlace? {
    guard let takeout else { return nil }
    let number = takeout.library.kin(of: takeout.number)[keyPath: part]
    return number < 0 ? nil : takeout.library.place(of: Int(number))
  }
}
