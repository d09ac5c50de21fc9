/// The XMP file beside a file; confined to the worker that holds the file's asset.
final class XMPSidecarContext: SidecarContext {
  private let files: SidecarReader
  private let xmp: FilePlace
  private let name: UnsafeRawBufferPointer
  /// The listing, retained because it holds the bytes of `name`.
  private let listing: DirectoryListing

  private(set) lazy var sidecar = Sidecar(takeout: nil, xmp: files.xmp(at: xmp, for: name))

  /// Creates the XMP sidecar of a file; nil if it has none, as for most files.
  init?(of listing: DirectoryListing, _ index: Int, _ files: SidecarReader) {
    guard let xmp = listing.sidecar(beside: index) else { return nil }
    self.xmp = xmp
    self.listing = listing
    self.files = files
    name = listing.name(listing.files[index])
  }

  private init(copying other: XMPSidecarContext) {
    files = other.files
    xmp = other.xmp
    name = other.name
    listing = other.listing
  }

  func addVersion(to fingerprint: inout Fingerprint) {
    if let status = try? xmp.status() { fingerprint.add(status) } else { fingerprint.add(false) }
  }

  func another() -> any SidecarContext { XMPSidecarContext(copying: self) }
}

extension FolderLibrary {
  /// Returns the asset of a file, with its sidecars.
  package func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset {
    FileAsset(
      listing, index, headers, sidecarContext: XMPSidecarContext(of: listing, index, sidecars))
  }
}
