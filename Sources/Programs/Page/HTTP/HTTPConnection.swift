internal import Assets
internal import CSystem
internal import Platform

/// A browser's connection, with time limits for requests and responses. Used by one thread, except
/// ``wake()`` and ``end()``.
package final class HTTPConnection: Sendable {
  private let descriptor: Int32
  private let wakePipe: WakePipe

  /// The longest time for a head, from its first byte, and after it for a body.
  private static let patience = Duration.seconds(10)
  /// The longest time without a request.
  private static let idleTime = Duration.seconds(75)
  /// The longest time in which a client accepts no bytes, in milliseconds.
  private static let writePatience: Int32 = 20_000
  private static let pieceSize = 128 << 10

  /// Takes a socket, and closes it with this object, or at once if no descriptor is left (nil).
  init?(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    guard let pipe = WakePipe() else {
      close(descriptor)
      return nil
    }
    wakePipe = pipe
  }

  deinit { close(descriptor) }

  /// The process at the other end of a connection.
  enum Client {
    /// A process of the server's own user or of root, or one whose user the system doesn't tell.
    case ofThisUser
    case ofAnotherUser
    /// No process reads the response.
    case gone
  }

  var client: Client {
    var user = uid_t()
    switch csystem_local_peer(descriptor, &user) {
    case CSYSTEM_PEER_KNOWN: return user == geteuid() || user == 0 ? .ofThisUser : .ofAnotherUser
    case CSYSTEM_PEER_GONE: return .gone
    default: return .ofThisUser
    }
  }

  /// Shuts the connection down, from any thread.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Wakes the thread that waits in ``wait(until:)``, from any thread.
  package func wake() { wakePipe.send(.show) }

  // MARK: Reading

  /// Returns the next request; nil if the client closed the connection or is idle for too long.
  /// Throws ``HTTPProblem`` for one that is invalid, too large or too slow.
  func next() throws(HTTPProblem) -> HTTPRequest? {
    var head: [UInt8] = []
    var end = ContinuousClock.now + Self.idleTime
    var request: HTTPRequest?
    while request == nil {
      // The bytes of the next request stay in the socket.
      guard let bytes = peek(until: end) else {
        if head.isEmpty { return nil }
        throw HTTPProblem(.timedOut, "the request took too long")
      }
      if bytes.isEmpty { return nil }
      if head.isEmpty { end = .now + Self.patience }
      let old = head.count
      head += bytes
      guard let length = Self.headLength(head, from: max(0, old - 3)) else {
        guard head.count < HTTPRequest.longestHead else {
          throw HTTPProblem(
            .headersTooLarge, "a request has at most \(HTTPRequest.longestHead) bytes of headers")
        }
        take(bytes.count)
        continue
      }
      take(length - old)
      guard length <= HTTPRequest.longestHead else {
        throw HTTPProblem(
          .headersTooLarge, "a request has at most \(HTTPRequest.longestHead) bytes of headers")
      }
      request = try HTTPRequest(head: head[..<(length - 4)])
    }
    guard var request else { return nil }
    request.body = try body(request.bodyLength)
    return request
  }

  private func body(_ length: Int) throws(HTTPProblem) -> [UInt8] {
    var body: [UInt8] = []
    let end = ContinuousClock.now + Self.patience
    while body.count < length {
      guard let bytes = peek(until: end), !bytes.isEmpty else {
        throw HTTPProblem(.timedOut, "the body took too long")
      }
      let part = bytes.prefix(length - body.count)
      take(part.count)
      body += part
    }
    return body
  }

  /// Returns the length in bytes of the head with its empty line; nil if that line is missing.
  private static func headLength(_ bytes: [UInt8], from start: Int) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= mark.count else { return nil }
    for place in start...max(start, bytes.count - mark.count)
    where bytes[place...].starts(with: mark) {
      return place + mark.count
    }
    return nil
  }

  /// Returns up to 4096 bytes that arrived, and leaves them in the socket. Nil if none arrive before
  /// `end`; empty if the client closed the connection, or if it failed.
  private func peek(until end: ContinuousClock.Instant) -> [UInt8]? {
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero, waits(for: POLLIN, Int32(left / .milliseconds(1)) + 1) else { return nil }
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { target, used in
        count = recv(descriptor, target.baseAddress, 4096, Self.peekFlag)
        used = max(0, count)
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return bytes
    }
  }

  private static let peekFlag = Int32(MSG_PEEK)

  private func take(_ count: Int) {
    withUnsafeTemporaryAllocation(byteCount: max(1, count), alignment: 1) { block in
      _ = recv(descriptor, block.baseAddress, count, 0)
    }
  }

  private func waits(for event: Int32, _ milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  // MARK: Waiting

  /// Waits for a value of `result`, called at each ``wake()``; nil if the client disconnected.
  package func wait<Result>(until result: () -> Result?) -> Result? {
    var watchesClient = true
    while true {
      if let result = result() { return result }
      var requests = [
        pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watchesClient ? descriptor : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { return nil }
      if requests[0].revents != 0 { _ = wakePipe.receive(within: 0) }
      guard requests[1].revents != 0 else { continue }
      var byte: UInt8 = 0
      // A further request may have arrived.
      if recv(descriptor, &byte, 1, Self.peekFlag) <= 0 { return nil }
      watchesClient = false
    }
  }

  // MARK: Writing

  /// Sends a response; returns false if that failed or after a stream: the connection has to end.
  func send(_ response: HTTPResponse, isLast: Bool) -> Bool {
    let head = response.head(isLast: isLast)
    switch response.body {
    case .bytes(let bytes): return write(head + bytes)
    case .file(let file, let range):
      guard write(head) else { return false }
      var place = range.lowerBound
      while place < range.upperBound {
        let bytes = file.bytes(
          at: place, count: Int(min(Int64(Self.pieceSize), range.upperBound - place)))
        guard !bytes.isEmpty, write(bytes) else { return false }
        place += Int64(bytes.count)
      }
      return true
    case .events(let run):
      guard write(head) else { return false }
      run(self)
      return false
    }
  }

  /// Sends bytes; returns false if the client doesn't accept them.
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        guard count < 0, errno == EINTR || errno == EAGAIN,
          waits(for: POLLOUT, Self.writePatience)
        else { return false }
      }
    }
    return true
  }

  /// Stops sending, and discards for up to 2 seconds what comes, so that the response arrives.
  func endSoftly() {
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + .seconds(2)
    while let bytes = peek(until: end), !bytes.isEmpty { take(bytes.count) }
  }
}
