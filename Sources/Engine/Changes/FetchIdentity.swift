/// Which fetch a token belongs to: what the rule asks, and of which libraries.
package struct FetchIdentity: Hashable, Sendable {
  package let rule: ContentDigest
  package let libraries: ContentDigest

  package static let algorithm = DigestAlgorithm.sha256

  /// - Parameters:
  ///   - rule: what ``ObservedFetch`` says of the rule.
  ///   - libraries: the paths of the libraries.
  package init(rule: [UInt8], libraries: [[UInt8]]) throws(FileProblem) {
    self.rule = try Self.digest(rule)
    self.libraries = try Self.digest(libraries.reduce(into: []) { $0 += $1 + [0] })
  }

  package init(rule: ContentDigest, libraries: ContentDigest) {
    self.rule = rule
    self.libraries = libraries
  }

  package static func digest(_ bytes: [UInt8]) throws(FileProblem) -> ContentDigest {
    let hash = try HashState(algorithm)
    bytes.withUnsafeBytes { hash.update($0) }
    return try hash.finish()
  }
}
