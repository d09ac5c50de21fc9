import Foundation

/// How much tests do that can do more: what takes minutes is for `script/torture`.
package enum Effort {
  /// Whether the variable `SHOTFLOW_TORTURE` is set.
  package static let isFull = ProcessInfo.processInfo.environment["SHOTFLOW_TORTURE"] != nil
}
