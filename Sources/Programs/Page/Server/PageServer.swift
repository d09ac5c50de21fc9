internal import Assets
internal import Platform
internal import Synchronization

/// The server of the page, with a thread for each connection; safe from any thread.
package final class PageServer: Sendable {
  private struct Connection {
    let connection: HTTPConnection
    /// The time since when no request is being answered; nil during an answer.
    var waitsSince: ContinuousClock.Instant? = .now
  }

  private struct State {
    var guests: [Int: Connection] = [:]
    var next = 0
    var ended: [WorkerThread] = []
    var threads: [Int: WorkerThread] = [:]
    var answering = 0
  }

  private let listener: Listener
  private let site: Site
  private let state = Monitor(State())

  /// The number of connections at which a new one ends an idle one; a browser opens six.
  private static let mostConnections = 64
  /// The interval at which the server checks whether the page was closed, in milliseconds.
  private static let interval: Int32 = 500

  package init(_ listener: Listener, _ site: Site) {
    self.listener = listener
    self.site = site
  }

  /// Starts a thread that serves until ``Presence/isOver``, and then calls `whenOver`; false if the
  /// system has no thread left.
  package func start(whenOver: @escaping @Sendable () -> Void) -> Bool {
    let thread = WorkerThread { [self] in
      run()
      whenOver()
    }
    return thread != nil
  }

  private func run() {
    while !site.presence.isOver {
      if let descriptor = listener.accept(within: Self.interval) { welcome(descriptor) }
      let ended = state.update { state in
        defer { state.ended = [] }
        return state.ended
      }
      for thread in ended { thread.join() }
    }
  }

  /// Waits until the responses in progress are sent, but not for streams of events.
  package func finish() {
    state.wait { $0.answering == 0 ? () : nil }
  }

  private func welcome(_ descriptor: Int32) {
    guard let connection = HTTPConnection(owning: descriptor) else { return }
    let number = state.update { state in
      if state.guests.count >= Self.mostConnections { Self.dismissOne(of: &state) }
      state.next += 1
      state.guests[state.next] = Connection(connection: connection)
      return state.next
    }
    let thread = WorkerThread { [self] in
      serve(connection, number)
      state.update { state in
        state.guests[number] = nil
        if let thread = state.threads.removeValue(forKey: number) { state.ended.append(thread) }
      }
    }
    state.update { state in
      guard let thread else {
        state.guests[number] = nil
        return
      }
      if state.guests[number] == nil {
        state.ended.append(thread)
      } else {
        state.threads[number] = thread
      }
    }
  }

  /// Ends the connection that has been idle for longest, so that idle ones don't block others.
  private static func dismissOne(of state: inout State) {
    let silent = state.guests.filter { $0.value.waitsSince != nil }
    let oldest = silent.min { ($0.value.waitsSince ?? .now) < ($1.value.waitsSince ?? .now) }
    guard let (number, guest) = oldest else { return }
    guest.connection.end()
    state.guests[number]?.waitsSince = nil
  }

  private func serve(_ connection: HTTPConnection, _ number: Int) {
    switch connection.client {
    case .ofThisUser: break
    case .ofAnotherUser:
      _ = connection.send(PageSession.otherUser, isLast: true)
      return connection.endSoftly()
    case .gone: return
    }
    while true {
      do throws(HTTPProblem) {
        setWaiting(number, since: .now)
        guard let request = try connection.next() else { return }
        setWaiting(number, since: nil)
        guard answer(request, on: connection) else { return }
      } catch {
        _ = connection.send(HTTPResponse(error), isLast: true)
        return connection.endSoftly()
      }
    }
  }

  private func answer(_ request: HTTPRequest, on connection: HTTPConnection) -> Bool {
    let response = site.answer(request, for: connection)
    var isShort = true
    if case .events = response.body { isShort = false }
    if isShort { state.update { $0.answering += 1 } }
    defer { if isShort { state.update { $0.answering -= 1 } } }
    let isLast = request.headers["connection"]?.lowercased() == "close"
    let isSent = connection.send(response, isLast: isLast)
    response.afterwards?()
    return isSent && !isLast
  }

  private func setWaiting(_ number: Int, since: ContinuousClock.Instant?) {
    state.update { $0.guests[number]?.waitsSince = since }
  }
}
