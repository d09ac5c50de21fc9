/// The identity of the fetch that a token belongs to: the rule's query, and its libraries.
package struct FetchIdentity: Hashable, Sendable {
  /// The digest of the rule's stages and, if they call functions, of the rule's texts.
  package let rule: ContentDigest
  /// The digest of the libraries' paths.
  package let libraries: ContentDigest

  /// The algorithm of the digests.
  package static let algorithm = DigestAlgorithm.sha256

  /// - Parameters:
  ///   - rule: The bytes of ``ObservedFetch/identity(isLimited:)``.
  ///   - libraries: The libraries' absolute paths.
  package init(rule: [UInt8], libraries: [[UInt8]]) throws(FileProblem) {
    self.rule = try Self.digest(rule)
    self.libraries = try Self.digest(libraries.reduce(into: []) { $0 += $1 + [0] })
  }

  package init(rule: ContentDigest, libraries: ContentDigest) {
    self.rule = rule
    self.libraries = libraries
  }

  /// Returns the SHA-256 of bytes; throws if the system's libcrypto does not offer it.
  package static func digest(_ bytes: [UInt8]) throws(FileProblem) -> ContentDigest {
    let hash = try HashState(algorithm)
    bytes.withUnsafeBytes { hash.update($0) }
    return try hash.finish()
  }
}
