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

  func addVersion(to fingerprint: inout Fingerprint) {
    if let status = try? xmp?.status() { fingerprint.add(status) }
  }

  func another() -> any SidecarContext { NamedSidecarContext(of: file, files) }
}
