/// Why a fetch result can't answer.
public enum FetchProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library is no longer what it was when the result was made; fetch again.
  case changed
  /// The range reaches beyond the last asset; the number of assets is given.
  case outOfRange(count: Int)

  public var description: String {
    switch self {
    case .changed: "the library changed since it was fetched; fetch again"
    case .outOfRange(let count): "the range reaches beyond the last of \(count) assets"
    }
  }
}
