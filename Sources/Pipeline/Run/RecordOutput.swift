#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes records to a descriptor, usually standard output.
final class RecordOutput {
  private let descriptor: Int32
  var writer = RecordWriter()

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes what was gathered.
  ///
  /// - Throws: ``RunProblem/outputClosed`` when nobody reads any more. What could not be written
  ///   stays gathered; ``written`` tells how much could.
  func flush() throws(RunProblem) {
    written = 0
    while written < writer.buffer.count {
      let bytes = UnsafeRawBufferPointer(rebasing: writer.buffer.bytes[written...])
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .outputClosed
      case let error: throw .outputFailed(FileProblem(error: error).reason)
      }
    }
    writer.buffer.removeAll()
  }

  /// How many bytes the last ``flush()`` wrote.
  private(set) var written = 0

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}
