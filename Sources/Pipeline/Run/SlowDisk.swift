internal import Synchronization

/// Reads the headers of a batch on many threads where the disk turns out to be slow.
///
/// A disk answers many requests at once about as fast as one; a lane asks for one at a time. What
/// lies in memory is read faster than threads can be started, so the first files of each batch
/// are read by the lane alone, and their time decides.
struct SlowDisk {
  /// Opening and reading a file that lies in memory takes a tenth of it.
  private let slowRead: Duration

  private static let sampleCount = 8
  private static let threadCount = 16

  init(slowRead: Duration = .microseconds(40)) {
    self.slowRead = slowRead
  }

  /// The next asset to be read, counted up by the threads.
  private final class Counter: Sendable {
    private let next = Atomic(SlowDisk.sampleCount)

    func take() -> Int { next.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  /// Reads the headers of all that is still in; does little more than that of a few where they lie
  /// in memory.
  ///
  /// An asset is handed to one thread each, while the lane that holds the batch waits.
  func readAhead(_ batch: Batch) {
    let assets = Array(batch.survivors)
    guard assets.count > 2 * Self.sampleCount, isSlow(assets.prefix(Self.sampleCount)) else {
      return
    }
    for asset in assets { asset.expectSlowReads() }
    let counter = Counter()
    let threads = (0..<Self.threadCount).map { _ in
      LaneThread {
        while true {
          let place = counter.take()
          guard place < assets.count else { return }
          assets[place].readAhead(.header)
        }
      }
    }
    for thread in threads { thread?.join() }
  }

  private func isSlow(_ assets: ArraySlice<Asset>) -> Bool {
    let clock = ContinuousClock()
    var slow = 0
    var start = clock.now
    for asset in assets {
      asset.readAhead(.header)
      let end = clock.now
      if end - start >= slowRead { slow += 1 }
      start = end
    }
    return slow * 2 >= assets.count
  }
}
