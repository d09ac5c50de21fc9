/// One `tEXt` chunk of a PNG (PNG specification, section 11.3.3.2).
public struct PictureText: Sendable, Hashable {
  /// The key word, 1…79 Latin-1 characters.
  public var keyword: String
  public var text: String

  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
