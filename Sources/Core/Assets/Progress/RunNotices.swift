internal import Platform
internal import Synchronization

/// The notices of a run: messages for the user that are not the failure of an asset; safe from any
/// thread.
///
/// Each text is reported once, as soon as it is known.
public final class RunNotices: Sendable {
  private let write: @Sendable (String) -> Void
  private let reported = Lock<[String]>([])

  /// - Parameter write: shows one message, in lower case and without a full stop.
  public init(_ write: @escaping @Sendable (String) -> Void = { _ in }) {
    self.write = write
  }

  /// Passes on a text of another source, each time.
  package func pass(_ text: String) { write(text) }

  /// Reports a text, unless it was reported before.
  package func tell(_ text: String) { tellOnce(of: text, text) }

  /// Reports a text, unless one with the same subject was reported before.
  package func tellOnce(of subject: String, _ text: @autoclosure () -> String) {
    let isNew = reported.withLock { reported in
      if reported.contains(subject) { return false }
      reported.append(subject)
      return true
    }
    if isNew { write(text()) }
  }
}
