import Foundation

/// The effort of tests that can do more: those that take minutes are for `script/torture`.
package enum Effort {
  /// True if the variable `SHOTFLOW_TORTURE` is set.
  package static let isFull = ProcessInfo.processInfo.environment["SHOTFLOW_TORTURE"] != nil
}
