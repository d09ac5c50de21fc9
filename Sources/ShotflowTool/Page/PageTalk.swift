internal import Console
internal import JSON
internal import Pipeline
internal import Platform
internal import Synchronization

/// The talk with a page: what it shows, one scene after the other, and what the user decides there.
///
/// The page is served and opened with the first scene. Scenes are shown by one thread at a time.
final class PageTalk: Sendable {
  private struct State {
    /// The number of the scene.
    var scene = 0
    /// Takes the requests of the page; nil while it is to ask for nothing.
    var queue: BrowseQueue?
    var cancellation: Cancellation?
    var decision: PageDecision?
    /// What became of the last question.
    var notice = ""
    /// Whether a browser has the page.
    var isSeen = false
    /// Whether the page is served no more.
    var isOver = false
  }

  private let title: String
  private let opening: PageOpening
  private let state = Monitor(State())
  private let served = Lock<(helper: PageHelper, thread: LaneThread)?>(nil)

  /// How long it takes until Ctrl-C and the end of a question's time are noticed, in milliseconds.
  private static let interval: Int32 = 50

  /// - Parameter opening: shows the page's address to the user.
  init(_ title: String, _ opening: PageOpening) {
    self.title = title
    self.opening = opening
  }

  /// Shows a scene, whose requests are answered meanwhile, until it is decided or the page is closed.
  ///
  /// - Parameter answer: answers all of a queue, to a descriptor.
  /// - Returns: nil where the page was closed without a decision.
  /// - Throws: ``RunProblem``, or what `answer` throws.
  func show(
    _ scene: PageScene, until cancellation: Cancellation,
    answer: (BrowseQueue, _ descriptor: Int32) throws -> Void
  ) throws -> PageDecision? {
    let queue = BrowseQueue(cancellation)
    let helper = try begin(scene, queue, until: cancellation)
    let answered = Result { try answer(queue, helper.answers) }
    state.update { $0.queue = nil }
    // The thread that reads may be waiting for room.
    queue.end()
    do {
      try answered.get()
    } catch RunProblem.outputClosed {
      // The page went away.
    }
    if cancellation.isCancelled { throw RunProblem.cancelled }
    return state.read { $0.decision }
  }

  /// Shows a scene that asks, and waits.
  ///
  /// - Parameter time: how many milliseconds it stays, from when the page is there; nil for as long as it
  ///   takes.
  /// - Returns: the number of the answer; nil for none in time.
  /// - Throws: ``PageProblem``, or ``RunProblem``.
  func ask(
    _ scene: PageScene, for time: Int64? = nil, until cancellation: Cancellation
  ) throws -> Int? {
    if time != nil { try waitForPage(until: cancellation) }
    _ = try begin(scene, until: cancellation, for: time)
    let end = time.map { ContinuousClock.now + .milliseconds($0) }
    return try wait(until: cancellation) { state in
      if case .answered(let number) = state.decision { return .some(number) }
      if state.isOver { throw PageProblem.closed }
      return end.map { $0 <= .now } == true ? .some(nil) : nil
    }
  }

  /// Shows that there is nothing to do but to wait, if there is a page.
  func showWaiting(_ notice: String = "", until cancellation: Cancellation) throws {
    guard served.withLock({ $0 != nil }) else { return }
    _ = try begin(.waiting(notice), until: cancellation)
  }

  /// Ends the page.
  func end() {
    guard let (helper, thread) = served.withLock({ $0 }) else { return }
    helper.endAnswers()
    thread.join()
    helper.end()
  }

  private func waitForPage(until cancellation: Cancellation) throws {
    if state.read({ $0.scene == 0 }) { _ = try begin(.waiting(), until: cancellation) }
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
    _ scene: PageScene, _ queue: BrowseQueue? = nil, until cancellation: Cancellation,
    for time: Int64? = nil
  ) throws -> PageHelper {
    let helper = try helper()
    var scene = scene
    let number = state.update { state in
      state.scene += 1
      // The next question may come before anybody saw what became of the last one.
      if scene.kind == .question { scene.notice = state.notice }
      state.notice = scene.notice
      (state.queue, state.cancellation, state.decision) = (queue, cancellation, nil)
      if state.isOver { queue?.end() }
      return state.scene
    }
    helper.write(scene.line(number, for: time))
    return helper
  }

  // MARK: The program that serves the page

  private func helper() throws -> PageHelper {
    try served.withLock { served in
      if let served { return served.helper }
      let helper = try PageHelper(title)
      do throws(RunProblem) {
        opening.show(try helper.address())
        guard let thread = LaneThread({ [self] in read(from: helper.requests) }) else {
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

  /// Reads what the page wants and decides, to its end.
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
      // Whoever waits looks at the time, too.
      state.update { state in
        if state.cancellation?.isFinal == true { state.queue?.end() }
      }
    }
    return true
  }

  /// Takes in what is no request; false for what is one.
  private func note(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let element = try? JSONElement(checking: text, deepest: 8) else { return false }
    if element[first: "seen"] != nil {
      state.update { $0.isSeen = true }
      return true
    }
    guard let scene = element[first: "scene"]?.whole else { return false }
    state.update { state in
      guard scene == state.scene, state.decision == nil else { return }
      state.decision = PageDecision(element)
      if state.decision != nil { state.queue?.end() }
    }
    return true
  }
}

/// What the user decided on a page.
enum PageDecision: Hashable, Sendable {
  /// The number of a button.
  case answered(Int)
  case chosen([Pick])

  /// An asset that was chosen.
  struct Pick: Hashable, Sendable {
    enum Name: Hashable, Sendable {
      /// Of a record of a run.
      case place(Int)
      /// Of an asset of a library.
      case identifier(String)
    }

    let name: Name
    /// The part of its picture: left, top, width and height, each from 0 to 1; nil for all of it.
    let crop: [Double]?
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
          let sides = item[first: "crop"].map { $0.elements.compactMap(\.number) }
          return Pick(name: name, crop: sides?.count == 4 ? sides : nil)
        })
    } else {
      return nil
    }
  }
}

/// Why a question on a page has no answer.
enum PageProblem: Error, Hashable, Sendable {
  /// No browser ever had the page.
  case neverOpened
  /// The page was closed while the question was there.
  case closed
}
