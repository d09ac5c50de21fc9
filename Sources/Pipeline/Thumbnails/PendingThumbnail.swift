package import Decoding

/// A picture that is being made for the cache: under a name of its own, until it is whole.
///
/// Confined to the thread that began it. One that is not committed is gone with this object.
package final class PendingThumbnail {
  /// An empty file, open for reading and writing, for the decoder to write into.
  package let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Puts the picture into its place, in one step, if its header says what the decoder said.
  ///
  /// - Throws: ``FileProblem`` if the file is no whole picture of that size, or can't be placed.
  package func commit(size: PictureSize) throws(FileProblem) -> CachedThumbnail {
    throw FileProblem("not there yet")
  }
}
