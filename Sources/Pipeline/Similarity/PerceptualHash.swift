internal import Platform

/// The perceptual hashes of a picture, in its own orientation and in all others.
package struct PerceptualHash: Hashable, Sendable, Finding {
  /// The hashes, grouped by kind, in the order of the orientations.
  private let hashes: [UInt64]

  init(_ picture: GreyPicture) {
    let poses = PictureTransform.all.map(picture.seen)
    hashes = PerceptualHashKind.allCases.flatMap { hash in poses.map(hash.hash) }
  }

  /// Creates hashes for tests and benchmarks: one, rotated by eight bits for each orientation.
  package init(standIn hash: UInt64) {
    hashes = PerceptualHashKind.allCases.flatMap { _ in
      PictureTransform.all.indices.map { hash << UInt64(8 * $0) | hash >> UInt64(64 - 8 * $0) }
    }
  }

  /// Returns a kind's hash in an orientation, given by its index in ``PictureTransform/all``.
  subscript(hash: PerceptualHashKind, pose: Int) -> UInt64 {
    hashes[(hash == .dHash ? 0 : PictureTransform.all.count) + pose]
  }

  // MARK: - Bytes

  /// The bytes in the catalogue: the hashes, little-endian; all zero for a picture without hashes.
  var bytes: [UInt8] { Self.bytes(hashes) }

  /// The bytes for a picture with too little contrast for hashes.
  static let plainBytes = bytes(
    Array(repeating: 0, count: PerceptualHashKind.allCases.count * PictureTransform.all.count))

  private static func bytes(_ hashes: [UInt64]) -> [UInt8] {
    hashes.flatMap { hash in withUnsafeBytes(of: hash.littleEndian) { Array($0) } }
  }

  /// Reads the bytes; nil for invalid ones, and for a picture without hashes.
  init?(bytes: [UInt8]) {
    guard bytes.count == PictureMeasure.look.byteCount, bytes != Self.plainBytes else { return nil }
    hashes = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
      }
    }
  }
}

/// The difference up to which pictures look alike: of which hashes, in how many bits, how turned.
package struct HashThreshold: Hashable, Sendable {
  let hashes: [PerceptualHashKind]
  /// The number of bits of each hash that may differ.
  let distance: Int
  /// The allowed orientations as indices into ``PictureTransform/all``, the unchanged one first.
  let poses: [Int]

  package init(
    hashes: [PerceptualHashKind], distance: Int, isTurned: Bool = false, isMirrored: Bool = false
  ) {
    self.hashes = hashes
    self.distance = distance
    poses = PictureTransform.all.indices.filter { place in
      let pose = PictureTransform.all[place]
      return (isTurned || pose.quarters == 0) && (isMirrored || !pose.isMirrored)
    }
  }

  /// Returns the number of differing bits from another picture, of the hash that differs most.
  func distance(from look: PerceptualHash, in pose: Int, to other: PerceptualHash) -> Int {
    hashes.reduce(0) { max($0, (look[$1, pose] ^ other[$1, 0]).nonzeroBitCount) }
  }
}
