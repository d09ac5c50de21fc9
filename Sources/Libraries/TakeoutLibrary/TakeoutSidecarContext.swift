internal import Media

/// A Takeout file's sidecars, edited versions and movies; confined to the worker with its asset.
final class TakeoutSidecarContext: SidecarContext {
  private let takeout: (library: Takeout, number: Int)
  private let files: SidecarReader
  private let xmp: FilePlace?
  private let name: UnsafeRawBufferPointer
  /// The listing, retained because it holds the bytes of `name`.
  private let listing: DirectoryListing

  private(set) lazy var sidecar = Sidecar(
    takeout: takeout.library.item(of: takeout.number),
    xmp: xmp.flatMap { files.xmp(at: $0, for: name) })

  private(set) lazy var editedPath: OwnedBytes? = relatedFile(\.edited)?.wholePath()

  init(of number: Int, in library: Takeout, _ files: SidecarReader) {
    let (listing, index) = library.entry(of: number)
    takeout = (library, number)
    xmp = listing.sidecar(beside: index)
    self.listing = listing
    name = listing.name(listing.files[index])
    self.files = files
  }

  private init(copying other: TakeoutSidecarContext) {
    takeout = other.takeout
    files = other.files
    xmp = other.xmp
    name = other.name
    listing = other.listing
  }

  func another() -> any SidecarContext { TakeoutSidecarContext(copying: self) }

  /// The paths of all folders with a copy of the picture.
  var folderPaths: [OwnedBytes]? {
    return takeout.library.folders(of: takeout.number).map {
      takeout.library.folders[$0].listing.directory.relativePath
    }
  }

  /// The albums with a copy; the folders of years are none.
  var albums: [AlbumPath]? {
    let numbers = takeout.library.folders(of: takeout.number)
      .compactMap { takeout.library.folders[$0].album }
    let titles = numbers.map { takeout.library.albums[$0] }
      .map { AlbumPath($0.folderPath + [$0.title]) }
    // Parts of one album are several folders.
    return titles.reduce(into: []) { all, path in if !all.contains(path) { all.append(path) } }
  }

  var documents: [FilePlace] {
    takeout.library.sidecar(of: takeout.number).map { [$0] } ?? []
  }

  /// True if files beside the original show whether it was edited.
  var tellsAdjustments: Bool { true }

  var keeper: String? { takeout.library.keeper(of: takeout.number) }

  var movie: FilePlace? { relatedFile(\.movie) }

  /// Adds size, times and inode of the sidecars, the movie and the edited version to a fingerprint.
  func addVersion(to fingerprint: inout Fingerprint) {
    let json = takeout.library.sidecar(of: takeout.number)
    for place in [json, xmp, movie, relatedFile(\.edited)] {
      guard let place, let status = try? place.status() else {
        fingerprint.add(false)
        continue
      }
      fingerprint.add(status)
    }
  }

  func isPutAway(includesArchived: Bool) -> Bool {
    sidecar.isTrashed || (sidecar.isArchived && !includesArchived)
  }

  private func relatedFile(_ part: KeyPath<TakeoutRelatedFiles, Int32>) -> FilePlace? {
    let number = takeout.library.relatedFiles(of: takeout.number)[keyPath: part]
    return number < 0 ? nil : takeout.library.place(of: Int(number))
  }
}
