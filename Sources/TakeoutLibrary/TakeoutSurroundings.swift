internal import Media

/// What lies beside a file of a Takeout: sidecars, edited versions and movies.
///
/// Confined to the lane that holds the file's asset.
final class TakeoutSurroundings: FileSurroundings {
  private let takeout: (library: Takeout, number: Int)
  private let files: SidecarFiles
  private let xmp: FilePlace?
  private let name: UnsafeRawBufferPointer
  /// Keeps the name where it is.
  private let listing: DirectoryListing

  /// What the sidecars say; read on first use.
  private(set) lazy var sidecar = Sidecar(
    takeout: takeout.library.item(of: takeout.number),
    xmp: xmp.flatMap { files.xmp(at: $0, for: name) })

  /// The path of the version that was edited; nil when there is none.
  private(set) lazy var editedPath: OwnedBytes? = kin(\.edited)?.wholePath()

  init(of number: Int, in library: Takeout, _ files: SidecarFiles) {
    let (listing, index) = library.entry(of: number)
    takeout = (library, number)
    xmp = listing.sidecar(beside: index)
    self.listing = listing
    name = listing.name(listing.files[index])
    self.files = files
  }

  private init(copying other: TakeoutSurroundings) {
    takeout = other.takeout
    files = other.files
    xmp = other.xmp
    name = other.name
    listing = other.listing
  }

  /// The same for another thread; nothing of it is read yet.
  func another() -> any FileSurroundings { TakeoutSurroundings(copying: self) }

  /// The paths of the folders that have a copy of it.
  var folderPaths: [OwnedBytes]? {
    return takeout.library.folders(of: takeout.number).map {
      takeout.library.folders[$0].listing.directory.relativePath
    }
  }

  /// The JSON that the export wrote of it.
  var documents: [FilePlace] {
    takeout.library.sidecar(of: takeout.number).map { [$0] } ?? []
  }

  /// Whether the file tells of changes by what lies beside it.
  var tellsAdjustments: Bool { true }

  /// The movie of a live photo, which the export put beside the picture.
  var movie: FilePlace? { kin(\.movie) }

  /// Size, times and number of each file beside it, so that a change of one is a change of the asset.
  func addVersion(to fingerprint: inout Fingerprint) {
    let json = takeout.library.sidecar(of: takeout.number)
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
    sidecar.isTrashed || (sidecar.isArchived && !includesArchived)
  }

  private func kin(_ part: KeyPath<TakeoutKin, Int32>) -> FilePlace? {
    let number = takeout.library.kin(of: takeout.number)[keyPath: part]
    return number < 0 ? nil : takeout.library.place(of: Int(number))
  }
}
