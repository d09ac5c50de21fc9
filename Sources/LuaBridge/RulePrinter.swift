internal import Platform
internal import Synchronization

/// Passes on what rules print, until they printed as much as one run may.
public final class RulePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  private let remaining: Lock<Int>

  /// - Parameters:
  ///   - limit: bytes for all lanes of a run together.
  ///   - write: gets one text for each `print`, without a newline at its end and with control
  ///     characters shown as escapes; called from any lane.
  public init(limit: Int = 64 * 1024, write: @escaping @Sendable (String) -> Void) {
    self.write = write
    remaining = Lock(limit)
  }

  func print(_ text: String) {
    let (fits, isLast) = remaining.withLock { remaining in
      let before = remaining
      remaining -= text.utf8.count + 1
      return (remaining >= 0, before >= 0 && remaining < 0)
    }
    if fits {
      write(text)
    } else if isLast {
      write("the rule printed too much; the rest is left out")
    }
  }
}
