internal import Samples

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An invented library with the tables of a release of Photos.
package struct PhotosSampleLibrary: Sendable {
  package var release: PhotosRelease
  /// Given one at a time, so that a library of any size can be made.
  package var assets: any Sequence<PhotosSampleAsset> & Sendable
  package var albums: [PhotosSampleAlbum] = []
  /// True if the rows are in the write-ahead log alone.
  package var staysInLog = false
  /// True if it has the layout of an iPhone's library.
  package var isDevice = false
  /// The encoding of texts in the database, by SQLite's name.
  package var encoding = "UTF-8"
  /// The version of the model; the release's unless another is set.
  package var modelVersion: Int

  package init(
    _ release: PhotosRelease = .macOS15, _ assets: any Sequence<PhotosSampleAsset> & Sendable,
    albums: [PhotosSampleAlbum] = []
  ) {
    self.release = release
    self.assets = assets
    self.albums = albums
    modelVersion = release.modelVersion
  }

  /// Writes the library to a folder that is empty or missing; throws ``PhotosSampleError``.
  package func write(to path: String) throws {
    let folder = "\(path)/\(isDevice ? "PhotoData" : "database")"
    mkdir(path, 0o755)
    mkdir(folder, 0o755)
    let database = "\(folder)/Photos.sqlite"
    let building = "\(path)/.building"
    let writer = try PhotosDatabaseWriter(building, release, encoding: encoding)
    try writer.write(self) { asset in try writeOriginal(of: asset, below: path) }
    if staysInLog {
      // The log of an open database, as a library that is copied while Photos is open has it.
      try Self.copy(building, to: database)
      try Self.copy(building + "-wal", to: database + "-wal")
      try writer.close()
    } else {
      try writer.close()
      try Self.copy(building, to: database)
    }
    for suffix in ["", "-wal", "-shm"] { unlink(building + suffix) }
  }

  private func writeOriginal(of asset: PhotosSampleAsset, below path: String) throws {
    guard let bytes = asset.original, case .text(let folder)? = asset.columns["ZDIRECTORY"],
      case .text(let name)? = asset.columns["ZFILENAME"]
    else { return }
    var target = path
    for part in (isDevice ? folder : "originals/\(folder)").split(separator: "/") {
      target += "/\(part)"
      mkdir(target, 0o755)
    }
    try Self.write(bytes, to: "\(target)/\(name)")
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = open(source, O_RDONLY)
    let output = open(target, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer {
      close(input)
      close(output)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &bytes, bytes.count)
      if count == 0 { return }
      guard count > 0, Self.put(bytes, count, to: output) else {
        throw PhotosSampleError("can't copy \(source) to \(target)")
      }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let output = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(output) }
    guard put(bytes, bytes.count, to: output) else {
      throw PhotosSampleError("can't write \(path)")
    }
  }

  private static func put(_ bytes: [UInt8], _ count: Int, to output: Int32) -> Bool {
    #if canImport(Glibc)
      Glibc.write(output, bytes, count) == count
    #else
      Darwin.write(output, bytes, count) == count
    #endif
  }
}
