/// The requests of a browser that wait for their answers, and the one that is being answered; safe
/// from any thread.
///
/// One thread takes lines in, another answers them in order. `{"cancel":7}` ends the request with
/// that `id`, at once when it is being answered; `{"unregister":7}` ends the changes of the fetch that
/// was registered with it. Changes of registered fetches come between answers, and never twice
/// without an answer that waits.
public final class BrowseQueue: Sendable {
  /// What is answered next.
  enum Entry {
    case request(BrowseRequest)
    /// A line that can't be answered, with the reason.
    case wrong(String, id: ArgumentValue?)
    /// The library of a registered fetch changed.
    case changes(of: ArgumentValue)
    /// A fetch is not registered any more.
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
    /// The identifier of what is being answered.
    var current: ArgumentValue??
    /// The registered fetches, those that were looked at last behind.
    var registered: [Registered] = []
    /// Whether what was taken last were changes.
    var gaveChanges = false
    var isAtEnd = false
  }

  private struct Registered {
    let id: ArgumentValue
    /// Whether the library changed since it was looked at.
    var isDue = false
  }

  private let state = Monitor(State())
  private let cancellation: Cancellation

  /// So many wait at most; who sends more waits, too.
  private static let most = 1000
  /// So many fetches are registered at most: the last fetch of each has to be kept.
  private static let mostRegistered = 100

  /// - Parameter cancellation: of the context in which requests are answered.
  public init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  /// Takes in one line, without its end.
  public func take(_ line: UnsafeRawBufferPointer) {
    var id: ArgumentValue?
    do throws(BrowseProblem) {
      let value = try RequestText.read(line)
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

  /// Takes in that a line can't be a request.
  public func refuse(_ reason: String) { append(.wrong(reason, id: nil)) }

  /// Tells that no further line comes.
  public func end() { state.update { $0.isAtEnd = true } }

  private func append(_ entry: Entry) {
    state.wait { state -> Void? in
      if state.waiting.count >= Self.most, !state.isAtEnd { return nil }
      return state.waiting.append(Waiting(entry: entry))
    }
  }

  private func cancel(_ id: ArgumentValue) {
    let isKnown = state.update { state in
      // Under the lock, so that it does not meet the next request.
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

  /// Takes in, from any thread, that the library changed.
  func noteChanges() {
    state.update { state in
      for place in state.registered.indices { state.registered[place].isDue = true }
    }
  }

  /// Gives changes of a fetch from now on.
  ///
  /// - Throws: ``BrowseProblem`` for one that is registered, or when there are too many.
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

  /// Gives no changes of a fetch any more.
  func unregister(_ id: ArgumentValue) {
    state.update { state in state.registered.removeAll { $0.id == id } }
  }

  /// Waits for what is to be answered next; nil at the end.
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

  /// Tells that the last of ``next()`` is answered.
  func finish() {
    state.update { state in
      state.current = nil
      cancellation.resume()
    }
  }
}
