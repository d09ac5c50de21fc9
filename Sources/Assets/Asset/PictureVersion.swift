/// Which version of an asset that was edited is wanted, as PHImageRequestOptionsVersion names it.
public enum PictureVersion: String, CaseIterable, Sendable {
  /// As the library shows it.
  case current
  /// As it was before it was edited.
  case unadjusted
  /// The same, of a pair of a RAW picture and a JPEG the RAW picture.
  case original

  /// The file that holds a version.
  public enum Place {
    /// The original itself.
    case original
    case other(any Original)
    /// Another file than the original, which is not there.
    case missing
  }
}
