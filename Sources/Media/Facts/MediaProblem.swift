/// A problem of a file's content.
///
/// A problem is data, not an error: facts that were read before it stay valid.
public enum MediaProblem: UInt8, Sendable, CaseIterable {
  case empty = 1
  case unsupported = 2
  case truncated = 3
  case sizeMissing = 4
  case lyingLength = 5
  case loop = 6
  case malformed = 7
  case tooLarge = 8

  /// The problem in words, lower case and without a full stop.
  public var message: String {
    switch self {
    case .empty: "the file is empty"
    case .unsupported: "the content is no known picture or movie format"
    case .truncated: "the file ends before its header does"
    case .sizeMissing: "the header gives no width and height"
    case .lyingLength: "a length in the header reaches beyond what contains it"
    case .loop: "a directory in the header points back at itself"
    case .malformed: "the header breaks its format's rules"
    case .tooLarge: "the header is larger than is read"
    }
  }
}
