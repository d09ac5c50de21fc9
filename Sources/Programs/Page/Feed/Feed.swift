internal import Assets
internal import Platform
internal import Synchronization

/// The connection to the tool: requests go out as lines of JSON, and records come in. Safe from any
/// thread; one thread calls ``run()``.
package final class Feed: Sendable {
  private struct State {
    var number: Int64 = 0
    var takers: [Int64: @Sendable (FeedLine) -> Void] = [:]
    var followers: [String: @Sendable (FeedLine) -> Void] = [:]
    var isOver = false
  }

  private let requests: Int32
  private let answers: Int32
  private let state = Lock(State())
  private let output = Lock(())

  private static let pieceSize = 64 << 10
  /// The longest line in bytes, as a record may hold all metadata; a longer one ends ``run()``.
  private static let longestLine = 16 << 20

  /// Creates a connection that writes requests to one descriptor, and reads answers from another.
  package init(requests: Int32, answers: Int32) {
    self.requests = requests
    self.answers = answers
  }

  /// Sends a request and returns its number for ``cancel(_:)``, 0 if the tool has ended. `members`
  /// are JSON without braces; `take` receives each line of the answer, on the reading thread, up to
  /// ``FeedLine/end(_:)`` or ``FeedLine/failed(_:)``.
  @discardableResult
  func send(_ members: String, take: @escaping @Sendable (FeedLine) -> Void) -> Int64 {
    let number = state.withLock { state -> Int64? in
      state.number += 1
      if state.isOver { return nil }
      state.takers[state.number] = take
      return state.number
    }
    guard let number else {
      take(.failed("shotflow has ended"))
      return 0
    }
    write("{\"id\":\(number),\(members)}")
    return number
  }

  func cancel(_ number: Int64) { write("{\"cancel\":\(number)}") }

  func listen(take: @escaping @Sendable (FeedLine) -> Void) {
    state.withLock { $0.followers["page"] = take }
  }

  /// Ends all requests with a failure, because the page shows something else.
  func forgetRequests() {
    let takers = state.withLock { state in
      defer { state.takers = [:] }
      return state.takers.values
    }
    for take in takers { take(.failed("the page shows something else now")) }
  }

  /// Registers for changes of a fetch under `name`, which is no number, as requests have numbers.
  /// With `compares`, records describe the changes; else ``FeedLine/end(_:)`` reports each change.
  func follow(
    _ name: String, _ members: String, compares: Bool, take: @escaping @Sendable (FeedLine) -> Void
  ) {
    state.withLock { $0.followers[name] = take }
    write("{\"id\":\"\(name)\",\"register\":true,\"compare\":\(compares),\(members)}")
  }

  func unfollow(_ name: String) {
    state.withLock { $0.followers[name] = nil }
    write("{\"unregister\":\"\(name)\"}")
  }

  /// Writes a text and a line end to the tool; ignores a failure, as after the end of the tool.
  package func write(_ line: String) {
    output.withLock { _ in
      var rest = Array("\(line)\n".utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Platform.write(requests, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        if count < 0, errno != EINTR { return }
      }
    }
  }

  /// Closes the output, which ends the session; the descriptor stays open on `/dev/null`, so that
  /// no other file gets its number.
  package func close() {
    output.withLock { _ in
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      dup2(nowhere, requests)
      if nowhere >= 0 { Platform.close(nowhere) }
    }
  }

  /// Reads answers until the tool closes its output; then all requests fail.
  package func run() {
    var buffer: [UInt8] = []
    var searched = 0
    while buffer.count < Self.longestLine {
      while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        take(buffer[..<end])
        buffer.removeSubrange(...end)
        searched = 0
      }
      searched = buffer.count
      let count = withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 8) { block in
        let count = read(answers, block.baseAddress, block.count)
        if count > 0 { buffer += block[..<count] }
        return count
      }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    let takers = state.withLock { state in
      state.isOver = true
      defer { (state.takers, state.followers) = ([:], [:]) }
      return Array(state.takers.values) + state.followers.values
    }
    for take in takers { take(.failed("shotflow has ended")) }
  }

  private func take(_ line: ArraySlice<UInt8>) {
    guard let (id, line) = FeedLine.read(Array(line)) else { return }
    switch id {
    case .number(let number):
      let taker = state.withLock { state in
        line.isLast ? state.takers.removeValue(forKey: number) : state.takers[number]
      }
      taker?(line)
    case .name(let name): state.withLock { $0.followers[name] }?(line)
    }
  }
}
