package import Decoding

/// A thumbnail, of any program's making, that a smaller picture can be made from.
///
/// The file is as untrusted as every other: only its header was looked at.
package struct ThumbnailSource: Sendable {
  /// The file, a PNG that needs no turning; closed when the last user lets go.
  package let file: OpenFile
  package let size: PictureSize
}
