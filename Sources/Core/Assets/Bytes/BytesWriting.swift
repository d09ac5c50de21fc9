internal import Platform

extension [UInt8] {
  /// Writes all bytes to a blocking file descriptor.
  package func write(to descriptor: Int32) throws(FileProblem) {
    var rest = self[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileProblem(error: count < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }
}
