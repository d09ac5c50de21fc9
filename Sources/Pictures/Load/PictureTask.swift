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
    let key: ThumbnailKey
    /// What the picture may be made from, the next to try first.
    var sources: ArraySlice<PictureSource>
    var attempt: PictureAttempt?
  }

  init(_ asset: Asset, _ work: Work?) {
    self.asset = asset
    self.work = work
  }

  /// Whether nothing has to be waited for.
  var isReady: Bool { work?.attempt?.result != nil || work == nil }

  /// Begins with the next source; nil when there is none left.
  func nextSource() -> PictureSource? { work?.sources.popFirst() }

  /// Whether the next source is a video without its still.
  var needsPoster: Bool {
    guard case .video? = work?.sources.first else { return false }
    return !isReady
  }

  /// Goes on with the still instead of the video.
  func take(_ poster: NamelessFile) {
    work?.sources = [.poster(poster)]
  }

  func begin(_ attempt: PictureAttempt) {
    work?.attempt = attempt
  }

  /// Takes the decoder's answer; a failure is forgotten if there is something else to try.
  func note(_ result: Result<DecodedPicture, DecodeProblem>) {
    if case .failure(let problem) = result, problem.reason != .cancelled,
      work?.sources.isEmpty == false
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
