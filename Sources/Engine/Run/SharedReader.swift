internal import Synchronization

/// A source that lanes take pieces from in turn, each with its place in source order.
final class SharedReader: Sendable {
  /// The reader is confined to the one who holds the lock.
  private struct State: @unchecked Sendable {
    let reader: any AssetReader
    var nextOrdinal: Int
    var isExhausted = false
  }

  private let state: Mutex<State>

  init(_ reader: any AssetReader, firstOrdinal: Int) {
    state = Mutex(State(reader: reader, nextOrdinal: firstOrdinal))
  }

  func next() throws -> (ordinal: Int, pending: PendingBatch)? {
    try state.withLock { state in
      guard !state.isExhausted, let pending = try state.reader.next() else {
        state.isExhausted = true
        return nil
      }
      defer { state.nextOrdinal += 1 }
      return (state.nextOrdinal, pending)
    }
  }
}
