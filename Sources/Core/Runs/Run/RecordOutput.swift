internal import Platform

/// A writer of records to a descriptor, usually standard output.
package final class RecordOutput {
  private let descriptor: Int32
  /// Cancelled when the reader has ended, even if another process keeps its end of the pipe open.
  private let closing: Cancellation?
  private let isTerminal: Bool
  private let gate: OutputGate?
  private let form: (any RecordFormat)?
  private let outputState: OutputState
  /// The writer, whose buffer ``flush()`` writes to the descriptor.
  package var writer = RecordWriter()

  /// - Parameters:
  ///   - closing: Cancelled when no process will read any more; for a non-blocking descriptor.
  ///   - lines: The settings that all records share.
  package init(
    descriptor: Int32, until closing: Cancellation? = nil,
    _ lines: RecordLineOptions = RecordLineOptions()
  ) {
    self.descriptor = descriptor
    self.closing = closing
    isTerminal = isatty(descriptor) == 1
    gate = lines.gate
    form = lines.form
    outputState = lines.outputState
    writer.opening = lines.opening
    writer.form = lines.form
  }

  /// Writes the buffered records; throws ``RunProblem/outputClosed`` when the reader is gone. Bytes
  /// that could not be written stay in the buffer; ``written`` is the number of those that were.
  package func flush() throws(RunProblem) {
    try write(writer.buffer.bytes)
    writer.buffer.removeAll()
  }

  /// Writes bytes immediately, without the buffer; throws as ``flush()``.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) {
    written = 0
    if bytes.isEmpty { return }
    try pass { () throws(RunProblem) in
      if form != nil, outputState.state == .empty { try begin() }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      try writeAll(rest) { written += $0 }
    }
  }

  /// Writes what ends the output's format, once, and not after a failed write; throws as
  /// ``flush()``.
  package func end() throws(RunProblem) {
    guard let form, outputState.state != .ended else { return }
    let end = form.end(isEmpty: outputState.state == .empty)
    try pass { () throws(RunProblem) in try writeAll(end) }
    outputState.state = .ended
  }

  /// Writes the beginning of the output's format, and skips the separator before the first record.
  private func begin() throws(RunProblem) {
    outputState.state = .begun
    guard let form else { return }
    try writeAll(form.head)
    written = form.separatorCount
  }

  private func pass(_ body: () throws(RunProblem) -> Void) throws(RunProblem) {
    do throws(RunProblem) {
      if let gate { try gate.pass(body) } else { try body() }
    } catch {
      outputState.state = .ended
      throw error
    }
  }

  private func writeAll(_ bytes: [UInt8]) throws(RunProblem) {
    var buffer = ByteBuffer(capacity: bytes.count)
    bytes.withUnsafeBytes { buffer.append($0) }
    try writeAll(buffer.bytes)
  }

  private func writeAll(
    _ bytes: UnsafeRawBufferPointer, advance: (Int) -> Void = { _ in }
  ) throws(RunProblem) {
    guard isTerminal else { return try write(bytes, advance: advance) }
    var done = 0
    while done < bytes.count {
      let rest = bytes[done...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      var shown = ByteBuffer(capacity: 1 << 10)
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      if let form { form.append(shown: line, to: &shown) } else { shown.append(shown: line) }
      try write(shown.bytes) { _ in }
      advance(end - done)
      done = end
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, advance: (Int) -> Void
  ) throws(RunProblem) {
    var done = 0
    while done < bytes.count {
      if closing?.isCancelled == true { throw .outputClosed }
      let count = writeSome(UnsafeRawBufferPointer(rebasing: bytes[done...]))
      if count >= 0 {
        done += count
        advance(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .outputClosed
      case let error: throw .outputFailed(FileProblem(error: error).reason)
      }
    }
  }

  private func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    Platform.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// The number of bytes of the records that the last call wrote.
  package private(set) var written = 0

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, closing == nil ? -1 : 50)
  }
}
