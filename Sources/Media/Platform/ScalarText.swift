// A `Character` is all that is drawn in one place, so `"'" + "\u{301}"` is another character than
// `"'"`. Shells, SQL, markup and the system compare bytes, so texts for them are taken apart and
// escaped by scalars.

extension StringProtocol {
  /// Returns the text with each of these scalars replaced, whatever marks follow or precede it.
  package func escaping(_ replacements: KeyValuePairs<Unicode.Scalar, String>) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let (_, replacement) = replacements.first(where: { $0.key == scalar }) {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The names of a path, separated by slashes as the system sees them; no name is empty.
  package var pathNames: [Substring] { pathNames(omittingEmpty: true) }

  /// Returns a path's names, separated by slashes as the system sees them, also empty ones.
  package func pathNames(omittingEmpty: Bool) -> [Substring] {
    self[...].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty)
      .map(Substring.init)
  }
}
