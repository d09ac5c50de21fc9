/// The XMP file that lies beside a file.
///
/// Confined to the lane that holds the file's asset.
final class SidecarSurroundings: FileSurroundings {
  private let files: SidecarFiles
  private let xmp: FilePlace
  private let name: UnsafeRawBufferPointer
  /// Keeps the name where it is.
  private let listing: DirectoryListing

  /// What the sidecar says; read on first use.
  private(set) lazy var sidecar = Sidecar(takeout: nil, xmp: files.xmp(at: xmp, for: name))

  /// Nil for a file that stands alone, as most do.
  init?(of listing: DirectoryListing, _ index: Int, _ files: SidecarFiles) {
    guard let xmp = listing.sidecar(beside: index) else { return nil }
    self.xmp = xmp
    self.listing = listing
    self.files = files
    name = listing.name(listing.files[index])
  }

  private init(copying other: SidecarSurroundings) {
    files = other.files
    xmp = other.xmp
    name = other.name
    listing = other.listing
  }

  var editedPath: OwnedBytes? { nil }
  var movie: FilePlace? { nil }
  var folderPaths: [OwnedBytes]? { nil }
  var documents: [FilePlace] { [] }
  var tellsAdjustments: Bool { false }

  func addVersion(to fingerprint: inout Fingerprint) {
    if let status = try? xmp.status() { fingerprint.add(status) } else { fingerprint.add(false) }
  }

  func isPutAway(includesArchived: Bool) -> Bool { false }
  func another() -> any FileSurroundings { SidecarSurroundings(copying: self) }
}

extension FolderLibrary {
  /// The asset of a file, with what lies beside it.
  package func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset {
    FileAsset(
      listing, index, headers, surroundings: SidecarSurroundings(of: listing, index, sidecars))
  }
}
