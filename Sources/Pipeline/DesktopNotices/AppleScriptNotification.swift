#if os(macOS)
  internal import Engine
  internal import Files

  /// A notification with AppleScript, which has no buttons and returns no answer.
  struct AppleScriptNotification {
    let notice: DesktopNotification

    private static let path = "/usr/bin/osascript"
    /// The script, which gets the title and the text as arguments, so that they are not parsed.
    private static let script = [
      "-e", "on run words", "-e",
      "display notification (item 2 of words) with title (item 1 of words)", "-e", "end run",
    ]

    /// Shows the notification and returns `delivered`; throws ``NotifierProblem`` if that fails.
    func show() throws(NotifierProblem) -> OfferAnswer {
      let child: ChildProcess
      do throws(SpawnProblem) {
        child = try ChildProcess(
          path: Self.path, arguments: Self.script + [notice.title, notice.subject],
          descriptors: [-1, -1, -1])
      } catch {
        throw NotifierProblem("can't start \(Self.path): \(error.text)")
      }
      guard child.wait() == .exited(0) else {
        throw NotifierProblem("osascript shows no notification")
      }
      return OfferAnswer(.delivered)
    }
  }
#endif
