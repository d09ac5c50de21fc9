/// The files of a library. Originals may be anywhere, so the database stores their absolute paths.
/// The last component of such a path is no link, and no component is `..`.
struct ShotwellFiles: Sendable {
  let thumbnails: String
  private let originals: AssetFiles
  /// The library's values in records.
  let library: LibraryValues

  /// The sizes of the thumbnails, the larger first.
  private static let sizes = [360, 128]

  init(thumbnails: String, originals: AssetFiles) {
    self.thumbnails = thumbnails
    self.originals = originals
    library = originals.values(identifier: "")
  }

  /// Returns the events and tags of an asset.
  func albums(of identifier: ShotwellIdentifier) -> [AlbumPath] {
    originals.membership.albums(of: identifier.text)
  }

  func original(_ path: OwnedBytes?) -> FileAsset? {
    existing(path).map { originals.file(at: $0.pathBytes) }
  }

  func existing(_ path: OwnedBytes?) -> FilePlace? {
    guard let path, isPlain(path) else { return nil }
    let place = FilePlace.path(path)
    guard let status = try? place.status(), status.isRegularFile else { return nil }
    return place
  }

  private func isPlain(_ path: OwnedBytes) -> Bool {
    withExtendedLifetime(path) {
      let bytes = path.bytes
      guard bytes.first == UInt8(ascii: "/") else { return false }
      return bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { name in
          !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        }
    }
  }

  func thumbnails(of identifier: ShotwellIdentifier) -> [FilePlace] {
    Self.sizes.compactMap { size in
      existing(OwnedBytes("\(thumbnails)/thumbs\(size)/\(identifier.text).jpg".utf8))
    }
  }
}
