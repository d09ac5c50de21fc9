/// A size in pixels, each side at least 1.
public struct PictureSize: Sendable, Hashable {
  public var width: Int32
  public var height: Int32

  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
