internal import Decoding

/// One try at making an asset's picture; confined to the loader.
final class PictureAttempt {
  let source: PictureSource
  let request: PictureRequest
  let pending: any PendingPicture
  /// What the decoder answered, once it has.
  var result: Result<DecodedPicture, DecodeProblem>?

  init(_ source: PictureSource, _ request: PictureRequest, into pending: any PendingPicture) {
    self.source = source
    self.request = request
    self.pending = pending
  }
}
