internal import Platform

/// An input error while a file was read; odd content is a `MediaProblem` instead.
public struct MediaError: Error, Equatable, CustomStringConvertible {
  /// The `errno` that the system gave.
  public let code: Int32

  public init(code: Int32) {
    self.code = code
  }

  public var description: String { "can't read: \(String(cString: strerror(code)))" }
}
