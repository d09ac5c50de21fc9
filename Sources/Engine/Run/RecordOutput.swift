internal import JSON
internal import Platform

/// Writes records to a descriptor, usually standard output.
package final class RecordOutput {
  private let descriptor: Int32
  /// Cancelled when the reader has ended, though somebody else may still hold its end open.
  private let closing: Cancellation?
  /// Whether somebody sees the records as they are written.
  private let isTerminal: Bool
  private let gate: OutputGate?
  package var writer = RecordWriter()

  /// - Parameters:
  ///   - closing: is cancelled when nobody will read any more; for a descriptor on which nothing
  ///     waits.
  ///   - lines: what all records have in common.
  package init(
    descriptor: Int32, until closing: Cancellation? = nil, _ lines: RecordLines = RecordLines()
  ) {
    self.descriptor = descriptor
    self.closing = closing
    isTerminal = isatty(descriptor) == 1
    gate = lines.gate
    writer.opening = lines.opening
  }

  /// Writes what was gathered.
  ///
  /// - Throws: ``RunProblem/outputClosed`` when nobody reads any more. What could not be written
  ///   stays gathered; ``written`` tells how much could.
  package func flush() throws(RunProblem) {
    try write(writer.buffer.bytes)
    writer.buffer.removeAll()
  }

  /// Writes bytes at once; nothing is gathered meanwhile.
  ///
  /// - Throws: as ``flush()``.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) {
    guard let gate else { return try writeAll(bytes) }
    try gate.pass { () throws(RunProblem) in try writeAll(bytes) }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) {
    written = 0
    guard isTerminal else { return try write(bytes) { written += $0 } }
    while written < bytes.count {
      let rest = bytes[written...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      var shown = ByteBuffer(capacity: 1 << 10)
      shown.append(shown: UnsafeRawBufferPointer(rebasing: rest[..<end]))
      try write(shown.bytes) { _ in }
      written = end
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

  /// How many bytes were written last.
  package private(set) var written = 0

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, closing == nil ? -1 : 50)
  }
}
