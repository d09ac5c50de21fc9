#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CCrypto
#endif

/// MD5, for file names and comparisons that a standard bases on it; security never relies on it.
package enum MD5Digest {
  /// Returns the hash in lower-case hexadecimal; nil if the cryptographic library has no MD5.
  package static func hexadecimal(of bytes: [UInt8]) -> String? {
    guard let digest = digest(of: bytes) else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(32)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  #if canImport(CryptoKit)
    /// Returns the 16 bytes of the hash.
    package static func digest(of bytes: [UInt8]) -> [UInt8]? {
      Array(Insecure.MD5.hash(data: bytes))
    }
  #else
    /// Returns the 16 bytes of the hash; nil where the system does not offer MD5.
    package static func digest(of bytes: [UInt8]) -> [UInt8]? {
      var digest = [UInt8](repeating: 0, count: 16)
      return MD5(bytes, bytes.count, &digest) == nil ? nil : digest
    }
  #endif
}
