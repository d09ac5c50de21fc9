internal import Platform
internal import Synchronization

/// The notices of a run that the user should see and that are no asset's failure; safe from any
/// thread.
///
/// Each text of its own is reported once, as soon as it is known.
public final class RunNotices: Sendable {
  private let write: @Sendable (String) -> Void
  private let told = Lock<[String]>([])

  /// - Parameter write: shows one message, in lower case and without a full stop.
  public init(_ write: @escaping @Sendable (String) -> Void = { _ in }) {
    self.write = write
  }

  /// Hands on a text that is another's, each time.
  package func pass(_ text: String) { write(text) }

  package func tell(_ text: String) { tellOnce(of: text, text) }

  /// Tells a text unless something was told of its subject before.
  package func tellOnce(of subject: String, _ text: @autoclosure () -> String) {
    let isNew = told.withLock { told in
      if told.contains(subject) { return false }
      told.append(subject)
      return true
    }
    if isNew { write(text()) }
  }
}
