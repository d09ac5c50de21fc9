package import Pipeline
internal import Platform
internal import Synchronization
internal import Terminal

/// A reader of a descriptor's lines, which are limited in length.
package struct RequestLines {
  enum Line {
    case text([UInt8])
    /// A line of more than ``longestLine`` bytes, which was skipped.
    case tooLong
  }

  static let longestLine = 1 << 20

  private let descriptor: Int32
  private let waits: (Int32) -> Bool
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  /// - Parameter waits: waits until the descriptor is readable; returns false to end the lines.
  init(descriptor: Int32, waits: @escaping (Int32) -> Bool) {
    self.descriptor = descriptor
    self.waits = waits
  }

  /// Returns the next non-empty line; nil at the end. Throws ``FileProblem`` if reading fails.
  mutating func next() throws -> Line? {
    var searched = 0
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        searched = 0
        if isTooLong { return .tooLong }
        if line.contains(where: { $0 > 0x20 }) { return .text(line) }
        continue
      }
      searched = buffer.count
      if searched > Self.longestLine {
        isTooLong = true
        buffer.removeAll()
        searched = 0
      }
      if isAtEnd {
        guard !buffer.isEmpty || isTooLong else { return nil }
        buffer.append(UInt8(ascii: "\n"))
        continue
      }
      try fill()
    }
  }

  private mutating func fill() throws {
    guard waits(descriptor) else {
      isAtEnd = true
      buffer.removeAll()
      return
    }
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { block in
      let count = read(descriptor, block.baseAddress, block.count)
      if count > 0 { buffer += block[..<count] }
      return count
    }
    if count == 0 { isAtEnd = true }
    if count < 0, errno != EINTR, errno != EAGAIN { throw FileProblem(error: errno) }
  }
}

/// A reader of requests on a thread, which adds each line to a queue.
package final class RequestReader: Sendable {
  private let descriptor: Int32
  private let wake: WakePipe
  private let queue: BrowseQueue
  private let problem = Lock<(any Error)?>(nil)

  package init(from descriptor: Int32, wake: WakePipe, to queue: BrowseQueue) {
    self.descriptor = descriptor
    self.wake = wake
    self.queue = queue
  }

  /// Reads to the end, or until a message on `wake`.
  package func run() {
    defer { queue.end() }
    var lines = RequestLines(descriptor: descriptor, waits: wake.waits)
    do {
      while let line = try lines.next() {
        switch line {
        case .text(let bytes): bytes.withUnsafeBytes { queue.take($0) }
        case .tooLong:
          queue.refuse("a request is at most \(RequestLines.longestLine) bytes long")
        }
      }
    } catch {
      problem.withLock { $0 = error }
    }
  }

  /// Throws the error that ended the reading, if any.
  package func check() throws {
    if let problem = problem.withLock({ $0 }) { throw problem }
  }
}
