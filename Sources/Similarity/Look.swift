internal import Platform

/// The look of a picture: its hashes, as it is and in every other pose.
package struct Look: Hashable, Sendable, Finding {
  /// Of each hash in turn, those of all poses.
  private let hashes: [UInt64]

  init(_ picture: GreyPicture) {
    let poses = Pose.all.map(picture.seen)
    hashes = PictureHash.allCases.flatMap { hash in poses.map(hash.hash) }
  }

  /// A look without a picture, for tests and benchmarks: all hashes are the given one, turned by eight
  /// bits more for each pose.
  package init(standIn hash: UInt64) {
    hashes = PictureHash.allCases.flatMap { _ in
      Pose.all.indices.map { hash << UInt64(8 * $0) | hash >> UInt64(64 - 8 * $0) }
    }
  }

  /// - Parameter pose: an index into ``Pose/all``.
  subscript(hash: PictureHash, pose: Int) -> UInt64 {
    hashes[(hash == .dHash ? 0 : Pose.all.count) + pose]
  }

  // MARK: - As bytes

  /// As the catalogue keeps it: the hashes, little-endian; of a picture without a look zeros.
  var bytes: [UInt8] { Self.bytes(hashes) }

  /// The bytes of a picture that is too plain to have a look.
  static let plainBytes = bytes(
    Array(repeating: 0, count: PictureHash.allCases.count * Pose.all.count))

  private static func bytes(_ hashes: [UInt64]) -> [UInt8] {
    hashes.flatMap { hash in withUnsafeBytes(of: hash.littleEndian) { Array($0) } }
  }

  /// Nil for bytes that are no look's.
  init?(bytes: [UInt8]) {
    guard bytes.count == PictureMeasure.look.byteCount, bytes != Self.plainBytes else { return nil }
    hashes = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
      }
    }
  }
}
