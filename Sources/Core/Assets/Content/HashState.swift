internal import CCrypto

/// A running hash computation; used by one thread at a time.
package final class HashState {
  private let algorithm: DigestAlgorithm

  #if canImport(CommonCrypto) || canImport(Darwin)
    private var sha1 = CC_SHA1_CTX()
    private var sha256 = CC_SHA256_CTX()

    package init(_ algorithm: DigestAlgorithm) throws(FileProblem) {
      self.algorithm = algorithm
      CC_SHA1_Init(&sha1)
      CC_SHA256_Init(&sha256)
    }

    package func update(_ bytes: UnsafeRawBufferPointer) {
      switch algorithm {
      case .sha1: CC_SHA1_Update(&sha1, bytes.baseAddress, CC_LONG(bytes.count))
      case .sha256: CC_SHA256_Update(&sha256, bytes.baseAddress, CC_LONG(bytes.count))
      }
    }

    package func finish() throws(FileProblem) -> ContentDigest {
      var result = [UInt8](repeating: 0, count: algorithm.byteCount)
      switch algorithm {
      case .sha1: CC_SHA1_Final(&result, &sha1)
      case .sha256: CC_SHA256_Final(&result, &sha256)
      }
      return try digest(result)
    }
  #else
    private var sha1 = SHA_CTX()
    private var sha256 = SHA256_CTX()

    /// Starts a hash; throws a ``FileProblem`` if the system's libcrypto rejects the algorithm.
    package init(_ algorithm: DigestAlgorithm) throws(FileProblem) {
      self.algorithm = algorithm
      let isOffered = algorithm == .sha1 ? SHA1_Init(&sha1) : SHA256_Init(&sha256)
      guard isOffered == 1 else {
        throw FileProblem("the system's libcrypto does not offer \(algorithm.rawValue)")
      }
    }

    package func update(_ bytes: UnsafeRawBufferPointer) {
      switch algorithm {
      case .sha1: SHA1_Update(&sha1, bytes.baseAddress, bytes.count)
      case .sha256: SHA256_Update(&sha256, bytes.baseAddress, bytes.count)
      }
    }

    package func finish() throws(FileProblem) -> ContentDigest {
      var result = [UInt8](repeating: 0, count: algorithm.byteCount)
      switch algorithm {
      case .sha1: SHA1_Final(&result, &sha1)
      case .sha256: SHA256_Final(&result, &sha256)
      }
      return try digest(result)
    }
  #endif

  private func digest(_ bytes: [UInt8]) throws(FileProblem) -> ContentDigest {
    guard let digest = ContentDigest(algorithm, bytes: bytes) else {
      throw FileProblem("the hash has the wrong length")
    }
    return digest
  }
}
