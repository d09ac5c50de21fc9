internal import Acting
package import Pipeline
internal import Platform
internal import Synchronization

/// The controller of a page in the browser: it shows one state after the other, and receives the
/// user's answers. It is served and opened with the first state. One thread at a time may change
/// the state.
package final class PageController: Sendable {
  private struct State {
    /// The number of the shown state, by which answers to earlier ones are recognised.
    var pageState = 0
    /// The queue for the page's requests; nil while none are answered.
    var queue: BrowseQueue?
    var cancellation: Cancellation?
    var decision: PageDecision?
    /// The text about the answer to the last question, which the page shows.
    var notice = ""
    var isSeen = false
    /// True if the page is no longer served.
    var isOver = false
  }

  private let title: String
  private let opening: PageOpening
  private let state = Monitor(State())
  private let served = Lock<(helper: PageHelper, thread: WorkerThread)?>(nil)

  /// The longest delay before Ctrl-C and a question's deadline are noticed, in milliseconds.
  private static let interval: Int32 = 50

  /// - Parameter opening: shows the page's address to the user.
  package init(_ title: String, _ opening: PageOpening) {
    self.title = title
    self.opening = opening
  }

  /// Shows a state until the user answers it or closes the page; returns nil if it was closed.
  /// `answer` writes the answers to a queue's requests to a descriptor; a request that the page
  /// cancels interrupts `requests`, by default `cancellation`. Throws ``RunProblem`` after Ctrl-C
  /// or if the program that serves the page fails, or the errors of `answer`.
  package func show(
    _ pageState: PageState, until cancellation: Cancellation,
    answeringUntil requests: Cancellation? = nil,
    answer: (BrowseQueue, _ descriptor: Int32) throws -> Void
  ) throws -> PageDecision? {
    let queue = BrowseQueue(requests ?? cancellation)
    let helper = try begin(pageState, queue, until: cancellation)
    let answered = Result { try answer(queue, helper.answers) }
    state.update { $0.queue = nil }
    // The thread that reads requests may be waiting for space in the queue.
    queue.end()
    do {
      try answered.get()
    } catch RunProblem.outputClosed {
      // The helper program has closed its pipe.
    }
    if cancellation.isCancelled { throw RunProblem.cancelled }
    let (decision, isOver) = state.read { ($0.decision, $0.isOver) }
    if decision == nil, isOver { try checkEnd(of: helper) }
    return decision
  }

  /// Shows a question, and returns the number of the clicked button, from 0; nil if none was
  /// clicked within `time` milliseconds after a browser opened the page. A nil `time` is no limit.
  /// Throws ``PageProblem`` if the page was closed or never opened, or ``RunProblem``.
  func ask(
    _ pageState: PageState, for time: Int64? = nil, until cancellation: Cancellation
  ) throws -> Int? {
    if time != nil { try waitForPage(until: cancellation) }
    _ = try begin(pageState, until: cancellation, for: time)
    let end = time.map { ContinuousClock.now + .milliseconds($0) }
    return try wait(until: cancellation) { state in
      if case .answered(let number) = state.decision { return .some(number) }
      if state.isOver { throw PageProblem.closed }
      return end.map { $0 <= .now } == true ? .some(nil) : nil
    }
  }

  /// Waits for the program; throws ``RunProblem/programFailed(_:)`` if it failed or was killed.
  private func checkEnd(of helper: PageHelper) throws {
    helper.endAnswers()
    guard helper.wait() else {
      throw RunProblem.programFailed(
        "\(PageHelper.program), which serves the page, was ended from outside or crashed; "
          + "start the command again")
    }
  }

  /// True if a browser has opened the page.
  var isSeen: Bool { state.read { $0.isSeen } }

  /// Shows on the page that the run goes on, with a notice; does nothing if no page is served.
  func showWaiting(_ notice: String = "", until cancellation: Cancellation) throws {
    guard served.withLock({ $0 != nil }) else { return }
    _ = try begin(PageState(notice: notice), until: cancellation)
  }

  /// Closes the page and stops serving it.
  package func end() {
    guard let (helper, thread) = served.withLock({ $0 }) else { return }
    helper.endAnswers()
    thread.join()
    helper.end()
  }

  private func waitForPage(until cancellation: Cancellation) throws {
    if state.read({ $0.pageState == 0 }) { _ = try begin(PageState(), until: cancellation) }
    try wait(until: cancellation) { state in
      if state.isOver { throw PageProblem.neverOpened }
      return state.isSeen ? () : nil
    }
  }

  private func wait<Value>(
    until cancellation: Cancellation, for value: (State) throws -> Value?
  ) throws -> Value {
    try state.wait { state -> Result<Value, any Error>? in
      let result = Result { try value(state) }
      if case .success(nil) = result {
        return cancellation.isCancelled ? .failure(RunProblem.cancelled) : nil
      }
      return result.flatMap { $0.map(Result.success) ?? .failure(RunProblem.cancelled) }
    }.get()
  }

  private func begin(
    _ pageState: PageState, _ queue: BrowseQueue? = nil, until cancellation: Cancellation,
    for time: Int64? = nil
  ) throws -> PageHelper {
    let helper = try helper()
    var pageState = pageState
    pageState.time = time
    pageState.number = state.update { state in
      state.pageState += 1
      // The next question may appear before the page has shown the notice on the last one.
      if pageState.kind == .question { pageState.notice = state.notice }
      state.notice = pageState.notice
      (state.queue, state.cancellation, state.decision) = (queue, cancellation, nil)
      if state.isOver { queue?.end() }
      return Int64(state.pageState)
    }
    helper.write(pageState.line)
    return helper
  }

  // MARK: The program that serves the page

  private func helper() throws -> PageHelper {
    try served.withLock { served in
      if let served { return served.helper }
      let helper = try PageHelper(title)
      do throws(RunProblem) {
        opening.show(try helper.address())
        guard let thread = WorkerThread({ [self] in read(from: helper.requests) }) else {
          throw RunProblem.outputFailed("the system has no thread left")
        }
        served = (helper, thread)
      } catch {
        helper.end()
        throw error
      }
      return helper
    }
  }

  private func read(from descriptor: Int32) {
    var lines = RequestLines(descriptor: descriptor, waits: waits)
    while let line = try? lines.next() {
      guard case .text(let bytes) = line else { continue }
      bytes.withUnsafeBytes { text in
        if !note(text) { state.read { $0.queue }?.take(text) }
      }
    }
    state.update { state in
      state.isOver = true
      state.queue?.end()
    }
  }

  private func waits(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, Self.interval) <= 0 {
      // The update wakes the waiting threads, which also check their deadlines.
      state.update { state in
        if state.cancellation?.isFinal == true { state.queue?.end() }
      }
    }
    return true
  }

  /// Stores an answer, or that a browser opened the page; returns false for any other line.
  private func note(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let element = try? JSONElement(checking: text, deepest: 8) else { return false }
    if element[first: "seen"] != nil {
      state.update { $0.isSeen = true }
      return true
    }
    guard let pageState = element[first: "scene"]?.whole else { return false }
    state.update { state in
      guard pageState == state.pageState, state.decision == nil else { return }
      state.decision = PageDecision(element)
      if state.decision != nil { state.queue?.end() }
    }
    return true
  }
}

