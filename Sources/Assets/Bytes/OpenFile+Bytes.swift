internal import Platform

extension OpenFile {
  /// The whole content of a small file; less of one that was cut short since it was opened.
  ///
  /// - Returns: nil when it is larger than `limit`.
  /// - Throws: ``FileProblem`` when it can't be read.
  package func bytes(atMost limit: Int) throws(FileProblem) -> [UInt8]? {
    guard status.size <= Int64(limit) else { return nil }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
      while count < buffer.count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
        if read < 0, errno == EINTR { continue }
        if read < 0 { code = errno }
        if read <= 0 { return }
        count += read
      }
    }
    guard code == 0 else { throw FileProblem(error: code) }
    return bytes
  }
}
