internal import Acting
internal import Console
internal import Pipeline
internal import Platform

/// Shows the address of a page to the user: in the browser, or on standard error.
struct PageOpening {
  private let opens: Bool
  private let messages: Messages

  /// - Parameter opens: whether the browser is opened.
  init(opens: Bool, _ messages: Messages) {
    self.opens = opens
    self.messages = messages
  }

  func show(_ address: String) {
    if opens {
      do {
        try DesktopOpener.open(address)
        return messages.write("the page is open in your browser; Ctrl-C ends it")
      } catch {
        messages.write("can't open the browser: \(error)")
      }
    }
    messages.write("the page is at \(address)")
  }
}
