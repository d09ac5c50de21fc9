/// Beyond these, a number in a database means nothing.
enum PhotosLimits {
  /// Pixels and bytes; whole numbers up to here are exact as floating-point numbers, too.
  static let count: Int64 = 1 << 53
  /// Seconds, and frames a second.
  static let amount = 1e12
}
