internal import Media

/// The stored facts of one file; valid as long as the bytes that it points into.
package struct CatalogueEntry {
  let key: CatalogueKey
  /// The version of the header reader that found the facts; 0 for none.
  let readerVersion: UInt8
  let digests: FixedValues
  /// The values of a fixed size, followed by the packed facts and by the packed description.
  let payload: UnsafeRawBufferPointer

  /// The set of fixed-size values that an entry has, mainly hashes.
  struct FixedValues: OptionSet {
    let rawValue: UInt8

    static let sha1 = FixedValues(rawValue: 1)
    static let sha256 = FixedValues(rawValue: 2)
    static let look = FixedValues(rawValue: 4)
    static let sharpness = FixedValues(rawValue: 8)
    static let ends = FixedValues(rawValue: 16)
    static let content = FixedValues(rawValue: 32)
    /// The version of the descriptions' reader, a zero byte, and the packed description's size.
    static let description = FixedValues(rawValue: 64)
    static let decoding = FixedValues(rawValue: 128)

    /// The fixed-size values in the order of an entry, with their sizes.
    static let all: [(digest: FixedValues, byteCount: Int)] = [
      (.sha1, DigestAlgorithm.sha1.byteCount), (.sha256, DigestAlgorithm.sha256.byteCount),
      (.look, PictureMeasure.look.byteCount), (.sharpness, PictureMeasure.sharpness.byteCount),
      (.ends, 8), (.content, 16), (.description, 4),
      (.decoding, PictureMeasure.decoding.byteCount),
    ]

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    init(_ algorithm: DigestAlgorithm) {
      self = algorithm == .sha1 ? .sha1 : .sha256
    }

    init(_ measure: PictureMeasure) {
      self =
        switch measure {
        case .look: .look
        case .sharpness: .sharpness
        case .decoding: .decoding
        }
    }

    var byteCount: Int {
      Self.all.reduce(0) { contains($1.digest) ? $0 + $1.byteCount : $0 }
    }
  }

  var packedFacts: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: variable.dropLast(descriptionCount))
  }

  /// The description, as it is stored after the facts; empty for one without any text.
  var packedDescription: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: variable.suffix(descriptionCount))
  }

  private var variable: Slice<UnsafeRawBufferPointer> {
    payload[min(digests.byteCount, payload.count)...]
  }

  private var descriptionCount: Int {
    guard let head = bytes(of: .description) else { return 0 }
    return min(Int(head.little16(2)), variable.count)
  }

  /// True if this version of the reader looked for texts that people typed into the file.
  var isDescribed: Bool { bytes(of: .description)?[0] == HeaderReader.descriptionVersion }

  /// Returns the value of ``FixedValues/description`` for a packed description of that size.
  static func descriptionHead(byteCount: Int) -> [UInt8] {
    [
      HeaderReader.descriptionVersion, 0, UInt8(truncatingIfNeeded: byteCount),
      UInt8(truncatingIfNeeded: byteCount >> 8),
    ]
  }

  /// Returns the facts; nil unless the present version of the header reader found them.
  func mediaFacts() -> MediaFacts? {
    guard readerVersion == HeaderReader.version else { return nil }
    return MediaFacts(packed: packedFacts, fileSize: key.size)
  }

  func digest(_ algorithm: DigestAlgorithm) -> ContentDigest? {
    bytes(of: FixedValues(algorithm)).flatMap { ContentDigest(algorithm, bytes: $0) }
  }

  /// Returns the bytes of a fixed-size value within the entry; nil if the entry lacks it.
  func bytes(of digest: FixedValues) -> UnsafeRawBufferPointer? {
    guard digests.contains(digest), payload.count >= digests.byteCount else { return nil }
    var start = 0
    for (other, byteCount) in FixedValues.all {
      if other == digest {
        return UnsafeRawBufferPointer(rebasing: payload[start..<start + byteCount])
      }
      if digests.contains(other) { start += byteCount }
    }
    return nil
  }
}
