/// The queue of a browser's requests; safe from any thread.
///
/// One thread adds lines, another answers them in order. `{"cancel":7}` cancels the request with the
/// `id` 7, also while it is being answered. `{"unregister":7}` stops the reports of changes of the
/// fetch that was registered under that `id`. A report is sent between two answers; while requests
/// wait, no two reports follow each other.
public final class BrowseQueue: Sendable {
  enum Entry {
    case request(BrowseRequest)
    /// An invalid line, with the reason.
    case wrong(String, id: ArgumentValue?)
    /// The library of a registered fetch changed.
    case changes(of: ArgumentValue)
    /// The fetch with this identifier was unregistered.
    case unregistered(ArgumentValue)

    var id: ArgumentValue? {
      switch self {
      case .request(let request): request.id
      case .wrong(_, let id): id
      case .changes(let id), .unregistered(let id): id
      }
    }
  }

  private struct Waiting {
    let entry: Entry
    var isCancelled = false
  }

  private struct State {
    var waiting: [Waiting] = []
    /// The identifier of the entry being answered, `.some(nil)` if it has none; nil between two.
    var current: ArgumentValue??
    /// The registered fetches; the one that was compared last is at the end.
    var registered: [Registered] = []
    /// True if the last answered entry was a change of a registered fetch.
    var gaveChanges = false
    var isAtEnd = false
  }

  private struct Registered {
    let id: ArgumentValue
    /// True if the library has changed since the fetch was last compared.
    var isDue = false
  }

  private let state = Monitor(State())
  private let cancellation: Cancellation

  /// The maximum number of waiting requests; a sender of more is blocked.
  private static let most = 1000
  /// The maximum number of registered fetches: the last result of each stays in memory.
  private static let mostRegistered = 100

  /// Creates an empty queue; `cancel` interrupts the context that answers, by its `cancellation`.
  public init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  /// Adds the request in a line without its line feed; for an invalid line, an error with the
  /// reason. Carries out a `cancel` or `unregister` at once. Waits while 1,000 requests wait.
  public func take(_ line: UnsafeRawBufferPointer) {
    var id: ArgumentValue?
    do throws(BrowseProblem) {
      let value = try RequestParser.read(line)
      if case .table(let members) = value {
        id = members.first { $0.name == "id" }?.value
        for word in ["cancel", "unregister"] {
          guard let wanted = members.first(where: { $0.name == word }) else { continue }
          guard members.count == 1, let wanted = try BrowseRequest.identifier(wanted.value) else {
            throw BrowseProblem("\(word) takes the id of a request and stands alone")
          }
          return cancel(wanted)
        }
      }
      append(.request(try BrowseRequest(value)))
    } catch {
      append(.wrong(error.message, id: id))
    }
  }

  /// Adds an error in place of a line that can't be a request, with the reason.
  public func refuse(_ reason: String) { append(.wrong(reason, id: nil)) }

  /// Ends the queue: no further line follows.
  public func end() { state.update { $0.isAtEnd = true } }

  private func append(_ entry: Entry) {
    state.wait { state -> Void? in
      if state.waiting.count >= Self.most, !state.isAtEnd { return nil }
      return state.waiting.append(Waiting(entry: entry))
    }
  }

  private func cancel(_ id: ArgumentValue) {
    let isKnown = state.update { state in
      // Under the lock, so that it does not cancel the next request.
      if state.current == .some(id) { cancellation.interrupt() }
      if state.registered.contains(where: { $0.id == id }) {
        state.registered.removeAll { $0.id == id }
        state.waiting.append(Waiting(entry: .unregistered(id)))
        return true
      }
      if state.current == .some(id) { return true }
      guard let place = state.waiting.firstIndex(where: { $0.entry.id == id }) else { return false }
      state.waiting[place].isCancelled = true
      return true
    }
    if !isKnown { append(.wrong("no request with this id waits or is being answered", id: id)) }
  }

  /// Marks all registered fetches for a comparison, as the library has changed.
  func noteChanges() {
    state.update { state in
      for place in state.registered.indices { state.registered[place].isDue = true }
    }
  }

  /// Registers a fetch; throws ``BrowseProblem`` if the identifier is taken, or 100 are registered.
  func register(_ id: ArgumentValue) throws {
    try state.update { state in
      if state.registered.contains(where: { $0.id == id }) {
        throw BrowseProblem("a fetch with this id is registered; unregister it, or use another id")
      }
      guard state.registered.count < Self.mostRegistered else {
        throw BrowseProblem(
          "\(Self.mostRegistered) fetches are registered; unregister one before the next")
      }
      state.registered.append(Registered(id: id))
    }
  }

  func unregister(_ id: ArgumentValue) {
    state.update { state in state.registered.removeAll { $0.id == id } }
  }

  /// Waits for the next entry; `isCancelled` is true if it was cancelled before. Nil at the end.
  func next() -> (entry: Entry, isCancelled: Bool)? {
    state.wait { state -> (entry: Entry, isCancelled: Bool)?? in
      let isOver = state.waiting.isEmpty && state.isAtEnd
      if !isOver, !state.gaveChanges || state.waiting.isEmpty,
        let place = state.registered.firstIndex(where: \.isDue)
      {
        let due = state.registered.remove(at: place)
        state.registered.append(Registered(id: due.id))
        state.current = .some(due.id)
        state.gaveChanges = true
        return .some((.changes(of: due.id), false))
      }
      guard !state.waiting.isEmpty else { return isOver ? .some(nil) : nil }
      let first = state.waiting.removeFirst()
      state.current = .some(first.entry.id)
      state.gaveChanges = false
      return .some((first.entry, first.isCancelled))
    }
  }

  /// Marks the last entry of ``next()`` as answered.
  func finish() {
    state.update { state in
      state.current = nil
      cancellation.resume()
    }
  }
}
