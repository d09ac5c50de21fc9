/// The hash of an original's bytes, by which content is known whatever its name or place.
///
/// The bytes are held inline: 20 of SHA-1 or 32 of SHA-256, so that a digest can be kept for every
/// asset without an allocation. Two digests of different algorithms are never equal.
public struct ContentDigest: Hashable, Sendable {
  package let algorithm: DigestAlgorithm
  // Big-endian words; those past the algorithm's length are zero.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Takes the bytes that a hash function wrote; nil unless their count is the algorithm's.
  package init?(_ algorithm: DigestAlgorithm, bytes: some Collection<UInt8>) {
    guard bytes.count == algorithm.byteCount else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for (offset, byte) in bytes.enumerated() {
      let part = UInt64(byte) << UInt64(56 - offset % 8 * 8)
      switch offset / 8 {
      case 0: words.0 |= part
      case 1: words.1 |= part
      case 2: words.2 |= part
      default: words.3 |= part
      }
    }
    self.algorithm = algorithm
    self.words = words
  }

  package var bytes: [UInt8] { (0..<algorithm.byteCount).map(byte(at:)) }

  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimal: String {
    String(unsafeUninitializedCapacity: algorithm.byteCount * 2) { buffer in
      writeHexadecimal(to: buffer, from: 0)
    }
  }

  public static func == (left: ContentDigest, right: ContentDigest) -> Bool {
    left.algorithm == right.algorithm && left.words == right.words
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(algorithm)
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }

  private func byte(at offset: Int) -> UInt8 {
    let word =
      switch offset / 8 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return UInt8(truncatingIfNeeded: word >> UInt64(56 - offset % 8 * 8))
  }

  /// Writes two digits a byte and returns where they end; the buffer must have room for them.
  func writeHexadecimal(to buffer: UnsafeMutableBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    for offset in 0..<algorithm.byteCount {
      let byte = byte(at: offset)
      buffer[end] = Self.digit(byte >> 4)
      buffer[end + 1] = Self.digit(byte & 0xF)
      end += 2
    }
    return end
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
  }
}
