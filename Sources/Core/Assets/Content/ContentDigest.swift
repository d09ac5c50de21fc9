internal import Platform

/// The hash of an original's bytes, which identifies content whatever the file's name and folder.
///
/// The bytes are held inline: 20 of SHA-1 or 32 of SHA-256, so that a digest can be kept for every
/// asset without an allocation. Two digests of different algorithms are never equal.
public struct ContentDigest: Hashable, Sendable {
  /// The hash function.
  package let algorithm: DigestAlgorithm
  // Big-endian words; those past the algorithm's length are zero.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a digest from a hash; nil if the number of bytes is not the algorithm's.
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

  /// The bytes of the hash.
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

  /// Writes two hexadecimal digits for each byte and returns the end; the buffer needs the room.
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

extension ContentDigest: LosslessStringConvertible {
  /// Reads `sha1:` or `sha256:` and the hash in hexadecimal digits; nil for anything else.
  public init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let algorithm = DigestAlgorithm(rawValue: String(text[..<colon]))
    else { return nil }
    self.init(algorithm, hexadecimal: text[text.utf8.index(after: colon)...])
  }

  /// Reads hexadecimal digits of either case, without a prefix; nil for anything else.
  public init?(_ algorithm: DigestAlgorithm, hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == algorithm.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(algorithm.byteCount)
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[start].hexDigitValue, let low = digits[start + 1].hexDigitValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(algorithm, bytes: bytes)
  }

  /// The algorithm, a colon and lower-case hexadecimal digits: `sha1:da39a3ee…`.
  public var description: String {
    let prefix = algorithm.rawValue.utf8
    let count = prefix.count + 1 + algorithm.byteCount * 2
    return String(unsafeUninitializedCapacity: count) { buffer in
      var end = 0
      for unit in prefix {
        buffer[end] = unit
        end += 1
      }
      buffer[end] = UInt8(ascii: ":")
      return writeHexadecimal(to: buffer, from: end + 1)
    }
  }
}

/// A hash function for content.
public enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
  case sha1
  case sha256

  /// The number of bytes of a hash.
  package var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    }
  }
}
