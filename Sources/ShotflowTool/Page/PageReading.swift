internal import JSON
internal import Pipeline
internal import Platform
internal import Synchronization

/// Reads a page's requests into a queue, and the choice that ends them, in a thread of its own.
final class PageReading: Sendable {
  /// An asset that was chosen.
  struct Pick: Hashable, Sendable {
    let place: Int
    /// The part of its picture: left, top, width and height, each from 0 to 1; nil for all of it.
    let crop: [Double]?
  }

  private let descriptor: Int32
  private let queue: BrowseQueue
  private let cancellation: Cancellation
  private let chosen = Lock<[Pick]?>(nil)

  /// How long it takes until Ctrl-C is noticed, in milliseconds.
  private static let interval: Int32 = 100

  init(from descriptor: Int32, to queue: BrowseQueue, until cancellation: Cancellation) {
    self.descriptor = descriptor
    self.queue = queue
    self.cancellation = cancellation
  }

  /// What was chosen; nil while nothing was.
  var picks: [Pick]? { chosen.withLock { $0 } }

  /// Reads until the page or the run ends, or a choice was made.
  func run() {
    defer { queue.end() }
    var lines = RequestLines(descriptor: descriptor, waits: waits)
    while let line = try? lines.next() {
      guard case .text(let bytes) = line else { continue }
      let picks = bytes.withUnsafeBytes { text -> [Pick]? in
        guard let picks = Self.picks(text) else {
          queue.take(text)
          return nil
        }
        return picks
      }
      guard let picks else { continue }
      return chosen.withLock { $0 = picks }
    }
  }

  private func waits(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !cancellation.isFinal {
      if poll(&request, 1, Self.interval) > 0 { return true }
    }
    return false
  }

  private static func picks(_ text: UnsafeRawBufferPointer) -> [Pick]? {
    guard let element = try? JSONElement(checking: text, deepest: 8),
      let list = element[first: "choose"]
    else { return nil }
    return list.elements.compactMap { item in
      guard let place = item[first: "index"]?.whole.flatMap({ Int(exactly: $0) }) else {
        return nil
      }
      let sides = item[first: "crop"].map { $0.elements.compactMap(\.number) }
      return Pick(place: place, crop: sides?.count == 4 ? sides : nil)
    }
  }
}
