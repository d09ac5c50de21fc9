internal import Assets
internal import Platform
internal import Synchronization

/// A scheduler of requests for pictures; safe from any thread. Large pictures come first.
/// Neighbouring pictures of a grid are requested together, to keep all decoders of the tool busy.
/// The tool processes one group at a time, so pictures that were scrolled past before their turn
/// are never made.
final class ThumbnailScheduler: Sendable {
  struct ThumbnailRequest: Hashable, Sendable {
    let fetch: String
    let index: Int
    let size: PictureSize
  }

  enum Outcome: Sendable {
    case line(FeedLine)
    /// The list no longer has the requested position.
    case missing
    case failed(FeedProblem)
  }

  private final class PendingRequest: Sendable {
    let request: ThumbnailRequest
    let client: HTTPConnection
    let outcome = Lock<Outcome?>(nil)

    init(_ request: ThumbnailRequest, for client: HTTPConnection) {
      self.request = request
      self.client = client
    }

    func settle(_ result: Outcome) {
      outcome.withLock { $0 = $0 ?? result }
      client.wake()
    }
  }

  private struct State {
    var waiting: [PendingRequest] = []
    /// The requests that the tool is answering, by the positions of their assets.
    var current: [Int: [PendingRequest]] = [:]
    /// The position of the asset that the tool's next line describes.
    var place = 0
    var number: Int64?
    var isBusy = false
  }

  private let feed: Feed
  private let state = Lock(State())

  private static let mostTogether = 8

  init(_ feed: Feed) {
    self.feed = feed
  }

  /// Waits for an asset's record with its picture; nil if the list no longer has the position.
  /// Throws ``FeedProblem`` if the tool refuses the request, or the browser closes the connection.
  func outcome(_ request: ThumbnailRequest, for client: HTTPConnection) throws(FeedProblem)
    -> FeedLine?
  {
    let order = PendingRequest(request, for: client)
    state.withLock { $0.waiting.append(order) }
    advance()
    guard let outcome = client.wait(until: { order.outcome.withLock { $0 } }) else {
      forget(order)
      throw .clientGone
    }
    switch outcome {
    case .line(let line): return line
    case .missing: return nil
    case .failed(let problem): throw problem
    }
  }

  /// Removes a request; cancels its group if no other request of the group is left.
  private func forget(_ order: PendingRequest) {
    let number = state.withLock { state -> Int64? in
      state.waiting.removeAll { $0 === order }
      state.current[order.request.index]?.removeAll { $0 === order }
      return state.isBusy && state.current.values.allSatisfy(\.isEmpty) ? state.number : nil
    }
    if let number { feed.cancel(number) }
  }

  private func advance() {
    let group = state.withLock { state -> (request: ThumbnailRequest, range: Range<Int>)? in
      guard !state.isBusy, let first = Self.first(of: state.waiting) else { return nil }
      let range = Self.neighbours(of: first, among: state.waiting)
      func isIn(_ order: PendingRequest) -> Bool {
        order.request.fetch == first.fetch && order.request.size == first.size
          && range.contains(order.request.index)
      }
      state.current = Dictionary(grouping: state.waiting.filter(isIn), by: \.request.index)
      state.waiting.removeAll(where: isIn)
      state.place = range.lowerBound
      state.number = nil
      state.isBusy = true
      return (first, range)
    }
    guard let (request, range) = group else { return }
    let number = feed.send(
      request.fetch
        + "\"load\":\(request.size.load),\"range\":[\(range.lowerBound),\(range.upperBound)]"
    ) { [self] line in take(line) }
    state.withLock { if $0.isBusy, $0.place == range.lowerBound { $0.number = number } }
  }

  private static func first(of waiting: [PendingRequest]) -> ThumbnailRequest? {
    (waiting.first { $0.request.size == .preview } ?? waiting.first)?.request
  }

  /// Returns the position of a request and adjoining ones of the same fetch and size that wait.
  private static func neighbours(of request: ThumbnailRequest, among waiting: [PendingRequest])
    -> Range<Int>
  {
    let places = Set(
      waiting.lazy.map(\.request).filter { $0.fetch == request.fetch && $0.size == request.size }
        .map(\.index))
    var range = request.index..<request.index + 1
    while range.count < mostTogether, places.contains(range.upperBound) {
      range = range.lowerBound..<range.upperBound + 1
    }
    while range.count < mostTogether, places.contains(range.lowerBound - 1) {
      range = range.lowerBound - 1..<range.upperBound
    }
    return range
  }

  private func take(_ line: FeedLine) {
    switch line {
    case .record, .unreadable:
      let orders = state.withLock { state in
        defer { state.place += 1 }
        return state.current.removeValue(forKey: state.place) ?? []
      }
      for order in orders { order.settle(.line(line)) }
    case .end: finish(.missing)
    case .failed(let reason): finish(.failed(.failed(reason)))
    case .token, .pageState: break
    }
  }

  private func finish(_ outcome: Outcome) {
    let rest = state.withLock { state in
      defer { state.current = [:] }
      state.isBusy = false
      return state.current.values.flatMap(\.self)
    }
    for order in rest { order.settle(outcome) }
    advance()
  }
}

enum PictureSize: String, Sendable {
  /// The picture of a square in the grid, requested for 256 by 256 pixels.
  case thumbnail
  /// The picture of a square on a screen of double density or more, for 512 by 512 pixels.
  case dense
  /// The large picture above the grid, for 2048 by 2048 pixels.
  case preview

  /// The options of the stage `load` for this size, as JSON.
  var load: String {
    switch self {
    case .thumbnail: "{\"size\":[256,256]}"
    case .dense: "{\"size\":[512,512]}"
    case .preview: "{\"size\":[2048,2048]}"
    }
  }
}
