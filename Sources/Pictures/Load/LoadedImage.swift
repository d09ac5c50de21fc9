package import Decoding

/// A picture to show, as a load stage brought it.
package struct LoadedImage: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    case file(path: [UInt8])
    /// Behind what was written to the descriptor before.
    case descriptor(Int32, offset: Int64)
  }

  /// What the picture is, or was made from.
  package enum Origin: String, CaseIterable, Sendable {
    /// The original itself.
    case original
    /// The edited version itself.
    case edited
    /// Made from the pixels of the original, or of the edited version.
    case decoded
    /// Made from a smaller picture inside the original, or from another program's thumbnail.
    case preview
    /// Made from a smaller picture that the library keeps beside the original.
    case derivative
    /// Made from a frame of a video.
    case poster
    /// Found in the cache, where an earlier run put it.
    case cache
  }

  package var place: Place
  /// Nil where it is not known.
  package var size: PictureSize?
  package var uniformTypeIdentifier: String
  package var byteCount: Int64
  package var origin: Origin
  /// Whether it is smaller than what was asked for; a better one may follow.
  package var isDegraded = false
}
