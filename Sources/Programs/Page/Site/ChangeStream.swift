internal import Assets
internal import Platform
internal import Synchronization

/// The changes of albums and of the page's state, as server-sent events to the open pages of a
/// browser. Safe from any thread.
final class ChangeStream: Sendable {
  private struct Interest {
    var counts: [String: Int] = [:]
    /// True if the tool has confirmed the registration; later lines are changes.
    var isRegistered = false
  }

  private struct State {
    var interests: [Int: Interest] = [:]
    /// The page's names of the assets that were removed from the library.
    var removed: [String] = []
    var events: [String] = []
  }

  private let client: HTTPConnection
  private let state = Lock(State())

  private static let types = ["removed", "inserted", "changed", "moved"]

  init(for client: HTTPConnection) {
    self.client = client
  }

  func run() {
    while let event = client.wait(until: { next() }), client.write(Array(event.utf8)) {}
  }

  private func next() -> String? {
    state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  /// Sends the number of the page's new state, from any thread.
  func tell(_ number: Int64) {
    state.withLock { $0.events.append("event: scene\ndata: \(number)\n\n") }
    client.wake()
  }

  /// Takes a line about the album of interest `number`, and queues its event; from any thread.
  func take(_ line: FeedLine, of number: Int) {
    state.withLock { state in
      var interest = state.interests[number] ?? Interest()
      func tell(_ event: String, _ members: String = "") {
        state.events.append("event: \(event)\ndata: {\"interest\":\(number)\(members)}\n\n")
      }
      switch line {
      case .record(let bytes):
        if let type = Self.type(of: bytes) { interest.counts[type, default: 0] += 1 }
      case .token where !interest.counts.isEmpty:
        let counts = Self.types.compactMap { type in
          interest.counts[type].map { "\"\(type)\":\($0)" }
        }
        interest.counts = [:]
        tell("change", ",\"counts\":{\(counts.joined(separator: ","))}")
      case .failed(let reason):
        var data = ByteBuffer()
        data.append(string: PublicReason.of(reason))
        tell("problem", ",\"reason\":\(String(decoding: data.bytes, as: UTF8.self))")
      case .end:
        // The first end confirms the registration; later ones report a change without details.
        tell(interest.isRegistered ? "change" : "followed")
        interest.isRegistered = true
      case .token, .pageState, .unreadable: break
      }
      state.interests[number] = interest
    }
    client.wake()
  }

  /// Takes a line about the whole library, and queues the removed assets; from any thread.
  func takeRemovals(_ line: FeedLine) {
    state.withLock { state in
      switch line {
      case .record(let bytes):
        if let key = Self.removed(in: bytes) { state.removed.append(key) }
      case .token where !state.removed.isEmpty:
        let keys = state.removed.map { "\"\($0)\"" }.joined(separator: ",")
        state.removed = []
        state.events.append("event: removed\ndata: [\(keys)]\n\n")
      case .token, .pageState, .end, .failed, .unreadable: break
      }
    }
    client.wake()
  }

  private static func removed(in bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { text in
      guard let element = try? JSONElement(checking: text, deepest: FeedLine.deepest),
        element[first: "type"]?.string == "removed"
      else { return nil }
      return element[first: "asset"].map { PageAsset($0).key }
    }
  }

  private static func type(of bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { text in
      let element = try? JSONElement(checking: text, deepest: FeedLine.deepest)
      return element?[first: "type"]?.string.flatMap { types.contains($0) ? $0 : nil }
    }
  }
}
