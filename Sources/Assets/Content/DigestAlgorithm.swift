/// A hash function by which content is known.
public enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
  case sha1
  case sha256

  package var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    }
  }
}
