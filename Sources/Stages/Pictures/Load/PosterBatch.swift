internal import Decoding
internal import Media
internal import Platform
internal import Synchronization

/// Makes stills of a few videos in parallel, as each waits for a program of its own.
struct PosterBatch {
  let poster: VideoPoster

  struct Video: Sendable {
    let file: OpenFile
    let format: MediaFormat
    /// The length in seconds; nil if unknown.
    let duration: Double?
  }

  private typealias Still = Result<NamelessFile, DecodeProblem>

  /// Returns a still for each video, as a JPEG in a file without a name.
  func stills(of videos: [Video]) -> [Result<NamelessFile, DecodeProblem>] {
    let stills = SharedStills(videos.count)
    let threads = videos.indices.dropFirst().map { index in
      (index, WorkerThread { stills.set(index, still(of: videos[index])) })
    }
    if let first = videos.first { stills.set(0, still(of: first)) }
    for (index, thread) in threads {
      // Without a thread, the still is made by this one.
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