/// The user's answer on a page.
package enum PageDecision: Hashable, Sendable {
  /// The number of the clicked button, from 0.
  case answered(Int)
  case chosen([Pick])

  /// A chosen asset.
  package struct Pick: Hashable, Sendable {
    package enum Name: Hashable, Sendable {
      /// The position of a record in the run's output, from 0.
      case place(Int)
      /// The identifier of a library's asset.
      case identifier(String)
    }

    let name: Name
    let note: PickNote
  }

  fileprivate init?(_ element: JSONElement) {
    if let number = element[first: "answer"]?.whole.flatMap({ Int(exactly: $0) }) {
      self = .answered(number)
    } else if let list = element[first: "choose"] {
      self = .chosen(
        list.elements.compactMap { item in
          let place = item[first: "index"]?.whole.flatMap { Int(exactly: $0) }
          let identifier = item[first: "identifier"]?.string
          guard let name = place.map(Pick.Name.place) ?? identifier.map(Pick.Name.identifier)
          else { return nil }
          return Pick(name: name, note: PickNote(item))
        })
    } else {
      return nil
    }
  }
}

/// The reason why a page did not return an answer to a question.
enum PageProblem: Error, Hashable, Sendable {
  case neverOpened
  /// The page was closed during the question.
  case closed
}

/// The way to show a page's address: as text on standard error, and in the browser.
package struct PageOpening {
  private let opens: Bool
  private let messages: Messages
  private let opened: String

  /// - Parameters:
  ///   - opens: true to open the browser, too.
  ///   - opened: the message after the browser was opened.
  package init(
    opens: Bool, _ messages: Messages,
    opened: String = "the page is open in your browser; Ctrl-C ends it"
  ) {
    self.opens = opens
    self.messages = messages
    self.opened = opened
  }

  /// Opens the address in the browser, if that is wanted, and prints it for other browsers.
  func show(_ address: String) {
    if opens {
      do {
        try DesktopOpener.open(address)
        messages.write(opened)
      } catch {
        messages.write("can't open the browser: \(error)")
      }
    }
    messages.write("the page is at \(address)")
  }
}
