/// The files that a library names.
///
/// Originals are wherever the user keeps pictures, so a library names them by absolute paths. The
/// last part of such a path is no link, and no part leads back.
struct ShotwellFiles: Sendable {
  let thumbnails: String
  private let originals: AssetFiles
  /// The library, as records name it.
  let library: LibraryValues
  /// The field for the stars that the user gave, if rules know one.
  let rating: Field?

  /// The sizes that Shotwell makes, the larger first.
  private static let sizes = [360, 128]

  init(thumbnails: String, originals: AssetFiles) {
    self.thumbnails = thumbnails
    self.originals = originals
    library = originals.values(identifier: "")
    rating = originals.field(named: "rating")
  }

  /// The original as a file, if it is there.
  func original(_ path: OwnedBytes?) -> FileAsset? {
    existing(path).map { originals.file(at: $0.pathBytes) }
  }

  /// A regular file that is there now.
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

  /// The pictures that Shotwell keeps of an asset as it shows it, the larger first.
  func thumbnails(of identifier: ShotwellIdentifier) -> [FilePlace] {
    Self.sizes.compactMap { size in
      existing(OwnedBytes("\(thumbnails)/thumbs\(size)/\(identifier.text).jpg".utf8))
    }
  }
}
