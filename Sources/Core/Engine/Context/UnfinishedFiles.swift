internal import Platform
internal import Synchronization

/// The number of files that a run asked for their damage while they were being written. Safe from
/// any thread.
package final class UnfinishedFiles: RunResource {
  private let number = Atomic(0)

  package init() {}

  package func note(_ count: Int) {
    if count > 0 { number.add(count, ordering: .relaxed) }
  }

  /// Returns the message about the files, and begins to count again; nil without files.
  package func take() -> String? {
    let count = number.exchange(0, ordering: .relaxed)
    return count == 0
      ? nil
      : (count == 1 ? "1 file was" : "\(count) files were")
        + " written a moment ago, and \(count == 1 ? "is" : "are") looked at in a later run"
  }
}

extension RunContext {
  /// The tally of files whose damage is not known yet; nil if no message counts them.
  package var unfinishedFiles: UnfinishedFiles? {
    get { resources[UnfinishedFiles.self] }
    set { resources[UnfinishedFiles.self] = newValue }
  }
}
