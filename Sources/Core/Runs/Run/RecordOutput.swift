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
    writer.adopt(lines)
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
      if let form, outputState.state == .empty {
        outputState.state = .begun
        try write(form.head)
        // The first record has no separator in front.
        written = form.separatorCount
      }
      while written < bytes.count {
        written += try writeSome(UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
    }
  }

  /// Writes what ends the output's format, once, and not after a failed write; throws as
  /// ``flush()``.
  package func end() throws(RunProblem) {
    guard let form, outputState.state != .ended else { return }
    let end = form.end(isEmpty: outputState.state == .empty)
    try pass { () throws(RunProblem) in try write(end) }
    outputState.state = .ended
  }

  private func pass(_ body: () throws(RunProblem) -> Void) throws(RunProblem) {
    do throws(RunProblem) {
      if let gate { try gate.pass(body) } else { try body() }
    } catch {
      outputState.state = .ended
      throw error
    }
  }

  private func write(_ text: [UInt8]) throws(RunProblem) {
    var buffer = ByteBuffer(capacity: text.count)
    text.withUnsafeBytes { buffer.append($0) }
    var done = 0
    while done < buffer.count {
      done += try writeSome(UnsafeRawBufferPointer(rebasing: buffer.bytes[done...]))
    }
  }

  /// Writes some of the bytes, on a terminal the first line as terminals may see it; returns their
  /// number.
  private func writeSome(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) -> Int {
    guard isTerminal else { return try writePlain(bytes) }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    var shown = ByteBuffer(capacity: 1 << 10)
    if let form { form.append(shown: line, to: &shown) } else { shown.append(shown: line) }
    var done = 0
    while done < shown.count {
      done += try writePlain(UnsafeRawBufferPointer(rebasing: shown.bytes[done...]))
    }
    return end
  }

  private func writePlain(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) -> Int {
    while true {
      if closing?.isCancelled == true { throw .outputClosed }
      let count = Platform.write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .outputClosed
      case let error: throw .outputFailed(FileProblem(error: error).reason)
      }
    }
  }

  /// The number of bytes of the records that the last call wrote.
  package private(set) var written = 0

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, closing == nil ? -1 : 50)
  }
}
