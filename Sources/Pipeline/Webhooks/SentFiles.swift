internal import Platform
internal import Synchronization

/// The files that a run sent to a server, for the message at its end; safe from any thread.
package final class SentFiles: RunResource {
  /// The files that a run sent so far.
  package struct Tally: Sendable {
    /// The number of files that this run sent.
    package fileprivate(set) var files = 0
    /// The size in bytes of the files that this run sent.
    package fileprivate(set) var bytes: Int64 = 0
    /// The number of files that the receiver has from earlier runs.
    package fileprivate(set) var earlier = 0
    /// The receiver, such as `https://example.org`; empty for several, nil before the first file.
    package fileprivate(set) var receiver: String?

    package init() {}
  }

  private let state = Lock(Tally())

  package init() {}

  /// The numbers and sizes so far.
  package var tally: Tally { state.withLock { $0 } }

  /// Counts a file that a receiver has; `isNew` is true if this run sent it.
  func add(_ asset: Asset, isNew: Bool, to receiver: String) {
    state.withLock { tally in
      tally.receiver = tally.receiver ?? receiver == receiver ? receiver : ""
      guard isNew else {
        tally.earlier += 1
        return
      }
      tally.files += 1
      tally.bytes += asset.byteCount
    }
  }
}

extension RunContext {
  /// The tally of the files that the run sends; nil if it is not reported at the end.
  package var sentFiles: SentFiles? {
    get { resources[SentFiles.self] }
    set { resources[SentFiles.self] = newValue }
  }
}

extension Asset {
  /// The size of the original in bytes; 0 if it is unknown.
  fileprivate var byteCount: Int64 {
    if case .integer(let size) = value(of: .fileSize) { size } else { 0 }
  }
}
