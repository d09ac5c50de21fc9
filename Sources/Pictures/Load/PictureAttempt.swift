internal import Decoding

/// One try at making an asset's picture; confined to the loader.
final class PictureAttempt {
  let candidate: PictureCandidate
  let request: PictureRequest
  let pending: any PendingPicture
  /// What the decoder answered, once it has.
  var result: Result<DecodedPicture, DecodeProblem>?

  init(
    _ candidate: PictureCandidate, _ request: PictureRequest, into pending: any PendingPicture
  ) {
    self.candidate = candidate
    self.request = request
    self.pending = pending
  }
}
