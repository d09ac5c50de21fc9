internal import Decoding
internal import Media
internal import Platform
internal import Synchronization

/// Makes stills of a few videos, side by side, because each keeps a program of its own waiting.
struct PosterRound {
  let poster: VideoPoster

  /// A video to make a still of.
  struct Video: Sendable {
    let file: OpenFile
    let format: MediaFormat
    /// In seconds, if it is known.
    let duration: Double?
  }

  private typealias Still = Result<NamelessFile, DecodeProblem>

  /// One still for each video, as a JPEG in a file without a name.
  func stills(of videos: [Video]) -> [Result<NamelessFile, DecodeProblem>] {
    let stills = SharedStills(videos.count)
    let threads = videos.indices.dropFirst().map { index in
      (index, LaneThread { stills.set(index, still(of: videos[index])) })
    }
    if let first = videos.first { stills.set(0, still(of: first)) }
    for (index, thread) in threads {
      // Without a thread it is done here.
      if let thread { thread.join() } else { stills.set(index, still(of: videos[index])) }
    }
    return stills.all
  }

  private func still(of video: Video) -> Still {
    do throws(DecodeProblem) {
      guard let file = NamelessFile() else {
        throw DecodeProblem(.notWritten, "there is no room for a video's picture")
      }
      try poster.make(
        of: video.file.descriptor, as: video.format, duration: video.duration,
        into: file.descriptor)
      return .success(file)
    } catch {
      return .failure(error)
    }
  }

  private final class SharedStills: Sendable {
    private let stills: Lock<[Still]>

    init(_ count: Int) {
      let none = Still.failure(DecodeProblem(.notWritten, "no picture was made"))
      stills = Lock(Array(repeating: none, count: count))
    }

    func set(_ index: Int, _ still: Still) {
      stills.withLock { $0[index] = still }
    }

    var all: [Still] { stills.withLock { $0 } }
  }
}
