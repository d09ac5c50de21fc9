/// The XMP file beside a file that was passed by its path. The folder is not listed: only the two
/// names in the same letters are looked for, when a value is asked for. Confined to the worker that
/// holds the file's asset.
final class NamedSidecarContext: SidecarContext {
  private let files: SidecarReader
  private let file: FilePlace
  private lazy var xmp: FilePlace? = file.sidecarBeside()

  private(set) lazy var sidecar = Sidecar(
    takeout: nil, xmp: xmp.flatMap { files.xmp(at: $0, for: file.name) })

  init(of file: FilePlace, _ files: SidecarReader) {
    self.file = file
    self.files = files
  }

  var editedPath: OwnedBytes? { nil }
  var movie: FilePlace? { nil }
  var folderPaths: [OwnedBytes]? { nil }
  var albums: [AlbumPath]? { nil }
  var documents: [FilePlace] { [] }
  var tellsAdjustments: Bool { false }
  var keeper: String? { nil }

  func addVersion(to fingerprint: inout Fingerprint) {
    if let status = try? xmp?.status() { fingerprint.add(status) }
  }

  func isPutAway(includesArchived: Bool) -> Bool { false }
  func another() -> any SidecarContext { NamedSidecarContext(of: file, files) }
}
