internal import Media

/// What is known of one file; valid while the bytes are that it lies in.
struct CatalogueEntry {
  let key: CatalogueKey
  /// The version of the reader that found the facts; 0 for none.
  let readerVersion: UInt8
  let digests: Digests
  /// The values of a fixed size, and behind them the packed facts.
  let payload: UnsafeRawBufferPointer

  /// The values of a fixed size that are known, hashes above all.
  struct Digests: OptionSet {
    let rawValue: UInt8

    static let sha1 = Digests(rawValue: 1)
    static let sha256 = Digests(rawValue: 2)
    static let look = Digests(rawValue: 4)
    static let sharpness = Digests(rawValue: 8)
    static let ends = Digests(rawValue: 16)
    static let content = Digests(rawValue: 32)

    /// In the order in which they lie in an entry.
    static let all: [(digest: Digests, byteCount: Int)] = [
      (.sha1, DigestAlgorithm.sha1.byteCount), (.sha256, DigestAlgorithm.sha256.byteCount),
      (.look, PictureMeasure.look.byteCount), (.sharpness, PictureMeasure.sharpness.byteCount),
      (.ends, 8), (.content, 16),
    ]

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    init(_ algorithm: DigestAlgorithm) {
      self = algorithm == .sha1 ? .sha1 : .sha256
    }

    init(_ measure: PictureMeasure) {
      self = measure == .look ? .look : .sharpness
    }

    /// How many bytes they take.
    var byteCount: Int {
      Self.all.reduce(0) { contains($1.digest) ? $0 + $1.byteCount : $0 }
    }
  }

  /// What a header tells, as it lies behind the digests.
  var packedFacts: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: payload[min(digests.byteCount, payload.count)...])
  }

  /// The facts, when a reader of this version found them.
  func mediaFacts() -> MediaFacts? {
    guard readerVersion == HeaderReader.version else { return nil }
    return MediaFacts(packed: packedFacts, fileSize: key.size)
  }

  func digest(_ algorithm: DigestAlgorithm) -> ContentDigest? {
    bytes(of: Digests(algorithm)).flatMap { ContentDigest(algorithm, bytes: $0) }
  }

  /// The bytes of one of the values, where they lie.
  func bytes(of digest: Digests) -> UnsafeRawBufferPointer? {
    guard digests.contains(digest), payload.count >= digests.byteCount else { return nil }
    var start = 0
    for (other, byteCount) in Digests.all {
      if other == digest {
        return UnsafeRawBufferPointer(rebasing: payload[start..<start + byteCount])
      }
      if digests.contains(other) { start += byteCount }
    }
    return nil
  }
}
