internal import Decoding

final class PictureTask {
  let asset: Asset
  private(set) var work: Work?

  struct Work {
    let file: OpenFile
    let facts: PictureFacts
    let key: ThumbnailKey
    /// The sources that were not tried yet, the next one first.
    var candidates: ArraySlice<PictureCandidate>
    var attempt: PictureAttempt?
  }

  init(_ asset: Asset, _ work: Work?) {
    self.asset = asset
    self.work = work
  }

  /// True if the task has the decoder's result, or is finished.
  var isReady: Bool { work?.attempt?.result != nil || work == nil }

  func nextCandidate() -> PictureCandidate? { work?.candidates.popFirst() }

  /// Adds the sources to try after all others, unless they were added before.
  func add(_ lesser: [PictureCandidate]) {
    guard let work, !work.candidates.contains(where: \.isLast),
      work.attempt?.candidate.isLast != true
    else { return }
    self.work?.candidates += lesser
  }

  /// True if the next source is a video of which no still was made yet.
  var needsPoster: Bool {
    guard case .video? = work?.candidates.first?.source else { return false }
    return !isReady
  }

  func take(_ poster: NamelessFile) {
    guard let work else { return }
    self.work?.candidates = [PictureCandidate(source: .poster(poster), key: work.key)]
  }

  func begin(_ attempt: PictureAttempt) {
    work?.attempt = attempt
  }

  /// Stores the decoder's answer; drops a failure if there is another source.
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
  /// The decoder's answer; nil before.
  var result: Result<DecodedPicture, DecodeProblem>?

  init(
    _ candidate: PictureCandidate, _ request: PictureRequest, into pending: any PendingPicture
  ) {
    self.candidate = candidate
    self.request = request
    self.pending = pending
  }
}
