internal import Decoding

final class PictureTask {
  let asset: Asset
  private(set) var work: Work?

  struct Work {
    let file: OpenFile
    let facts: PictureFacts
    let key: ThumbnailKey
    /// The remaining sources, the next one first.
    var candidates: ArraySlice<PictureCandidate>
    var attempt: PictureAttempt?
  }

  init(_ asset: Asset, _ work: Work?) {
    self.asset = asset
    self.work = work
  }

  /// True if the task has a result or is finished.
  var isReady: Bool { work?.attempt?.result != nil || work == nil }

  /// Takes the next candidate; nil without one left.
  func nextCandidate() -> PictureCandidate? { work?.candidates.popFirst() }

  /// Adds the candidates of last resort, unless they were added before.
  func add(_ lesser: [PictureCandidate]) {
    guard let work, !work.candidates.contains(where: \.isLast),
      work.attempt?.candidate.isLast != true
    else { return }
    self.work?.candidates += lesser
  }

  /// True if the next source is a video without its still.
  var needsPoster: Bool {
    guard case .video? = work?.candidates.first?.source else { return false }
    return !isReady
  }

  /// Replaces the video by its still.
  func take(_ poster: NamelessFile) {
    guard let work else { return }
    self.work?.candidates = [PictureCandidate(.poster(poster), work.key)]
  }

  func begin(_ attempt: PictureAttempt) {
    work?.attempt = attempt
  }

  /// Records the decoder's answer; a failure is dropped if there is another candidate.
  func note(_ result: Result<DecodedPicture, DecodeProblem>) {
    if case .failure(let problem) = result, problem.reason != .cancelled,
      work?.candidates.isEmpty == false
    {
      work?.attempt = nil
    } else {
      work?.attempt?.result = result
    }
  }

  /// Finishes the task and closes all files.
  func settle() {
    work = nil
  }
}

final class PictureAttempt {
  let candidate: PictureCandidate
  let request: PictureRequest
  let pending: any PendingPicture
  /// The decoder's answer; nil until it arrives.
  var result: Result<DecodedPicture, DecodeProblem>?

  init(
    _ candidate: PictureCandidate, _ request: PictureRequest, into pending: any PendingPicture
  ) {
    self.candidate = candidate
    self.request = request
    self.pending = pending
  }
}
