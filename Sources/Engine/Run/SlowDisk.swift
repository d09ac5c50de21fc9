internal import CSystem
internal import Synchronization

/// Reads the headers of a batch on many threads where the disk turns out to be slow.
///
/// A disk answers many requests at once about as fast as one; a lane asks for one at a time. What
/// lies in memory is read faster than threads can be started, so the first files of each batch
/// are read by the lane alone. How much the system fetched from a disk for them decides, not how
/// long that took: on a busy machine everything takes long.
struct SlowDisk {
  /// A disk is read when so many blocks of 512 bytes came from it for the first files.
  private let blockLimit: Int

  private static let sampleCount = 8
  private static let threadCount = 16

  init(blockLimit: Int = 32) {
    self.blockLimit = blockLimit
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
    let before = csystem_blocks_read()
    for asset in assets { asset.readAhead(.header) }
    return csystem_blocks_read() - before >= blockLimit
  }
}
