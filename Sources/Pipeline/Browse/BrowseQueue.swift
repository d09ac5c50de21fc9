/// The requests of a browser that wait for their answers, and the one that is being answered; safe
/// from any thread.
///
/// One thread takes lines in, another answers them in order. `{"cancel":7}` ends the request with
/// that `id`, at once when it is being answered.
public final class BrowseQueue: Sendable {
  /// What is answered next.
  enum Entry {
    case request(BrowseRequest)
    /// A line that can't be answered, with the reason.
    case wrong(String, id: ArgumentValue?)

    var id: ArgumentValue? {
      switch self {
      case .request(let request): request.id
      case .wrong(_, let id): id
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
    var isAtEnd = false
  }

  private let state = Monitor(State())
  private let cancellation: Cancellation

  /// So many wait at most; who sends more waits, too.
  private static let most = 1000

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
        if let wanted = members.first(where: { $0.name == "cancel" }) {
          guard members.count == 1, let wanted = try BrowseRequest.identifier(wanted.value) else {
            throw BrowseProblem("cancel takes the id of a request and stands alone")
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
      if state.current == .some(id) {
        // Under the lock, so that it does not meet the next request.
        cancellation.interrupt()
        return true
      }
      guard let place = state.waiting.firstIndex(where: { $0.entry.id == id }) else { return false }
      state.waiting[place].isCancelled = true
      return true
    }
    if !isKnown { append(.wrong("no request with this id waits or is being answered", id: id)) }
  }

  /// Waits for what is to be answered next; nil at the end.
  func next() -> (entry: Entry, isCancelled: Bool)? {
    state.wait { state -> (entry: Entry, isCancelled: Bool)?? in
      guard !state.waiting.isEmpty else { return state.isAtEnd ? .some(nil) : nil }
      let first = state.waiting.removeFirst()
      state.current = .some(first.entry.id)
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
