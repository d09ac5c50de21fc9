/// The beginning of a digest, as the user types it: `sha1:3b9a`, or `3b9a` for any algorithm.
package struct DigestPrefix: Hashable, Sendable {
  /// The digest's algorithm; nil for any.
  package let algorithm: DigestAlgorithm?
  /// Lower-case hexadecimal digits, at least four.
  package let digits: String

  /// The least number of digits; fewer would match unrelated content by chance.
  package static let minimumCount = 4

  /// Parses a prefix; throws ``LedgerError/invalidDigest(_:)`` for any other text.
  package init(_ text: String) throws(LedgerError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    digits = (parts.last ?? "").lowercased()
    if parts.count == 2 {
      guard let algorithm = DigestAlgorithm(rawValue: parts[0].lowercased())
      else { throw .invalidDigest(text) }
      self.algorithm = algorithm
    } else {
      algorithm = nil
    }
    let longest = (algorithm.map { [$0] } ?? DigestAlgorithm.allCases).map(\.byteCount).max() ?? 0
    guard (Self.minimumCount...longest * 2).contains(digits.utf8.count),
      digits.utf8.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { throw .invalidDigest(text) }
  }

  /// The half-open ranges of digest texts with this prefix; `g` comes after every digit.
  var ranges: [Range<String>] {
    (algorithm.map { [$0] } ?? DigestAlgorithm.allCases).map {
      let start = "\($0.rawValue):\(digits)"
      return start..<start + "g"
    }
  }
}
