import Foundation

/// A record of the work of a run's threads; guarded by `condition`.
package final class Probe: @unchecked Sendable {
  private let condition = NSCondition()
  private var counts: [String: Int] = [:]
  private var isOpen = false

  package init() {}

  package func note(_ name: String, by amount: Int = 1) {
    condition.withLock {
      counts[name, default: 0] += amount
      condition.broadcast()
    }
  }

  package func count(_ name: String) -> Int { condition.withLock { counts[name] ?? 0 } }

  /// Waits until something was noted that often; false after ten seconds.
  package func waited(for name: String, count: Int) -> Bool {
    let limit = Date(timeIntervalSinceNow: 10)
    return condition.withLock {
      while (counts[name] ?? 0) < count {
        if !condition.wait(until: limit) { return false }
      }
      return true
    }
  }

  /// Holds threads that pass until the gate is opened.
  package func passGate() {
    condition.withLock { while !isOpen { condition.wait() } }
  }

  package func openGate() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}
