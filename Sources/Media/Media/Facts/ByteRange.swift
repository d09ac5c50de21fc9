/// A range of bytes within a file.
public struct ByteRange: Sendable, Hashable {
  /// The first byte, counted from the file's start.
  public let offset: Int64
  /// The number of bytes, never negative.
  public let count: Int64

  /// Creates a range of `count` bytes, from `offset` on.
  public init(offset: Int64, count: Int64) {
    self.offset = offset
    self.count = count
  }
}
