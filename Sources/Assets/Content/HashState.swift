internal import CCrypto

/// A hash in the making; confined to the one who made it.
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
    private let state: OpaquePointer

    /// - Throws: ``FileProblem`` when the library refuses the algorithm, as in FIPS mode.
    package init(_ algorithm: DigestAlgorithm) throws(FileProblem) {
      self.algorithm = algorithm
      let kind = algorithm == .sha1 ? EVP_sha1() : EVP_sha256()
      guard let state = EVP_MD_CTX_new() else { throw FileProblem("no memory for a hash") }
      guard EVP_DigestInit_ex(state, kind, nil) == 1 else {
        EVP_MD_CTX_free(state)
        throw FileProblem("the system's libcrypto does not offer \(algorithm.rawValue)")
      }
      self.state = state
    }

    deinit {
      EVP_MD_CTX_free(state)
    }

    package func update(_ bytes: UnsafeRawBufferPointer) {
      EVP_DigestUpdate(state, bytes.baseAddress, bytes.count)
    }

    package func finish() throws(FileProblem) -> ContentDigest {
      var result = [UInt8](repeating: 0, count: algorithm.byteCount)
      EVP_DigestFinal_ex(state, &result, nil)
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
