package import Decoding

/// A picture that lies in the cache.
package struct CachedThumbnail: Sendable, Hashable {
  /// Where it lies, absolute.
  package let path: [UInt8]
  /// Its size in pixels, as its header says it.
  package let size: PictureSize
  package let byteCount: Int64
  package let format: PictureFormat
}
