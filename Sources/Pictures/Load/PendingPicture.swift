internal import Decoding

/// A picture that is being made. One that is not committed leaves nothing behind.
protocol PendingPicture: AnyObject {
  /// An empty file, open for reading and writing.
  var descriptor: Int32 { get }

  /// Puts the picture into its place, once it was found to be what the decoder said.
  ///
  /// - Throws: ``FileProblem`` when this one can't be placed, ``RunProblem`` when none can be.
  func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place
}
