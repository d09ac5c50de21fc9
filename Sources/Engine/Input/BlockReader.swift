internal import Platform

/// Reads a descriptor in blocks that end where a line ends.
///
/// What a slow writer has written so far is given at once; a block never waits to be full.
final class BlockReader {
  private let descriptor: Int32
  private let separator: UInt8
  /// The program that writes; nil for any other writer.
  private let program: ProgramCall?
  private let context: RunContext
  /// The beginning of a line whose end was not read yet.
  private var rest: [UInt8] = []
  private(set) var isAtEnd = false
  /// Whether it left off before the end, as nobody wanted more.
  private(set) var wasLeft = false
  private(set) var linesRead = 0

  /// A pipe holds 64 KiB; several of them make a block, so that a lane has work for a while.
  static let blockSize = 128 * 1024
  static let longestLine = 16 * 1024 * 1024

  init(
    descriptor: Int32, separator: UInt8, by program: ProgramCall? = nil, context: RunContext
  ) {
    self.program = program
    self.descriptor = descriptor
    self.separator = separator
    self.context = context
  }

  /// Fills `chunk` with whole lines; false at the end.
  ///
  /// - Throws: ``FileProblem`` when reading fails or a line is longer than ``longestLine``.
  func next() throws(FileProblem) -> RecordChunk? {
    while !isOver {
      if !isAtEnd, !waitUntilReadable() { leave() }
      if let chunk = try takeWhatIsThere() { return chunk }
    }
    return nil
  }

  /// Fills a chunk with whole lines of whichever reader has some first; nil at the end of all.
  ///
  /// None is waited for while another has something, be it in the midst of a line.
  static func next(of readers: [BlockReader]) throws(FileProblem) -> RecordChunk? {
    while true {
      let open = readers.filter { !$0.isOver }
      if open.isEmpty { return nil }
      var requests = open.map {
        pollfd(fd: $0.isAtEnd ? -1 : $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      let isWaiting = !open.contains(where: \.isAtEnd)
      let count = poll(&requests, nfds_t(requests.count), isWaiting ? 100 : 0)
      for (reader, request) in zip(open, requests)
      where reader.isAtEnd || count > 0 && request.revents != 0 {
        if let chunk = try reader.takeWhatIsThere() { return chunk }
      }
      if count <= 0, open.contains(where: { $0.context.isReadingOver }) {
        for reader in open { reader.leave() }
      }
    }
  }

  /// Whether there is nothing more to give.
  private var isOver: Bool { isAtEnd && rest.isEmpty }

  /// Wants no more, but for what was read.
  private func leave() {
    if !isAtEnd { (isAtEnd, wasLeft) = (true, true) }
  }

  /// Whole lines of what can be read without waiting; nil where there is none yet.
  func takeWhatIsThere() throws(FileProblem) -> RecordChunk? {
    let chunk = RecordChunk(capacity: max(Self.blockSize, rest.count * 2), fields: context.fields)
    rest.withUnsafeBytes { rest in
      if let start = rest.baseAddress { memcpy(chunk.bytes, start, rest.count) }
    }
    chunk.count = rest.count
    rest.removeAll(keepingCapacity: true)
    if !isAtEnd { try fill(chunk) }
    if !isAtEnd { keepUnfinishedLine(of: chunk) }
    if rest.count > Self.longestLine {
      throw FileProblem("a line is longer than \(Self.longestLine >> 20) MiB")
    }
    guard chunk.count > 0 else { return nil }
    chunk.firstLine = linesRead + 1
    chunk.separator = separator
    if let program {
      (chunk.origin, chunk.isAnswer) = (program.title, true)
      chunk.declared = program.declared.compactMap(context.fields.field(named:))
    }
    linesRead += chunk.countLines()
    return chunk
  }

  /// Reads what can be read without waiting, once there is something.
  private func fill(_ chunk: RecordChunk) throws(FileProblem) {
    while chunk.count < chunk.capacity {
      let count = read(descriptor, chunk.bytes + chunk.count, chunk.capacity - chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(error: errno)
      }
      if count == 0 {
        isAtEnd = true
        return
      }
      chunk.count += count
      if !isReadable(within: 0) { return }
    }
  }

  /// Waits until there is more to read; false when nobody wants it any more.
  private func waitUntilReadable() -> Bool {
    while !isReadable(within: 100) {
      if context.isReadingOver { return false }
    }
    return true
  }

  /// Whether a read would give something, or the end, without waiting for it.
  private func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) != 0
  }

  private func keepUnfinishedLine(of chunk: RecordChunk) {
    var end = chunk.count
    let bytes = chunk.bytes.assumingMemoryBound(to: UInt8.self)
    while end > 0, bytes[end - 1] != separator { end -= 1 }
    rest.append(
      contentsOf: UnsafeRawBufferPointer(start: chunk.bytes + end, count: chunk.count - end))
    chunk.count = end
  }
}
