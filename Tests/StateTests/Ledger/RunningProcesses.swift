import Platform
import State
import Synchronization

/// The processes that run, shared with the ledger's question for them.
final class RunningProcesses: Sendable {
  private let processes = Lock<Set<ProcessIdentity>>([])

  func contains(_ process: ProcessIdentity) -> Bool { processes.withLock { $0.contains(process) } }
  func insert(_ process: ProcessIdentity) { processes.withLock { _ = $0.insert(process) } }
  func remove(_ process: ProcessIdentity) { processes.withLock { _ = $0.remove(process) } }
}
