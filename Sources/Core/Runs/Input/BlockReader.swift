internal import Platform

/// A reader of an input in blocks of whole lines, which does not wait for more of a slow writer.
final class BlockReader {
  private let descriptor: Int32
  private let separator: UInt8
  /// The program that writes the input; nil if the writer is not a rule's program.
  private let program: ProgramCall?
  private let context: RunContext
  private var rest: [UInt8] = []
  private(set) var isAtEnd = false
  /// True if reading stopped before the end because the run needs no more input.
  private(set) var wasLeft = false
  private(set) var linesRead = 0

  /// The size of a block in bytes: twice that of a pipe's buffer, to keep a worker busy.
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

  /// Returns a chunk of whole lines; nil at the end. Throws ``FileProblem`` when reading fails or a
  /// line is longer than ``longestLine``.
  func next() throws(FileProblem) -> RecordChunk? {
    while !isOver {
      if !isAtEnd, !waitUntilReadable() { leave() }
      if let chunk = try takeWhatIsThere() { return chunk }
    }
    return nil
  }

  /// Returns a chunk of whole lines from the first reader that has some; nil at the end of all.
  /// Never waits for one reader while another has data, even an incomplete line.
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

  private var isOver: Bool { isAtEnd && rest.isEmpty }

  /// Stops reading; lines that were already read are still returned.
  private func leave() {
    if !isAtEnd { (isAtEnd, wasLeft) = (true, true) }
  }

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

  /// Reads the available bytes; waits only for the first one.
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

  /// Waits until there is more to read; returns false if the run needs no more input.
  private func waitUntilReadable() -> Bool {
    while !isReadable(within: 100) {
      if context.isReadingOver { return false }
    }
    return true
  }

  /// Returns true if a read returns data, or the end of the file, within that time.
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
