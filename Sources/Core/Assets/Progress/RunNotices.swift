internal import Platform
internal import Synchronization

/// The messages of a run to the user that are not failures of assets; safe from any thread.
///
/// Each text is reported once, as soon as it is known.
public final class RunNotices: Sendable {
  private let write: @Sendable (String) -> Void
  private let asHint: @Sendable (String, Bool) -> Void
  private let lasting: @Sendable (String, Bool) -> Void
  private let isQuiet: Bool
  private let reported = Lock<[String]>([])

  /// - Parameters:
  ///   - isQuiet: true to drop remarks.
  ///   - write: shows one message, in lower case and without a full stop.
  ///   - hint: shows one that users need only until they know it, with true if the results may lack
  ///     something; nil for `write`.
  ///   - lasting: shows one that holds for later runs, too, with true if it belongs to something that
  ///     this run did; nil for `write`.
  public init(
    isQuiet: Bool = false, _ write: @escaping @Sendable (String) -> Void = { _ in },
    hint: (@Sendable (String, Bool) -> Void)? = nil,
    lasting: (@Sendable (String, Bool) -> Void)? = nil
  ) {
    self.isQuiet = isQuiet
    self.write = write
    asHint = hint ?? { text, _ in write(text) }
    self.lasting = lasting ?? { text, _ in write(text) }
  }

  /// Reports a message from another part of the program, even if it was reported before.
  package func pass(_ text: String) { write(text) }

  /// Reports what a run left out as it should, which `--quiet` drops.
  package func remark(_ text: String) { if !isQuiet { tell(text) } }

  /// Reports what a run left out as it should, and what later runs will leave out as well.
  ///
  /// - Parameter isNews: true if the run did something else, so that the text belongs to a report.
  package func remark(lasting text: String, isNews: Bool) { if !isQuiet { lasting(text, isNews) } }

  /// Reports a text, unless it was reported before.
  package func tell(_ text: String) { tellOnce(of: text, text) }

  /// Reports a text, unless one with the same subject was reported before.
  package func tellOnce(of subject: String, _ text: @autoclosure () -> String) {
    if isNew(subject) { write(text()) }
  }

  /// Reports a text that users need only until they know it, and that `--quiet` drops.
  ///
  /// - Parameter isLack: true if the results may lack something.
  package func hint(of subject: String, isLack: Bool = false, _ text: @autoclosure () -> String) {
    if !isQuiet, isNew(subject) { asHint(text(), isLack) }
  }

  private func isNew(_ subject: String) -> Bool {
    reported.withLock { reported in
      if reported.contains(subject) { return false }
      reported.append(subject)
      return true
    }
  }
}
