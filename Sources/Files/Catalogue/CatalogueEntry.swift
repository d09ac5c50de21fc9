internal import Media

/// What is known of one file; valid while the bytes are that it lies in.
struct CatalogueEntry {
  let key: CatalogueKey
  /// The version of the reader that found the facts; 0 for none.
  let readerVersion: UInt8
  let digests: Digests
  /// The digests, and behind them the packed facts.
  let payload: UnsafeRawBufferPointer

  /// Which hashes are known.
  struct Digests: OptionSet {
    let rawValue: UInt8

    static let sha1 = Digests(rawValue: 1)
    static let sha256 = Digests(rawValue: 2)

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    init(_ algorithm: DigestAlgorithm) {
      self = algorithm == .sha1 ? .sha1 : .sha256
    }

    /// How many bytes they take.
    var byteCount: Int {
      (contains(.sha1) ? DigestAlgorithm.sha1.byteCount : 0)
        + (contains(.sha256) ? DigestAlgorithm.sha256.byteCount : 0)
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
    bytes(of: algorithm).flatMap { ContentDigest(algorithm, bytes: $0) }
  }

  /// The bytes of a hash, where they lie.
  func bytes(of algorithm: DigestAlgorithm) -> UnsafeRawBufferPointer? {
    guard digests.contains(Digests(algorithm)), payload.count >= digests.byteCount else {
      return nil
    }
    let isSecond = algorithm == .sha256 && digests.contains(.sha1)
    let start = isSecond ? DigestAlgorithm.sha1.byteCount : 0
    return UnsafeRawBufferPointer(rebasing: payload[start..<start + algorithm.byteCount])
  }
}
