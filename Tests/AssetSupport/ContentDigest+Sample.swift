package import Assets

extension ContentDigest {
  /// A digest whose bytes begin with the big-endian number, and are zero from there on.
  package static func sample(_ number: UInt32, _ algorithm: DigestAlgorithm = .sha1)
    -> ContentDigest
  {
    var bytes = withUnsafeBytes(of: number.bigEndian, Array.init)
    bytes += Array(repeating: 0, count: algorithm.byteCount - bytes.count)
    return ContentDigest(algorithm, bytes: bytes)!
  }
}
