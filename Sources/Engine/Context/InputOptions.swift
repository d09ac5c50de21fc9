/// The input that the shell passes to a run.
public struct InputOptions: Sendable {
  /// Where records or paths come from; 0 is standard input.
  public var descriptor: Int32
  /// True if paths are separated by NUL instead of newlines.
  public var isNullSeparated: Bool
  /// Files named as arguments; they come instead of what the descriptor gives.
  public var paths: [[UInt8]]

  public init(
    descriptor: Int32 = 0, isNullSeparated: Bool = false, paths: [[UInt8]] = []
  ) {
    self.descriptor = descriptor
    self.isNullSeparated = isNullSeparated
    self.paths = paths
  }
}
