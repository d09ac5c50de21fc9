/// A size in pixels, each side at least 1.
public struct PictureSize: Sendable, Hashable {
  /// The width in pixels.
  public var width: Int32
  /// The height in pixels.
  public var height: Int32

  /// Creates a size from a width and a height in pixels.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}

extension PictureSize {
  func write(to writer: inout WireWriter) {
    writer.integer(width)
    writer.integer(height)
  }

  init(from reader: inout WireReader) throws(WireProblem) {
    self.init(
      width: try reader.integer(within: 1...Int32.max),
      height: try reader.integer(within: 1...Int32.max))
  }
}
