internal import Platform
internal import Synchronization

/// Memory for records that goes round: from a lane to the thread that puts them out, and back.
///
/// Fresh memory is the system's to clear, which takes about as long as writing records into it.
package final class RecordPool: Sendable {
  package init() {}

  private let idle = Lock<[WrittenRecords]>([])

  package func take() -> WrittenRecords { idle.withLock { $0.popLast() } ?? WrittenRecords() }

  func giveBack(_ records: WrittenRecords) { idle.withLock { $0.append(records) } }
}
