internal import Platform

/// A problem of a file's content.
///
/// A problem is data, not an error: facts that were read before it are valid.
public enum MediaProblem: UInt8, Sendable, CaseIterable {
  case empty = 1
  case unsupported = 2
  case truncated = 3
  case sizeMissing = 4
  case lyingLength = 5
  case loop = 6
  case malformed = 7
  case tooLarge = 8

  /// The problem as a message, in lower case and without a full stop.
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

/// An error of reading a file; unexpected content is a `MediaProblem` instead.
public struct MediaError: Error, Equatable, CustomStringConvertible {
  /// The `errno` of the system call.
  public let code: Int32

  /// Creates an error from an `errno`.
  public init(code: Int32) {
    self.code = code
  }

  /// The error as a message.
  public var description: String { "can't read: \(String(cString: strerror(code)))" }
}
