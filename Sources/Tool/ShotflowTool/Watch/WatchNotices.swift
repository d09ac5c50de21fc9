internal import Pipeline
internal import Sessions

/// The notifications of a watch that need no answer, one after the other; written as messages where
/// a desktop shows none. Confined to the thread that watches.
final class WatchNotices {
  private let notifier: (any Notifier)?
  private let messages: Messages
  private var notice: WorkerThread?

  /// The time for which a notification is shown.
  private static let stay = Duration.seconds(60)

  init(_ notifier: (any Notifier)?, _ messages: Messages) {
    self.notifier = notifier
    self.messages = messages
  }

  /// Shows a notification; `isWritten` is true if a message has the same text already.
  func tell(_ title: String, _ text: String, isWritten: Bool = false) {
    let messages = messages
    let write: @Sendable () -> Void = {
      if !isWritten { messages.write("\(title) (\(text))", as: .warning) }
    }
    guard let notifier else { return write() }
    notice?.join()
    notice = WorkerThread {
      do {
        try notifier.tell(title, text, for: Self.stay)
      } catch RunProblem.cancelled {
        // The watch ends.
      } catch {
        write()
      }
    }
  }

  /// Waits until the shown notification is gone, when the watch ends.
  func end() { notice?.join() }
}
