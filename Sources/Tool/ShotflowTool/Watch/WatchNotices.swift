internal import Pipeline
internal import Sessions

/// Shows notices of a watch that want no answer, one after the other; as messages where nothing
/// shows them. Confined to the thread that watches.
final class WatchNotices {
  private let notifier: (any Notifier)?
  private let messages: Messages
  private var notice: WorkerThread?

  /// The time that a notice stays.
  private static let stay = Duration.seconds(60)

  init(_ notifier: (any Notifier)?, _ messages: Messages) {
    self.notifier = notifier
    self.messages = messages
  }

  /// - Parameter isWritten: whether a message said it already.
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

  /// Waits for the notice that is shown, once the watch is to end.
  func end() { notice?.join() }
}
