/// How a picture fits a size, as PHImageContentMode names it.
public enum ContentMode: UInt8, Sendable, CaseIterable {
  /// All of the picture lies within the size; one side may be shorter.
  case aspectFit = 0
  /// The picture fills the size; what hangs over is cut off evenly at both ends.
  case aspectFill = 1
}
