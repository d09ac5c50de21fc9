internal import Platform

/// The location of a file: an entry of a folder, a name in a database, or a user's path.
package enum FilePlace: Original {
  case entry(DirectoryListing, Int)
  case named(FolderDirectory, OwnedBytes)
  case path(OwnedBytes)

  /// The name of the file, without folders.
  package var name: UnsafeRawBufferPointer {
    switch self {
    case .entry(let listing, let index): return listing.name(listing.files[index])
    case .named(_, let name): return name.bytes
    case .path(let path):
      let bytes = path.bytes
      guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
      return UnsafeRawBufferPointer(rebasing: bytes[(slash + 1)...])
    }
  }

  /// The device and inode number of the file; nil unless its directory gives them.
  package var numbers: (device: UInt64, inode: UInt64)? {
    guard case .entry(let listing, let index) = self else { return nil }
    return (listing.device, listing.files[index].inode)
  }

  package func open() throws(FileProblem) -> OpenFile {
    switch self {
    case .entry(let listing, let index):
      let handle = try listing.directory.open()
      return try listing.withCString(listing.files[index]) { (name) throws(FileProblem) in
        try OpenFile(directory: handle.descriptor, name: name)
      }
    case .named(let directory, let name):
      let handle = try directory.open()
      return try name.withCString { (name) throws(FileProblem) in
        try OpenFile(directory: handle.descriptor, name: name)
      }
    case .path(let path):
      return try path.withCString { (path) throws(FileProblem) in
        try OpenFile(directory: AT_FDCWD, name: path)
      }
    }
  }

  package func status() throws(FileProblem) -> FileStatus {
    let status: FileStatus?
    switch self {
    case .entry(let listing, let index):
      let handle = try listing.directory.open()
      status = listing.withCString(listing.files[index]) { name in
        FileStatus(directory: handle.descriptor, name: name)
      }
    case .named(let directory, let name):
      let handle = try directory.open()
      status = name.withCString { FileStatus(directory: handle.descriptor, name: $0) }
    case .path(let path):
      status = path.withCString { FileStatus(directory: AT_FDCWD, name: $0) }
    }
    guard let status else { throw FileProblem(error: errno) }
    return status
  }

  /// Returns the whole path, which is absolute for a file of a library.
  package func wholePath() -> OwnedBytes {
    switch self {
    case .entry(let listing, _):
      return listing.directory.root.path.joined(with: relativePath())
    case .named(let directory, _): return directory.root.path.joined(with: relativePath())
    case .path(let path): return path
    }
  }

  /// The bytes of the whole path.
  package var pathBytes: [UInt8] {
    let whole = wholePath()
    return withExtendedLifetime(whole) { Array(whole.bytes) }
  }

  /// Returns a movie in the same folder with the same name but for its extension, or nil.
  func movieBeside() -> FilePlace? { beside(LivePhotoName.movies.map(\.description)) }

  /// Returns a picture in the same folder with the same name but for its extension, or nil.
  func pictureBeside() -> FilePlace? { beside(LivePhotoName.pictures.map(\.description)) }

  /// Returns a picture as cameras write it beside a raw file, see ``pictureBeside()``, or nil; beside
  /// a Pixel's `PXL_1.RAW-02.ORIGINAL.dng` it is `PXL_1.RAW-01.COVER.jpg`.
  func pictureBesideRaw() -> FilePlace? {
    beside(["jpg", "jpeg", "heic", "heif", "hif"])
      ?? beside(
        FilenameStem.pixelPictures.map { "\($0).jpg" }, inPlaceOf: "\(FilenameStem.pixelRaw).dng")
  }

  /// Returns the XMP file of a file by its whole name, as `IMG_1.JPG.xmp`, else by its stem, as
  /// `IMG_1.xmp`, or nil.
  func sidecarBeside() -> FilePlace? {
    guard !ListedSidecars.isSidecar(name) else { return nil }
    let path = pathBytes
    for base in [path[...], path.dropLast(name.count - FilenameStem.length(of: name))] {
      let other = FilePlace.path(OwnedBytes(base + Array(".xmp".utf8)))
      if (try? other.status())?.isRegularFile == true { return other }
    }
    return nil
  }

  /// Returns a file in the same folder that has one of the endings in place of the extension, or of
  /// `end`; nil if there is none, or the name has no such end.
  private func beside(_ endings: [String], inPlaceOf end: String? = nil) -> FilePlace? {
    let path = pathBytes
    let folder = (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let wanted = end.map { Array(".\($0)".utf8) }
    let dot =
      wanted.map { path.suffix($0.count) == $0[...] ? path.count - $0.count : folder }
      ?? path[folder...].lastIndex(of: UInt8(ascii: "."))
    guard let dot, dot > folder else { return nil }
    for ending in endings.flatMap({ [$0.uppercased(), $0] }) {
      let other = FilePlace.path(OwnedBytes(path[...dot] + Array(ending.utf8)))
      if (try? other.status())?.isRegularFile == true { return other }
    }
    return nil
  }

  /// Returns the path relative to the library's root; for a file without a library, its own path.
  package func relativePath() -> OwnedBytes {
    switch self {
    case .entry(let listing, let index):
      OwnedBytes(
        joining: listing.directory.relativePath.bytes, listing.name(listing.files[index]))
    case .named(let directory, let name): directory.relativePath.joined(with: name)
    case .path(let path): path
    }
  }
}
