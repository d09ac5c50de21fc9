internal import Decoding

/// One asset on its way to its picture; confined to the loader.
final class PictureTask {
  let asset: Asset
  /// Nil once nothing more is to be made.
  private(set) var work: Work?

  /// What is needed to make the picture.
  struct Work {
    let file: OpenFile
    let facts: PictureFacts
    /// Of the picture that is wanted.
    let key: ThumbnailKey
    /// What the picture may be made from, the next to try first.
    var candidates: ArraySlice<PictureCandidate>
    var attempt: PictureAttempt?
  }

  init(_ asset: Asset, _ work: Work?) {
    self.asset = asset
    self.work = work
  }

  /// Whether nothing has to be waited for.
  var isReady: Bool { work?.attempt?.result != nil || work == nil }

  /// Begins with the next candidate; nil when there is none left.
  func nextCandidate() -> PictureCandidate? { work?.candidates.popFirst() }

  /// Adds what will do if all else fails; once.
  func add(_ lesser: [PictureCandidate]) {
    guard let work, !work.candidates.contains(where: \.isLast),
      work.attempt?.candidate.isLast != true
    else { return }
    self.work?.candidates += lesser
  }

  /// Whether the next source is a video without its still.
  var needsPoster: Bool {
    guard case .video? = work?.candidates.first?.source else { return false }
    return !isReady
  }

  /// Goes on with the still instead of the video.
  func take(_ poster: NamelessFile) {
    guard let work else { return }
    self.work?.candidates = [PictureCandidate(.poster(poster), work.key)]
  }

  func begin(_ attempt: PictureAttempt) {
    work?.attempt = attempt
  }

  /// Takes the decoder's answer; a failure is forgotten if there is something else to try.
  func note(_ result: Result<DecodedPicture, DecodeProblem>) {
    if case .failure(let problem) = result, problem.reason != .cancelled,
      work?.candidates.isEmpty == false
    {
      work?.attempt = nil
    } else {
      work?.attempt?.result = result
    }
  }

  /// Lets go of all files.
  func settle() {
    work = nil
  }
}
