/// A mark that shows, without reading a library, that it is as it was.
public struct LibraryMark: Hashable, Sendable {
  /// The fingerprint of its database's files; nil if they were written to so lately that a further
  /// write might not show.
  public let files: UInt64?

  public init(files: UInt64?) {
    self.files = files
  }
}
